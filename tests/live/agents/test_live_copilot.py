"""GitHub Copilot CLI itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.copilot import PROGRAM
from tests.live.agents.stage import WAIT_SECONDS, Stage

pytestmark = [pytest.mark.live, pytest.mark.timeout(400), pytest.mark.program(PROGRAM, is_trusted=False)]


def test_it_trusts_a_folder_and_does_what_is_allowed_and_nothing_else(stage: Stage) -> None:
    tile = stage.begin()
    stage.deny(tile)

    # the second option: it asks for this command no more
    stage.script.add(stage.wants("touch chosen.txt"), stage.wants("touch unasked.txt"), Turn(text="Both are made."))
    stage.sandbox.ctl("send", tile, "make two files")
    stage.sandbox.wait(tile, "permission", seconds=WAIT_SECONDS)
    stage.sandbox.ctl("choose", tile, "2")
    stage.until_made("chosen.txt")
    stage.until_made("unasked.txt")
    stage.until_idle(tile)

    stage.interrupt(tile)
    assert stage.script.left == ()


def test_a_folder_that_is_not_trusted_ends_it_and_is_not_remembered(stage: Stage) -> None:
    tile = stage.start("make a file")
    stage.trust(tile, "deny")
    stage.until_reads(tile, "exited")
    kept = stage.sandbox.home / ".copilot" / "config.json"
    assert str(stage.sandbox.project) not in kept.read_text()
    assert not stage.script.asked
