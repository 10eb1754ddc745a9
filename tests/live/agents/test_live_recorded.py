"""Programs that are recorded but not installed for every run of the tests: the keys of their agent files, by effect.

`scripts/ci-agents kilo cn openhands` installs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs import Program, programs
from hivemind.testing.sandbox import Sandbox
from tests.live.agents.stage import ENDLESS, START_SECONDS, Stage, staged

pytestmark = [pytest.mark.live, pytest.mark.timeout(500)]

READY = {"kilocode": "Ask anything", "continue": "Ask anything", "openhands": "Type your message"}
"""What shows that it takes a prompt."""


@pytest.fixture(params=["kilocode", "continue", "openhands"])
def program(request: pytest.FixtureRequest) -> Program:
    return programs()[request.param]


@pytest.fixture
def stage(program: Program, checkout: str, agents_bin: Path) -> Iterator[Stage]:
    with staged(program, checkout, agents_bin, is_required=False) as made:
        made.settle(is_trusted=True)
        name, *flags = program.argv
        if flags:
            started_with(made.sandbox, agents_bin / name, flags)
        yield made


def started_with(sandbox: Sandbox, real: Path, flags: list[str]) -> None:
    """Let the program be found as a script that adds flags which it has for other models alone."""
    script = sandbox.home / "bin" / real.name
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{real}" {" ".join(flags)} "$@"\n')
    script.chmod(0o755)
    sandbox.env["PATH"] = f"{script.parent}:{sandbox.env['PATH']}"


def test_it_does_what_is_allowed_and_nothing_else(stage: Stage) -> None:
    sandbox = stage.sandbox
    agent = stage.program.agent
    stage.script.add(stage.wants("touch allowed.txt"), Turn(text="It is made."))
    tile = sandbox.spawn("--agent", agent)
    sandbox.until_shows(tile, READY[agent], seconds=START_SECONDS)
    stage.until_idle(tile)
    sandbox.ctl("send", tile, "make a file")
    stage.allow(tile, "allowed.txt", "It is made.")
    stage.deny(tile, second="reject" if agent == "kilocode" else "")

    stage.script.clear()
    half_a_minute = " ".join(ENDLESS.split()[:600])  # OpenHands pauses only between replies
    stage.script.add(Turn(text=half_a_minute, word_seconds=0.05))
    sandbox.ctl("send", tile, "talk")
    stage.until_reads(tile, "working")
    sandbox.ctl("interrupt", tile)
    stage.until_idle(tile)
