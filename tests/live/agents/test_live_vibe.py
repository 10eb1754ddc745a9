"""Mistral Vibe itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.vibe import PROGRAM
from tests.live.agents.stage import SECONDS, START_SECONDS, Stage

pytestmark = [pytest.mark.live, pytest.mark.timeout(400), pytest.mark.program(PROGRAM, is_trusted=False)]


def trusted(stage: Stage) -> str:
    """What it remembers of folders."""
    return (stage.sandbox.home / ".vibe" / "trusted_folders.toml").read_text()


def test_it_trusts_a_folder_and_does_what_is_allowed_and_nothing_else(stage: Stage) -> None:
    tile = stage.begin()
    assert str(stage.sandbox.project) in trusted(stage).partition("untrusted")[0]
    stage.deny(tile, "It is not made.")  # the turn goes on
    stage.choose(tile)
    stage.sandbox.until_shows(tile, "→ Green", seconds=SECONDS)
    stage.interrupt(tile)
    assert stage.script.left == ()


def test_a_folder_that_is_not_trusted_is_remembered_and_its_last_session_taken_up(stage: Stage) -> None:
    sandbox = stage.sandbox
    stage.script.add(Turn(text="The word is lighthouse."))
    tile = stage.start("say a word")
    stage.trust(tile, "deny")
    sandbox.until_shows(tile, "The word is lighthouse.", seconds=START_SECONDS)
    assert str(sandbox.project) in trusted(stage).partition("untrusted")[2]
    stage.until_idle(tile)
    sandbox.ctl("close", tile)
    again = sandbox.spawn("--agent", "mistral-vibe", "--resume")
    stage.trust(again, "allow")  # a refusal is remembered, and asked for all the same
    sandbox.until_shows(again, "The word is lighthouse.", seconds=START_SECONDS)
