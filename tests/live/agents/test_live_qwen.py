"""Qwen Code itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.qwen import PROGRAM
from tests.live.agents.stage import START_SECONDS, Stage

pytestmark = [pytest.mark.live, pytest.mark.timeout(400), pytest.mark.program(PROGRAM, is_trusted=False)]

TRUSTED = ".qwen/trustedFolders.json"
"""What it remembers of folders."""


def test_it_trusts_a_folder_and_does_what_is_allowed_and_nothing_else(stage: Stage) -> None:
    tile = stage.begin()  # it starts once more in between
    assert stage.kept(TRUSTED) == {str(stage.sandbox.project): "TRUST_FOLDER"}
    stage.deny(tile)
    assert "**Choice**: Green" in stage.choose(tile)
    stage.interrupt(tile)
    assert stage.script.left == ()


def test_a_folder_that_is_not_trusted_is_worked_in(stage: Stage) -> None:
    sandbox = stage.sandbox
    stage.script.add(Turn(text="Ready to go."))
    tile = stage.start("say something")
    stage.trust(tile, "deny")
    sandbox.until_shows(tile, "Ready to go.", seconds=START_SECONDS)
    assert stage.kept(TRUSTED) == {str(sandbox.project): "DO_NOT_TRUST"}
