"""opencode itself, with a scripted model behind it: the keys of its agent file, each seen by what it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model import ModelServer
from hivemind.testing.model_wire import Call, Turn
from hivemind.testing.programs.opencode import PROGRAM, question
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until

pytestmark = [pytest.mark.live, pytest.mark.timeout(400)]

START_SECONDS, SECONDS = 180, 60
"""Longest that a machine which is busy with other things may take: opencode unpacks itself at its start."""

ENDLESS = " ".join(f"word{n}" for n in range(1, 2000))


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def sandbox(model: ModelServer, checkout: str, agents_bin: Path) -> Iterator[Sandbox]:
    if not (agents_bin / "opencode").exists():
        pytest.skip(f"opencode is not in {agents_bin}: run scripts/ci-agents")
    with Sandbox([checkout], path=[agents_bin]) as made:
        made.env |= PROGRAM.settle(made.home, made.project, model.url, True)
        yield made


def until_reads(sandbox: Sandbox, tile: str, status: str, *, seconds: float) -> None:
    """Wait longer than one command may."""
    until(f"it is {status}", lambda: sandbox.tiles()[tile]["status"] == status, seconds=seconds, scene=sandbox.scene)


def sessions(sandbox: Sandbox) -> list[dict[str, str]]:
    """What `hive` lists; nothing when opencode did not answer in time."""
    ran = sandbox.hive("sessions", "opencode", "--json")
    return list(ran.json["sessions"]) if ran.exit == 0 else []


def wants(*calls: Call) -> Turn:
    return Turn(text="I will do that.", calls=calls)


def test_it_does_what_is_allowed_and_nothing_else(sandbox: Sandbox, model: ModelServer) -> None:
    model.script.add(wants(PROGRAM.shell("touch allowed.txt")), Turn(text="It is made."))
    tile = sandbox.spawn("--agent", "opencode", "--model", PROGRAM.model, "--prompt", "make a file")
    until_reads(sandbox, tile, "permission", seconds=START_SECONDS)
    assert not (sandbox.project / "allowed.txt").exists()
    sandbox.ctl("answer", tile, "allow")
    until("the file is there", (sandbox.project / "allowed.txt").exists, seconds=SECONDS, scene=sandbox.scene)
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)
    sandbox.wait(tile, "idle", seconds=50)

    model.script.add(wants(PROGRAM.shell("touch denied.txt")))
    sandbox.ctl("send", tile, "make another file")
    sandbox.wait(tile, "permission", seconds=50)
    sandbox.ctl("answer", tile, "deny")
    sandbox.wait(tile, "idle", seconds=50)
    assert not (sandbox.project / "denied.txt").exists()

    asked = len(model.script.asked)
    model.script.add(wants(question("Which colour?", ["Red", "Green", "Blue"])), Turn(text="Thank you."))
    sandbox.ctl("send", tile, "ask me")
    sandbox.wait(tile, "question", seconds=50)
    sandbox.ctl("choose", tile, "2")
    sandbox.until_shows(tile, "Thank you.", seconds=SECONDS)
    sandbox.wait(tile, "idle", seconds=50)
    told = [request.body for request in model.script.asked[asked:] if not request.is_helper][-1]
    assert '\\"Which colour?\\"=\\"Green\\"' in told, told[-600:]

    model.script.add(Turn(text=ENDLESS, word_seconds=0.05))
    sandbox.ctl("send", tile, "talk")
    sandbox.until_shows(tile, "word5", seconds=SECONDS)
    while "word40" not in sandbox.screen(tile):
        assert sandbox.tiles()[tile]["status"] == "working"
    sandbox.ctl("interrupt", tile)
    sandbox.wait(tile, "idle", seconds=50)
    assert "word1999" not in sandbox.screen(tile)

    (session,) = until("its session is listed", lambda: sessions(sandbox), seconds=START_SECONDS, scene=sandbox.scene)
    assert session["cwd"] == str(sandbox.project)
    sandbox.ctl("close", tile)
    again = sandbox.spawn("--agent", "opencode", "--resume", session["id"])
    sandbox.until_shows(again, "word5", seconds=START_SECONDS)


def test_what_is_allowed_for_ever_is_asked_by_name(sandbox: Sandbox, model: ModelServer) -> None:
    model.script.add(wants(PROGRAM.shell("touch first.txt")), Turn(text="It is made."))
    tile = sandbox.spawn("--agent", "opencode", "--model", PROGRAM.model, "--prompt", "make a file")
    until_reads(sandbox, tile, "permission", seconds=START_SECONDS)
    sandbox.until_stood(tile)
    sandbox.ctl("keys", tile, "Right,Enter")  # the person wants it allowed always
    until("it asks once more", lambda: sandbox.tiles()[tile]["says"] == "always", seconds=SECONDS, scene=sandbox.scene)
    assert sandbox.hive("ctl", "answer", tile, "allow").exit == 8
    sandbox.ctl("answer", tile, "deny", "--says", "always")
    until("it asks the first again", lambda: not sandbox.tiles()[tile]["says"], seconds=SECONDS, scene=sandbox.scene)
    assert sandbox.wait(tile, "permission", seconds=50) == ""
    assert not (sandbox.project / "first.txt").exists()
    sandbox.ctl("keys", tile, "Right,Enter")
    until("it asks once more", lambda: sandbox.tiles()[tile]["says"] == "always", seconds=SECONDS, scene=sandbox.scene)
    sandbox.ctl("answer", tile, "allow", "--says", "always")
    until("the file is there", (sandbox.project / "first.txt").exists, seconds=SECONDS, scene=sandbox.scene)
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)

    model.script.add(wants(PROGRAM.shell("touch second.txt")), Turn(text="That, too."))
    sandbox.ctl("send", tile, "make another file")
    sandbox.until_shows(tile, "That, too.", seconds=SECONDS)  # nothing was asked
    assert (sandbox.project / "second.txt").exists()
