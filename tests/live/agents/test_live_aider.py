"""aider itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.aider import PROGRAM
from tests.live.agents.stage import SECONDS, START_SECONDS, WAIT_SECONDS, Stage

pytestmark = [
    pytest.mark.live,
    pytest.mark.timeout(400),
    pytest.mark.program(PROGRAM, is_trusted=False),  # it asks whether it may write into `.gitignore` first
]


def start(stage: Stage, task: str) -> str:
    """A tile that shows aider's first question."""
    tile = stage.sandbox.spawn("--agent", "aider", "--prompt", task)
    stage.until_reads(tile, "blocked", seconds=START_SECONDS)
    assert stage.sandbox.tiles()[tile]["says"] == "setup"
    return tile


def ignores(stage: Stage) -> bool:
    """Whether aider has written into `.gitignore`."""
    ignored = stage.made(".gitignore")
    return ignored.exists() and ".aider*" in ignored.read_text()


def test_it_does_what_is_allowed_and_nothing_else_and_stops_when_told(stage: Stage) -> None:
    sandbox = stage.sandbox
    stage.script.add(stage.wants("sleep 2; touch allowed.txt; ls"))
    tile = start(stage, "make a file")
    assert sandbox.hive("ctl", "answer", tile, "allow").exit == 8  # it is settled only by its name
    sandbox.ctl("answer", tile, "allow", "--says", "setup")

    stage.until_reads(tile, "permission", seconds=START_SECONDS)  # the task was not lost behind the question
    assert ignores(stage)
    sandbox.ctl("keys", tile, "n")  # somebody has begun to type the other answer
    sandbox.ctl("answer", tile, "allow")
    sandbox.wait(tile, "working", seconds=WAIT_SECONDS)  # the command runs
    stage.until_made("allowed.txt")
    sandbox.until_shows(tile, "command output to the chat?", seconds=SECONDS)
    sandbox.wait(tile, "permission", seconds=WAIT_SECONDS)
    sandbox.ctl("answer", tile, "deny")
    stage.until_idle(tile)
    stage.deny(tile)
    stage.interrupt(tile)


def test_its_first_question_can_be_refused(stage: Stage) -> None:
    stage.script.add(Turn(text="Something is said."))
    tile = start(stage, "say something")
    stage.sandbox.ctl("answer", tile, "deny", "--says", "setup")
    stage.sandbox.until_shows(tile, "Something is said.", seconds=START_SECONDS)
    stage.until_idle(tile)
    assert not ignores(stage)
