"""When a result counts as looked at."""

from __future__ import annotations

from typing import Any

from textual import events

from hivemind.protocol.events import TileChanged
from hivemind.protocol.frame import Frame
from hivemind.protocol.status import Status
from hivemind.testing.scene import tile
from hivemind.tui.looked import LATELY
from hivemind.verbs.seen import Seen
from hivemind.verbs.subscribe import Subscribed
from tests.tui.room import LARGE, Room, room

WORKING = tile("t1", "nav", "claude", Status.WORKING, 134)
DONE = tile("t1", "nav", "claude", Status.IDLE, 0, done=True)
OTHER = tile("t2", "docs", "claude", Status.IDLE, 60, done=True)


def hive(**more: Any) -> dict[str, Any]:
    frames = [Frame("f1", "api", "/home/me/shop", "", ("t1",)), Frame("f2", "web", "/web", "", ("t2",))]
    return {"tiles": [WORKING, OTHER], "asks": [], "frames": frames, **more}


def seen(r: Room) -> list[str]:
    return [call.tile for call in r.link.asked(Seen)]


async def test_a_result_before_somebodys_eyes_is_looked_at_once() -> None:
    async with room(**hive()) as r:
        assert seen(r) == []
        await r.emit(TileChanged(DONE))
        assert seen(r) == ["t1"]
        await r.press("x")
        await r.emit(TileChanged(DONE))
        assert seen(r) == ["t1"]


async def test_a_result_elsewhere_is_not_looked_at_before_one_goes_there() -> None:
    async with room(**hive()) as r:
        await r.press("x")
        assert seen(r) == []
        await r.press("ctrl+b", ")")
        assert seen(r) == ["t2"]


async def test_a_result_that_comes_while_nobody_is_here_waits_for_somebody() -> None:
    async with room(**hive()) as r:
        r.scene.clock.turn(LATELY + 1)
        await r.emit(TileChanged(DONE))
        assert seen(r) == []
        await r.press("x")
        assert seen(r) == ["t1"]


async def test_another_window_in_front_is_not_looking() -> None:
    async with room(**hive()) as r:
        r.app.post_message(events.AppBlur())
        await r.pause()
        await r.emit(TileChanged(DONE))
        assert seen(r) == []
        r.app.post_message(events.AppFocus())
        await r.pause()
        assert seen(r) == ["t1"]


async def test_under_a_dialog_and_on_the_board_nothing_is_looked_at() -> None:
    async with room(size=LARGE, **hive()) as r:
        await r.press("ctrl+b", "B")
        await r.emit(TileChanged(DONE))
        assert seen(r) == []
        await r.press("ctrl+b", "?")
        await r.emit(TileChanged(DONE))
        assert seen(r) == []
        await r.press("escape", "escape")
        assert seen(r) == ["t1"]


async def test_a_daemon_that_was_started_anew_is_told_again() -> None:
    async with room(**hive()) as r:
        await r.emit(TileChanged(DONE))
        r.app.incoming.on_loaded(Subscribed(tiles=[DONE, OTHER], asks=[], frames=hive()["frames"]))
        await r.pause()
        assert seen(r) == ["t1", "t1"]
