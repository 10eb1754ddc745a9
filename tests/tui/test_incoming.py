"""What comes from the daemon, and what is said when nothing comes any more."""

from __future__ import annotations

import asyncio

from hivemind.base.errors import TileNotFoundError
from hivemind.protocol.events import (
    AskOpened,
    Notice,
    PermitsChanged,
    TileChanged,
)
from hivemind.protocol.settled import Permit
from hivemind.testing.link import FakeLink
from hivemind.testing.scene import ASKS, TILES, ask
from hivemind.verbs.interrupt import Interrupt
from hivemind.verbs.press import Press
from hivemind.verbs.watch import Watch
from tests.tui.room import room


async def test_an_error_stays_until_it_is_put_away() -> None:
    async with room() as r:
        r.link.replies[Interrupt] = TileNotFoundError("no tile t1", hint="see hive ctl list")
        await r.press("ctrl+b", "i")
        r.scene.clock.turn(3600)
        await r.press("a")
        assert "interrupt: no tile t1 (see hive ctl list)" in r.said
        await r.press("ctrl+b", "escape")
        assert r.said == ""


async def test_a_notice_is_shown() -> None:
    async with room() as r:
        await r.emit(Notice("the agent file of claude has a problem", is_error=True))
        assert "has a problem" in r.said


async def test_the_first_ask_explains_itself_once() -> None:
    async with room(asks=[]) as r:
        await r.emit(AskOpened(ASKS[0]))
        assert "press Ctrl+B, then a key below" in r.said
        await r.emit(Notice("something else"), AskOpened(ask("t3", "ls", 1)))
        assert r.said == "✓ something else"


async def test_a_room_with_only_the_demo_agent_says_how_to_get_others() -> None:
    async with room(tiles=[TILES[2]], asks=[]) as r:
        r.scene.clock.turn(3600)
        await r.pause()
        assert "^B c shows how to get a real one" in r.said
        await r.emit(TileChanged(TILES[0]))
        assert r.said == ""


async def test_the_first_agent_in_an_empty_room_says_where_keys_go() -> None:
    async with room(tiles=[], asks=[]) as r:
        assert r.said == ""
        await r.emit(TileChanged(TILES[0]))
        assert "press Ctrl+B first: ^B ? shows" in r.said


async def test_a_lost_connection_is_shown_and_keys_say_that_they_were_not_sent() -> None:
    async with room() as r:
        r.past_grace()
        r.link.lose()
        await r.pause()
        assert "connection lost" in r.app.room.top.text()
        await r.press("a")
        assert r.said == "! no daemon: the key was not sent; `hive daemon start` starts one that was stopped"
        await r.press("ctrl+b", "a")
        assert r.said == "! no daemon: nothing was typed; `hive daemon start` starts one that was stopped"
        assert r.app.is_running


async def test_after_a_reconnection_the_room_is_as_the_daemon_says() -> None:
    second = FakeLink(TILES[:2], [])

    async def reconnect() -> FakeLink:
        return second

    async with room(reconnect=reconnect) as r:
        await r.press("ctrl+b", "tab")
        r.link.lose()
        await r.pause()
        await r.pause()
        assert "connection lost" not in r.app.room.top.text()
        assert r.said.startswith("! connected again: review is gone, its program has ended")
        assert list(r.board.tiles) == ["t1", "t2"]
        assert r.board.focus == "t2"
        assert {v.tile for v in second.asked(Watch)} == {"t1", "t2"}
        await r.press("x")
        assert second.asked(Press) == [Press(tile="t2", names=["x"])]


async def test_a_reconnection_that_lost_nothing_says_no_more_than_that() -> None:
    async def reconnect() -> FakeLink:
        return FakeLink(TILES, [])

    async with room(reconnect=reconnect) as r:
        r.link.lose()
        await r.pause()
        await r.pause()
        assert r.said == "✓ connected again"


async def test_while_there_is_no_connection_the_bar_offers_no_keys_and_nothing_stands_allowed() -> None:
    async with room() as r:
        await r.emit(PermitsChanged((Permit("p", "t1", "fix nav", "run", "npm", 0, 10**15),)))
        assert "allowed without asking" in r.bar
        r.link.lose()
        await r.pause()
        assert "rm -rf dist" in r.bar
        assert r.bar.splitlines()[-1].strip() == "no connection: may be out of date, cannot be answered now"
        assert "allowed without asking" not in r.bar
        r.app.act("show_matter")
        await r.pause()
        assert "^B a" not in r.bar


async def test_a_key_that_was_on_its_way_when_the_daemon_died_leaves_no_error_behind() -> None:
    async with room(asks=[]) as r:
        r.link.gates[Press] = asyncio.Event()
        await r.press("x", "y")
        r.link.lose()
        await r.pause()
        assert r.said == ""
        assert "connection lost" in r.app.room.top.text()
