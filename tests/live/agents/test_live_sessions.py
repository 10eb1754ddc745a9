"""Claude Code and Codex themselves take up what they were told before, with a scripted model behind them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.testing.model_wire import Turn
from hivemind.testing.programs import CLAUDE, CODEX
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until
from tests.live.agents.stage import Stage, staged

pytestmark = pytest.mark.live

TASK, REPLY = "remember the word marmalade", "Marmalade it is, noted."

SESSION_SECONDS = 15


@pytest.fixture(params=[CLAUDE, CODEX], ids=lambda program: program.agent)
def stage(request: pytest.FixtureRequest, checkout: str, agents_bin: Path) -> Iterator[Stage]:
    with staged(request.param, checkout, agents_bin) as made:
        made.settle(is_trusted=True)
        yield made


def known_session(sandbox: Sandbox, tile: str) -> str:
    """Codex chooses its ids itself: it is known once a turn has ended."""

    def is_known() -> bool:
        return bool(sandbox.tiles()[tile]["session"])

    until(f"the session of {tile} is known", is_known, seconds=SESSION_SECONDS, scene=sandbox.scene)
    return str(sandbox.tiles()[tile]["session"])


def listed(sandbox: Sandbox, agent: str) -> list[dict[str, object]]:
    ran = sandbox.hive("sessions", agent, "--json")
    assert ran.exit == 0, ran
    found: list[dict[str, object]] = json.loads(ran.out)["sessions"]
    return found


def test_a_conversation_is_back_on_the_screen(stage: Stage) -> None:
    sandbox, agent = stage.sandbox, stage.program.agent
    stage.script.add(Turn(text=REPLY))
    first = stage.start(TASK)
    sandbox.until_shows(first, REPLY)
    sandbox.wait(first, "idle")
    session = known_session(sandbox, first)
    tile = sandbox.tiles()[first]
    assert tile["shown"] == (tile["title"] or TASK)  # no person named it

    sandbox.kill_daemon()
    assert sandbox.tiles()[first]["session"] == session
    open_elsewhere = sandbox.hive("ctl", "spawn", "--agent", agent, "--resume", session)
    assert (open_elsewhere.exit, first in open_elsewhere.err) == (2, True), open_elsewhere
    sandbox.ctl("close", first)

    sandbox.hive("daemon", "stop", "--yes")  # sessions are listed without it
    (found,) = listed(sandbox, agent)
    assert (found["id"], found["cwd"], found["prompt"]) == (session, str(sandbox.project), TASK)
    assert sandbox.hive("daemon", "status").exit == 3

    again = stage.take_up("last")
    sandbox.until_shows(again, REPLY)
    sandbox.wait(again, "idle")
    assert sandbox.tiles()[again]["session"] == session
    assert TASK in sandbox.screen(again)

    unknown = sandbox.hive("ctl", "spawn", "--agent", agent, "--resume", "0" * 8)
    assert (unknown.exit, session in unknown.err) == (5, True), unknown


def test_the_session_after_clear_is_the_one_that_is_taken_up(checkout: str, agents_bin: Path) -> None:
    with staged(CLAUDE, checkout, agents_bin) as stage:
        stage.settle(is_trusted=True)
        sandbox = stage.sandbox
        stage.script.add(Turn(text=REPLY), Turn(text="A new page."))
        tile = stage.start(TASK)
        sandbox.until_shows(tile, REPLY)
        sandbox.wait(tile, "idle")
        first = known_session(sandbox, tile)
        sandbox.ctl("send", tile, "/clear")

        def is_another() -> bool:
            return str(sandbox.tiles()[tile]["session"]) != first

        until("another session is known", is_another, seconds=SESSION_SECONDS, scene=sandbox.scene)
        second = known_session(sandbox, tile)
        sandbox.wait(tile, "idle")
        sandbox.ctl("send", tile, "a new task")
        sandbox.until_shows(tile, "A new page.")
        kept = [path for path in sandbox.home.rglob("*.jsonl") if second in path.name]
        assert len(kept) == 1
        assert sandbox.tiles()[tile]["source"] == "screen"
