"""Qwen Code itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.qwen import PROGRAM
from tests.live.agents.stage import START_SECONDS, Stage, staged

pytestmark = [pytest.mark.live, pytest.mark.timeout(400)]

TRUSTED = ".qwen/trustedFolders.json"
"""What it remembers of folders."""


@pytest.fixture
def stage(checkout: str, agents_bin: Path) -> Iterator[Stage]:
    with staged(PROGRAM, checkout, agents_bin) as made:
        made.settle(is_trusted=False)
        yield made


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
