"""GitHub Copilot CLI itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.copilot import PROGRAM
from tests.live.agents.stage import WAIT_SECONDS, Stage, staged

pytestmark = [pytest.mark.live, pytest.mark.timeout(400)]


@pytest.fixture
def stage(checkout: str, agents_bin: Path) -> Iterator[Stage]:
    with staged(PROGRAM, checkout, agents_bin) as made:
        yield made


def test_it_trusts_a_folder_and_does_what_is_allowed_and_nothing_else(stage: Stage) -> None:
    stage.settle(is_trusted=False)
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
    stage.settle(is_trusted=False)
    tile = stage.start("make a file")
    stage.trust(tile, "deny")
    stage.until_reads(tile, "exited")
    kept = stage.sandbox.home / ".copilot" / "config.json"
    assert str(stage.sandbox.project) not in kept.read_text()
    assert not stage.script.asked
