"""GitHub Copilot CLI itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model import ModelServer
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.copilot import PROGRAM, settle, shell
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until

pytestmark = [pytest.mark.live, pytest.mark.timeout(400)]

START_SECONDS, SECONDS = 150, 60
"""Longest that a machine which is busy with other things may take: to start it, and for anything else."""

WAIT_SECONDS = 50
"""The same within one command."""

ENDLESS = " ".join(f"word{n}" for n in range(1, 2000))


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def sandbox(checkout: str, agents_bin: Path) -> Iterator[Sandbox]:
    if not (agents_bin / "copilot").exists():
        pytest.skip(f"copilot is not in {agents_bin}: run scripts/ci-agents copilot")
    with Sandbox([checkout], path=[agents_bin]) as made:
        yield made


def start(sandbox: Sandbox, model: ModelServer, task: str, *, is_trusted: bool) -> str:
    """The tile of a new one with that task."""
    sandbox.env |= settle(sandbox.home, sandbox.project, model.url, is_trusted)
    return sandbox.spawn("--agent", PROGRAM.agent, "--mode", PROGRAM.mode, "--prompt", task)


def until_reads(sandbox: Sandbox, tile: str, status: str, *, seconds: float = SECONDS) -> None:
    """Wait longer than one command may."""
    until(f"it is {status}", lambda: sandbox.tiles()[tile]["status"] == status, seconds=seconds, scene=sandbox.scene)


def wants(command: str) -> Turn:
    return Turn(text="I will do that.", calls=(shell(command),))


def until_made(sandbox: Sandbox, name: str) -> None:
    until(f"{name} is there", (sandbox.project / name).exists, seconds=SECONDS, scene=sandbox.scene)


def interrupt(sandbox: Sandbox, model: ModelServer, tile: str) -> None:
    """Stop a turn that would go on for minutes; it reads working all the while."""
    model.script.add(Turn(text=ENDLESS, word_seconds=0.05))
    sandbox.ctl("send", tile, "talk")
    sandbox.until_shows(tile, "word5", seconds=SECONDS)
    while "word40" not in sandbox.screen(tile):
        assert sandbox.tiles()[tile]["status"] == "working"
    sandbox.ctl("interrupt", tile)
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)
    assert "word1999" not in sandbox.screen(tile)


def test_it_trusts_a_folder_and_does_what_is_allowed_and_nothing_else(sandbox: Sandbox, model: ModelServer) -> None:
    model.script.add(wants("touch allowed.txt"), Turn(text="It is made."))
    tile = start(sandbox, model, "make a file", is_trusted=False)
    until_reads(sandbox, tile, "blocked", seconds=START_SECONDS)
    assert sandbox.tiles()[tile]["says"] == "trust"
    assert sandbox.hive("ctl", "answer", tile, "allow").exit == 8  # only when it is named
    sandbox.ctl("answer", tile, "allow", "--says", "trust")

    until_reads(sandbox, tile, "permission", seconds=START_SECONDS)  # the task is not lost
    assert not (sandbox.project / "allowed.txt").exists()
    sandbox.ctl("answer", tile, "allow")
    until_made(sandbox, "allowed.txt")
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)

    model.script.add(wants("touch denied.txt"))
    sandbox.ctl("send", tile, "make another file")
    sandbox.wait(tile, "permission", seconds=WAIT_SECONDS)
    sandbox.ctl("answer", tile, "deny")
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)
    assert not (sandbox.project / "denied.txt").exists()

    # the second option: it asks for this command no more
    model.script.add(wants("touch chosen.txt"), wants("touch unasked.txt"), Turn(text="Both are made."))
    sandbox.ctl("send", tile, "make two files")
    sandbox.wait(tile, "permission", seconds=WAIT_SECONDS)
    sandbox.ctl("choose", tile, "2")
    until_made(sandbox, "chosen.txt")
    until_made(sandbox, "unasked.txt")
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)

    interrupt(sandbox, model, tile)
    assert model.script.left == ()


def test_a_session_is_taken_up_by_the_id_that_it_was_given(sandbox: Sandbox, model: ModelServer) -> None:
    model.script.add(Turn(text="The word is lighthouse."))
    sandbox.env |= settle(sandbox.home, sandbox.project, model.url, True)
    tile = sandbox.spawn("--agent", PROGRAM.agent)
    sandbox.until_shows(tile, "/ commands", seconds=START_SECONDS)
    sandbox.ctl("send", tile, "say a word")
    sandbox.until_shows(tile, "The word is lighthouse.", seconds=SECONDS)
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)
    session = sandbox.tiles()[tile]["session"]
    kept = sandbox.home / ".copilot" / "session-state" / session / "events.jsonl"
    assert session
    assert "lighthouse" in kept.read_text()
    sandbox.ctl("close", tile)
    again = sandbox.spawn("--agent", "copilot", "--resume", session)
    sandbox.until_shows(again, "The word is lighthouse.", seconds=START_SECONDS)
