"""Gemini CLI itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model import ModelServer
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.gemini import PROGRAM, question, settle, shell
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
    if not (agents_bin / "gemini").exists():
        pytest.skip(f"gemini is not in {agents_bin}: run scripts/ci-agents gemini")
    with Sandbox([checkout], path=[agents_bin]) as made:
        yield made


def start(sandbox: Sandbox, model: ModelServer, task: str, *, is_trusted: bool) -> str:
    """The tile of a new one with that task."""
    sandbox.env |= settle(sandbox.home, sandbox.project, model.url, is_trusted)
    chosen = ("--model", PROGRAM.model, "--mode", PROGRAM.mode)
    return sandbox.spawn("--agent", "gemini", *chosen, "--prompt", task)


def until_reads(sandbox: Sandbox, tile: str, status: str, *, seconds: float = SECONDS) -> None:
    """Wait longer than one command may."""
    until(f"it is {status}", lambda: sandbox.tiles()[tile]["status"] == status, seconds=seconds, scene=sandbox.scene)


def wants(command: str) -> Turn:
    return Turn(text="I will do that.", calls=(shell(command),))


def trusted(sandbox: Sandbox) -> dict[str, str]:
    """What it remembers of folders."""
    found: dict[str, str] = json.loads((sandbox.home / ".gemini" / "trustedFolders.json").read_text())
    return found


def test_it_trusts_a_folder_and_does_what_is_allowed_and_nothing_else(sandbox: Sandbox, model: ModelServer) -> None:
    model.script.add(wants("touch allowed.txt"), Turn(text="It is made."))
    tile = start(sandbox, model, "make a file", is_trusted=False)
    until_reads(sandbox, tile, "blocked", seconds=START_SECONDS)
    assert sandbox.tiles()[tile]["says"] == "trust"
    assert sandbox.hive("ctl", "answer", tile, "allow").exit == 8  # only when it is named
    sandbox.ctl("answer", tile, "allow", "--says", "trust")

    until_reads(sandbox, tile, "permission", seconds=START_SECONDS)  # it starts once more, and the task is not lost
    assert trusted(sandbox) == {str(sandbox.project): "TRUST_FOLDER"}
    assert not (sandbox.project / "allowed.txt").exists()
    sandbox.ctl("answer", tile, "allow")
    until("the file is there", (sandbox.project / "allowed.txt").exists, seconds=SECONDS, scene=sandbox.scene)
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)

    model.script.add(wants("touch denied.txt"))
    sandbox.ctl("send", tile, "make another file")
    sandbox.wait(tile, "permission", seconds=WAIT_SECONDS)
    sandbox.ctl("answer", tile, "deny")
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)
    assert not (sandbox.project / "denied.txt").exists()

    asked = len(model.script.asked)
    model.script.add(Turn(calls=(question("Which colour?", ["Red", "Green", "Blue"]),)), Turn(text="Thank you."))
    sandbox.ctl("send", tile, "ask me")
    sandbox.wait(tile, "question", seconds=WAIT_SECONDS)
    sandbox.ctl("choose", tile, "2")
    sandbox.until_shows(tile, "Thank you.", seconds=SECONDS)
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)
    told = model.script.asked[-1].body
    assert len(model.script.asked) > asked
    assert '{\\"0\\":\\"Green\\"}' in told, told[-600:]

    model.script.add(Turn(text=ENDLESS, word_seconds=0.05))
    sandbox.ctl("send", tile, "talk")
    sandbox.until_shows(tile, "word5", seconds=SECONDS)
    while "word40" not in sandbox.screen(tile):
        assert sandbox.tiles()[tile]["status"] == "working"
    sandbox.ctl("interrupt", tile)
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)
    assert "word1999" not in sandbox.screen(tile)
    assert model.script.left == ()


def test_a_folder_that_is_not_trusted_a_file_outside_of_it_and_the_session_taken_up_again(
    sandbox: Sandbox, model: ModelServer
) -> None:
    outside = sandbox.home / "notes.txt"
    outside.write_text("the word is lighthouse\n")
    model.script.add(Turn(text="Ready to go."))
    tile = start(sandbox, model, "say something", is_trusted=False)
    until_reads(sandbox, tile, "blocked", seconds=START_SECONDS)
    sandbox.ctl("answer", tile, "deny", "--says", "trust")
    sandbox.until_shows(tile, "Ready to go.", seconds=START_SECONDS)
    assert trusted(sandbox) == {str(sandbox.project): "DO_NOT_TRUST"}

    for answer, is_read in (("deny", False), ("allow", True)):
        sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)
        model.script.add(Turn(text=f"Answered after {answer}."))
        sandbox.ctl("send", tile, f"what is the word in @{outside} ?")
        assert sandbox.wait(tile, "permission", seconds=WAIT_SECONDS) == "read"
        sandbox.ctl("answer", tile, answer, "--says", "read")
        until("it is asked", lambda: not model.script.left, seconds=SECONDS, scene=sandbox.scene)
        assert ("lighthouse" in model.script.asked[-1].body) is is_read

    session = sandbox.tiles()[tile]["session"]
    sandbox.wait(tile, "idle", seconds=WAIT_SECONDS)
    sandbox.ctl("close", tile)
    again = sandbox.spawn("--agent", "gemini", "--resume", session)
    sandbox.until_shows(again, "Answered after allow.", seconds=START_SECONDS)
    assert sandbox.tiles()[again]["session"] == session
