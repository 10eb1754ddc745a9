"""Mistral Vibe itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model import ModelServer
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.vibe import PROGRAM, question, settle, shell
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
    if not (agents_bin / "vibe").exists():
        pytest.skip(f"vibe is not in {agents_bin}: run scripts/ci-agents vibe")
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


def settle_trust(sandbox: Sandbox, tile: str, decision: str) -> None:
    """Answer the trust screen; it drops keys for a moment after it is drawn, the longer the busier the machine is."""
    until_reads(sandbox, tile, "blocked", seconds=START_SECONDS)
    assert sandbox.tiles()[tile]["says"] == "trust"
    sandbox.until_stood(tile)
    if sandbox.hive("ctl", "answer", tile, decision, "--says", "trust").exit:
        sandbox.ctl("answer", tile, decision, "--says", "trust")


def trusted(sandbox: Sandbox) -> str:
    """What it remembers of folders."""
    return (sandbox.home / ".vibe" / "trusted_folders.toml").read_text()


def test_it_trusts_a_folder_and_does_what_is_allowed_and_nothing_else(sandbox: Sandbox, model: ModelServer) -> None:
    model.script.add(wants("touch allowed.txt"), Turn(text="It is made."))
    tile = start(sandbox, model, "make a file", is_trusted=False)
    until_reads(sandbox, tile, "blocked", seconds=START_SECONDS)
    assert sandbox.hive("ctl", "answer", tile, "allow").exit == 8  # only when it is named
    settle_trust(sandbox, tile, "allow")

    until_reads(sandbox, tile, "permission", seconds=START_SECONDS)  # the task is not lost
    assert str(sandbox.project) in trusted(sandbox).partition("untrusted")[0]
    assert not (sandbox.project / "allowed.txt").exists()
    sandbox.ctl("answer", tile, "allow")
    until_made(sandbox, "allowed.txt")
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)

    model.script.add(wants("touch denied.txt"), Turn(text="It is not made."))
    sandbox.ctl("send", tile, "make another file")
    sandbox.wait(tile, "permission", seconds=WAIT_SECONDS)
    sandbox.ctl("answer", tile, "deny")
    sandbox.until_shows(tile, "It is not made.", seconds=SECONDS)  # the turn goes on
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)
    assert not (sandbox.project / "denied.txt").exists()

    model.script.add(Turn(calls=(question("Which colour?", ["Red", "Green", "Blue"]),)), Turn(text="Thank you."))
    sandbox.ctl("send", tile, "ask me")
    sandbox.wait(tile, "question", seconds=WAIT_SECONDS)
    sandbox.ctl("choose", tile, "2")
    sandbox.until_shows(tile, "Thank you.", seconds=SECONDS)
    sandbox.until_shows(tile, "→ Green", seconds=SECONDS)
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)

    interrupt(sandbox, model, tile)
    assert model.script.left == ()


def test_a_folder_that_is_not_trusted_is_remembered_and_its_last_session_taken_up(
    sandbox: Sandbox, model: ModelServer
) -> None:
    model.script.add(Turn(text="The word is lighthouse."))
    tile = start(sandbox, model, "say a word", is_trusted=False)
    settle_trust(sandbox, tile, "deny")
    sandbox.until_shows(tile, "The word is lighthouse.", seconds=START_SECONDS)
    assert str(sandbox.project) in trusted(sandbox).partition("untrusted")[2]
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)
    sandbox.ctl("close", tile)
    again = sandbox.spawn("--agent", "mistral-vibe", "--resume")
    settle_trust(sandbox, again, "allow")  # a refusal is remembered, and asked for all the same
    sandbox.until_shows(again, "The word is lighthouse.", seconds=START_SECONDS)
