"""aider itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model import ModelServer
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.aider import PROGRAM
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until

pytestmark = [pytest.mark.live, pytest.mark.timeout(400)]

START_SECONDS, SECONDS = 180, 60
"""Longest that a machine which is busy with other things may take: aider imports a lot at its start."""

ENDLESS = " ".join(f"word{n}" for n in range(1, 2000))


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer(has_tools=False) as server:
        yield server


@pytest.fixture
def sandbox(model: ModelServer, checkout: str, agents_bin: Path) -> Iterator[Sandbox]:
    """In a folder that aider does not know: it asks whether it may write into `.gitignore` first."""
    if not (agents_bin / "aider").exists():
        pytest.skip(f"aider is not in {agents_bin}: run scripts/ci-agents")
    with Sandbox([checkout], path=[agents_bin]) as made:
        made.env |= PROGRAM.settle(made.home, made.project, model.url, False)
        yield made


def until_reads(sandbox: Sandbox, tile: str, status: str, *, seconds: float) -> None:
    """Wait longer than one command may."""
    until(f"it is {status}", lambda: sandbox.tiles()[tile]["status"] == status, seconds=seconds, scene=sandbox.scene)


def start(sandbox: Sandbox, task: str) -> str:
    """A tile that shows aider's first question."""
    tile = sandbox.spawn("--agent", "aider", "--prompt", task)
    until_reads(sandbox, tile, "blocked", seconds=START_SECONDS)
    assert sandbox.tiles()[tile]["says"] == "setup"
    return tile


def ignores(sandbox: Sandbox) -> bool:
    """Whether aider has written into `.gitignore`."""
    ignored = sandbox.project / ".gitignore"
    return ignored.exists() and ".aider*" in ignored.read_text()


def test_it_does_what_is_allowed_and_nothing_else_and_stops_when_told(sandbox: Sandbox, model: ModelServer) -> None:
    model.script.add(Turn(calls=(PROGRAM.shell("sleep 2; touch allowed.txt; ls"),)))
    tile = start(sandbox, "make a file")
    assert sandbox.hive("ctl", "answer", tile, "allow").exit == 8  # it is settled only by its name
    sandbox.ctl("answer", tile, "allow", "--says", "setup")

    until_reads(sandbox, tile, "permission", seconds=START_SECONDS)  # the task was not lost behind the question
    assert ignores(sandbox)
    sandbox.ctl("keys", tile, "n")  # somebody has begun to type the other answer
    sandbox.ctl("answer", tile, "allow")
    sandbox.wait(tile, "working", seconds=50)  # the command runs
    until("the file is there", (sandbox.project / "allowed.txt").exists, seconds=SECONDS, scene=sandbox.scene)
    sandbox.until_shows(tile, "command output to the chat?", seconds=SECONDS)
    sandbox.wait(tile, "permission", seconds=50)
    sandbox.ctl("answer", tile, "deny")
    sandbox.wait(tile, "idle", seconds=50)

    model.script.add(Turn(calls=(PROGRAM.shell("touch denied.txt"),)))
    sandbox.ctl("send", tile, "make another file")
    sandbox.wait(tile, "permission", seconds=50)
    sandbox.ctl("answer", tile, "deny")
    sandbox.wait(tile, "idle", seconds=50)
    assert not (sandbox.project / "denied.txt").exists()

    model.script.add(Turn(text=ENDLESS, word_seconds=0.05))
    sandbox.ctl("send", tile, "talk")
    sandbox.until_shows(tile, "word5", seconds=SECONDS)
    while "word40" not in sandbox.screen(tile):
        assert sandbox.tiles()[tile]["status"] == "working"
    sandbox.ctl("interrupt", tile)
    sandbox.wait(tile, "idle", seconds=50)
    assert "word1999" not in sandbox.screen(tile)


def test_its_first_question_can_be_refused(sandbox: Sandbox, model: ModelServer) -> None:
    model.script.add(Turn(text="Something is said."))
    tile = start(sandbox, "say something")
    sandbox.ctl("answer", tile, "deny", "--says", "setup")
    sandbox.until_shows(tile, "Something is said.", seconds=START_SECONDS)
    sandbox.wait(tile, "idle", seconds=50)
    assert not ignores(sandbox)
