"""Pi itself, with a scripted model behind it: the keys of its agent file, each seen by what it does.

It asks for no permission of its own; an extension of the person's does here, with Pi's own dialogs.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs.pi import PROGRAM, PROVIDER
from tests.live.agents.stage import SECONDS, WAIT_SECONDS, Stage

pytestmark = [pytest.mark.live, pytest.mark.timeout(400), pytest.mark.program(PROGRAM, is_trusted=True)]

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

OF_THE_PROJECT = """\
import { writeFileSync } from "node:fs";
export default function () { writeFileSync("trusted.txt", "it was run"); }
"""
"""An extension that a project brings."""


def start(stage: Stage, task: str, *more: str) -> str:
    return stage.sandbox.spawn("--agent", "pi", "--model", f"{PROVIDER}/{PROGRAM.model}", *more, "--prompt", task)


def test_it_works_without_asking_tells_so_and_stops_when_told(stage: Stage) -> None:
    sandbox = stage.sandbox
    stage.script.add(stage.wants("touch made.txt; sleep 3"), Turn(text="It is made."))
    tile = start(stage, "make a file")
    stage.until_made("made.txt")
    stage.until_reads(tile, "working")  # the command goes on
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)
    stage.until_idle(tile)

    stage.interrupt(tile, Turn(text="Taken in."))

    (session,) = sandbox.hive("sessions", "pi", "--json").json["sessions"]
    sandbox.ctl("close", tile)
    again = start(stage, "go on", "--resume", session["id"])
    sandbox.until_shows(again, "Taken in.", seconds=SECONDS)
    assert "word5" in sandbox.screen(again)


def test_what_an_extension_asks_is_answered(stage: Stage) -> None:
    sandbox = stage.sandbox
    extensions = sandbox.home / ".pi" / "agent" / "extensions"
    extensions.mkdir()
    (extensions / "gate.js").write_text(GATE)
    stage.script.add(stage.wants("touch allowed.txt"), Turn(text="It is made."))
    tile = start(stage, "make a file")
    sandbox.wait(tile, "permission", seconds=WAIT_SECONDS)
    sandbox.until_stood(tile)
    sandbox.ctl("keys", tile, "Down")  # the person has moved the selection
    assert not stage.made("allowed.txt").exists()
    sandbox.ctl("answer", tile, "allow")
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)
    assert stage.made("allowed.txt").exists()
    stage.until_idle(tile)

    stage.deny(tile, "Then not.")

    stage.script.add(stage.wants("echo colour"), Turn(text="A fine colour."))
    sandbox.ctl("send", tile, "ask me")
    sandbox.wait(tile, "question", seconds=WAIT_SECONDS)
    sandbox.until_stood(tile)
    sandbox.ctl("keys", tile, "Down,Enter")
    sandbox.until_shows(tile, "A fine colour.", seconds=SECONDS)
    assert "the person likes Green" in stage.script.asked[-1].body


@pytest.mark.parametrize("decision", ["allow", "deny"])
def test_what_a_project_brings_is_run_only_when_it_is_trusted(stage: Stage, agents_bin: Path, decision: str) -> None:
    told = subprocess.run(
        (agents_bin / "pi", "--version"), env=stage.sandbox.env, capture_output=True, text=True, check=True, timeout=60
    )
    version = (told.stdout + told.stderr).strip()
    if version.startswith("0."):
        pytest.skip(f"pi {version} runs what a project brings without asking")
    sandbox = stage.sandbox
    extensions = sandbox.project / ".pi" / "extensions"
    extensions.mkdir(parents=True)
    (extensions / "own.js").write_text(OF_THE_PROJECT)
    stage.script.add(Turn(text="Something is said."))
    tile = start(stage, "say something")
    stage.trust(tile, decision)
    sandbox.until_shows(tile, "Something is said.", seconds=SECONDS)  # the task is not lost
    stage.until_idle(tile)
    assert stage.made("trusted.txt").exists() is (decision == "allow")
