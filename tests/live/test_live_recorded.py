"""Programs that are recorded but not installed for every run of the tests: the keys of their agent files, by effect.

`scripts/ci-agents kilo cn openhands` installs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model import ModelServer
from hivemind.testing.model_wire import Call, Turn
from hivemind.testing.programs import Program, programs
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until

pytestmark = [pytest.mark.live, pytest.mark.timeout(500)]

START_SECONDS, SECONDS = 180, 60
"""Longest that a machine which is busy with other things may take."""

READY = {"kilocode": "Ask anything", "continue": "Ask anything", "openhands": "Type your message"}
"""What shows that it takes a prompt."""

ENDLESS = " ".join(f"word{n}" for n in range(1, 600))


@pytest.fixture(params=["kilocode", "continue", "openhands"])
def program(request: pytest.FixtureRequest) -> Program:
    return programs()[request.param]


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def sandbox(program: Program, model: ModelServer, checkout: str, agents_bin: Path) -> Iterator[Sandbox]:
    name, *flags = program.argv
    if not (agents_bin / name).exists():
        pytest.skip(f"{name} is not in {agents_bin}: run scripts/ci-agents {name}")
    with Sandbox([checkout], path=[agents_bin]) as made:
        made.env |= program.settle(made.home, made.project, model.url, True)
        if flags:
            started_with(made, agents_bin / name, flags)
        yield made


def started_with(sandbox: Sandbox, real: Path, flags: list[str]) -> None:
    """Let the program be found as a script that adds flags which it has for other models alone."""
    script = sandbox.home / "bin" / real.name
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{real}" {" ".join(flags)} "$@"\n')
    script.chmod(0o755)
    sandbox.env["PATH"] = f"{script.parent}:{sandbox.env['PATH']}"


def until_reads(sandbox: Sandbox, tile: str, status: str, *, seconds: float) -> None:
    """Wait longer than one command may."""
    until(f"it is {status}", lambda: sandbox.tiles()[tile]["status"] == status, seconds=seconds, scene=sandbox.scene)


def wants(*calls: Call) -> Turn:
    return Turn(text="I will do that.", calls=calls)


def test_it_does_what_is_allowed_and_nothing_else(sandbox: Sandbox, model: ModelServer, program: Program) -> None:
    model.script.add(wants(program.shell("touch allowed.txt")), Turn(text="It is made."))
    tile = sandbox.spawn("--agent", program.agent)
    sandbox.until_shows(tile, READY[program.agent], seconds=START_SECONDS)
    sandbox.wait(tile, "idle", seconds=50)
    sandbox.ctl("send", tile, "make a file")
    until_reads(sandbox, tile, "permission", seconds=SECONDS)
    sandbox.until_stood(tile)
    assert not (sandbox.project / "allowed.txt").exists()
    sandbox.ctl("answer", tile, "allow")
    until("the file is there", (sandbox.project / "allowed.txt").exists, seconds=SECONDS, scene=sandbox.scene)
    sandbox.until_shows(tile, "It is made.", seconds=SECONDS)
    sandbox.wait(tile, "idle", seconds=50)

    model.script.add(wants(program.shell("touch denied.txt")), Turn(text="Not made."))
    sandbox.ctl("send", tile, "make another file")
    sandbox.wait(tile, "permission", seconds=50)
    sandbox.until_stood(tile)
    sandbox.ctl("answer", tile, "deny")
    sandbox.wait(tile, "idle", seconds=50)
    assert not (sandbox.project / "denied.txt").exists()

    model.script.clear()
    model.script.add(Turn(text=ENDLESS, word_seconds=0.05))
    sandbox.ctl("send", tile, "talk")
    until_reads(sandbox, tile, "working", seconds=SECONDS)
    sandbox.ctl("interrupt", tile)
    sandbox.wait(tile, "idle", seconds=50)
