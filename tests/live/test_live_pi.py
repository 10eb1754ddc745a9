"""Pi itself, with a scripted model behind it: the keys of its agent file, each seen by what it does.

It asks for no permission of its own; an extension of the person's does here, with Pi's own dialogs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model import ModelServer
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.pi import PROGRAM, PROVIDER
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until

pytestmark = [pytest.mark.live, pytest.mark.timeout(400)]

SECONDS = 50

ENDLESS = " ".join(f"word{n}" for n in range(1, 2000))

GATE = """\
export default function (pi) {
  pi.on("tool_call", async (event, context) => {
    if (event.toolName !== "bash") return undefined;
    if (event.input.command.includes("colour")) {
      const got = await context.ui.select("Which colour?", ["Red", "Green", "Blue"]);
      return { block: true, reason: `the person likes ${got}` };
    }
    const isAllowed = await context.ui.confirm("Run this?", event.input.command);
    return isAllowed ? undefined : { block: true, reason: "the person said no" };
  });
}
"""


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def sandbox(model: ModelServer, checkout: str, agents_bin: Path) -> Iterator[Sandbox]:
    if not (agents_bin / "pi").exists():
        pytest.skip(f"pi is not in {agents_bin}: run scripts/ci-agents")
    with Sandbox([checkout], path=[agents_bin]) as made:
        made.env |= PROGRAM.settle(made.home, made.project, model.url, True)
        yield made


def start(sandbox: Sandbox, task: str, *more: str) -> str:
    return sandbox.spawn("--agent", "pi", "--model", f"{PROVIDER}/{PROGRAM.model}", *more, "--prompt", task)


def wants(command: str) -> Turn:
    return Turn(text="I will do that.", calls=(PROGRAM.shell(command),))


def test_it_works_without_asking_tells_so_and_stops_when_told(sandbox: Sandbox, model: ModelServer) -> None:
    model.script.add(wants("touch made.txt; sleep 3"), Turn(text="It is made."))
    tile = start(sandbox, "make a file")
    until("the file is there", (sandbox.project / "made.txt").exists, seconds=SECONDS, scene=sandbox.scene)
    assert sandbox.tiles()[tile]["status"] == "working"
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)
    sandbox.wait(tile, "idle", seconds=SECONDS)

    model.script.add(Turn(text=ENDLESS, word_seconds=0.05), Turn(text="Taken in."))
    sandbox.ctl("send", tile, "talk")
    sandbox.until_shows(tile, "word5", seconds=SECONDS)
    while "word40" not in sandbox.screen(tile):
        assert sandbox.tiles()[tile]["status"] == "working"
    sandbox.ctl("interrupt", tile)
    sandbox.wait(tile, "idle", seconds=SECONDS)
    assert "word1999" not in sandbox.screen(tile)

    (session,) = sandbox.hive("sessions", "pi", "--json").json["sessions"]
    sandbox.ctl("close", tile)
    again = start(sandbox, "go on", "--resume", session["id"])
    sandbox.until_shows(again, "Taken in.", seconds=SECONDS)
    assert "word5" in sandbox.screen(again)


def test_what_an_extension_asks_is_answered(sandbox: Sandbox, model: ModelServer) -> None:
    extensions = sandbox.home / ".pi" / "agent" / "extensions"
    extensions.mkdir()
    (extensions / "gate.js").write_text(GATE)
    model.script.add(wants("touch allowed.txt"), Turn(text="It is made."))
    tile = start(sandbox, "make a file")
    sandbox.wait(tile, "permission", seconds=SECONDS)
    sandbox.until_stood(tile)
    sandbox.ctl("keys", tile, "Down")  # the person has moved the selection
    assert not (sandbox.project / "allowed.txt").exists()
    sandbox.ctl("answer", tile, "allow")
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)
    assert (sandbox.project / "allowed.txt").exists()
    sandbox.wait(tile, "idle", seconds=SECONDS)

    model.script.add(wants("touch denied.txt"), Turn(text="Then not."))
    sandbox.ctl("send", tile, "make another file")
    sandbox.wait(tile, "permission", seconds=SECONDS)
    sandbox.ctl("answer", tile, "deny")
    sandbox.until_shows(tile, "Then not.", seconds=SECONDS)
    assert not (sandbox.project / "denied.txt").exists()
    sandbox.wait(tile, "idle", seconds=SECONDS)

    model.script.add(wants("echo colour"), Turn(text="A fine colour."))
    sandbox.ctl("send", tile, "ask me")
    sandbox.wait(tile, "question", seconds=SECONDS)
    sandbox.until_stood(tile)
    sandbox.ctl("keys", tile, "Down,Enter")
    sandbox.until_shows(tile, "A fine colour.", seconds=SECONDS)
    assert "the person likes Green" in model.script.asked[-1].body
