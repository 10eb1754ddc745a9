"""What was said in real programs is read from where they keep it, moved by their own variables, and taken up again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.manifest import manifest
from hivemind.manifest.manifest import Manifest
from hivemind.testing.model_wire import Turn
from hivemind.testing.programs import programs
from hivemind.testing.waiting import until
from tests.live.agents.stage import SECONDS, START_SECONDS, Stage, staged
from tests.live.conftest import REPOSITORY

pytestmark = [pytest.mark.live, pytest.mark.timeout(400)]

TASK, REPLY = "remember the word marmalade", "Marmalade it is, noted."

AGENTS = ("claude", "codex", "copilot", "gemini", "mistral-vibe", "opencode", "pi", "qwen-code")

BY_ID = {"copilot", "gemini", "opencode"}
"""Taken up by the id of their session; the others by `last`."""

TITLED = {"mistral-vibe", "opencode"}
"""Their stores tell a title, and no first words."""

BESIDE = {"claude": ".claude.json", "gemini": ".gemini"}
"""What of a home goes along with a folder that a variable moves."""


@pytest.fixture(params=AGENTS)
def stage(request: pytest.FixtureRequest, checkout: str, agents_bin: Path) -> Iterator[Stage]:
    with staged(programs()[request.param], checkout, agents_bin) as made:
        made.settle(is_trusted=True)
        yield made


def described(stage: Stage) -> Manifest:
    loaded = manifest.load(REPOSITORY / "agents" / stage.program.agent / "agent.yaml")
    assert loaded.manifest, loaded.report.render()
    return loaded.manifest


def move(stage: Stage, moved: dict[str, str]) -> None:
    """Have the program keep its files elsewhere, by its own variable; what was settled goes along."""
    home, elsewhere = stage.sandbox.home, stage.sandbox.root / "moved"
    for variable, folder in moved.items():
        inner = home / folder.removeprefix("{home}").strip("/")
        if inner != home and inner.exists():
            shutil.move(inner, elsewhere)
        elsewhere.mkdir(exist_ok=True)
        stage.sandbox.env[variable] = str(elsewhere)
    if beside := BESIDE.get(stage.program.agent):
        shutil.move(home / beside, elsewhere / beside)


def test_a_conversation_is_read_where_the_program_keeps_it_and_taken_up_again(stage: Stage) -> None:
    sandbox, agent = stage.sandbox, stage.program.agent
    mapped = described(stage)
    assert mapped.session
    move(stage, mapped.session.moved)
    stage.script.add(Turn(text=REPLY))
    tile = stage.start(TASK)
    sandbox.until_shows(tile, REPLY, seconds=START_SECONDS)
    stage.until_idle(tile)

    def listed() -> list[dict[str, str]]:
        ran = sandbox.hive("sessions", agent, "--json")  # it may be busy with its store
        found: list[dict[str, str]] = ran.json["sessions"] if ran.exit == 0 else []
        return found

    (session,) = until("its session is listed", listed, seconds=SECONDS, scene=sandbox.scene)
    assert session["cwd"] == str(sandbox.project)
    assert agent in TITLED or session["prompt"] == TASK
    assert sandbox.tiles()[tile]["session"] in {session["id"], ""}

    def said() -> list[tuple[str, str]]:
        ran = sandbox.hive("sessions", agent, session["id"], "--json")
        return [(entry["who"], entry.get("text", "")) for entry in ran.json["entries"]] if ran.exit == 0 else []

    expected = [("person", TASK), ("agent", REPLY)]
    until("what was said is read", lambda: said() == expected, seconds=SECONDS, scene=sandbox.scene)

    sandbox.ctl("close", tile)
    again = sandbox.spawn("--agent", agent, "--resume", session["id"] if agent in BY_ID else "last")
    sandbox.until_shows(again, REPLY, seconds=START_SECONDS)
    assert sandbox.tiles()[again]["session"] == session["id"]
