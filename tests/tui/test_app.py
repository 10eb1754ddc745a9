"""The room in a person's hands: what keys and clicks do, driven by a pilot over a link in memory."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any

from textual import events

from hivemind.base.errors import TileNotFoundError
from hivemind.protocol.codec import MESSAGE_LIMIT, encode_request
from hivemind.protocol.events import (
    AskClosed,
    AskOpened,
    FocusRequested,
    Notice,
    PermitsChanged,
    ScreenChanged,
    TileChanged,
    TileClosed,
)
from hivemind.protocol.screen import Cursor, Modes, Size
from hivemind.protocol.settled import Permit
from hivemind.protocol.status import Status
from hivemind.testing.link import FakeLink
from hivemind.testing.scene import ASKS, TILES, Scene, ask, tile
from hivemind.tui.keyboard import PASTE_LIMIT
from hivemind.tui.main import settle_memory, take_along
from hivemind.verbs.answer import Answer
from hivemind.verbs.choose import Choose
from hivemind.verbs.close import Close
from hivemind.verbs.interrupt import Interrupt
from hivemind.verbs.paste import Paste
from hivemind.verbs.press import Press
from hivemind.verbs.rename import Rename
from hivemind.verbs.resize import Resize
from hivemind.verbs.watch import Watch
from tests.tui.room import LARGE, MIDDLE, SMALL, Room, room

# -- typing --------------------------------------------------------------------------------------------------------


async def test_what_is_typed_goes_to_the_focused_tile_in_order() -> None:
    async with room() as r:
        await r.press(*"hi!", "space", "enter", "ctrl+c", "ctrl+q", "tab", "escape", "shift+tab", "up", "f1", "ctrl+p")
        assert r.names == [
            *"hi!",
            "space",
            "enter",
            "ctrl+c",
            "ctrl+q",
            "tab",
            "escape",
            "shift+tab",
            "up",
            "f1",
            "ctrl+p",
        ]
        assert {call.tile for call in r.link.asked(Press)} == {"t1"}
        assert r.app.is_running


async def test_a_click_after_the_prefix_takes_it_back() -> None:
    async with room() as r:
        await r.press("ctrl+b")
        r.app.act("help")
        await r.pause()
        await r.press("escape", "x")
        assert (r.names, r.link.asked(Answer)) == (["x"], [])


async def test_the_prefix_twice_sends_it() -> None:
    async with room() as r:
        await r.press("ctrl+b", "ctrl+b", "x")
        assert r.names == ["ctrl+b", "x"]


async def test_a_paste_is_pasted() -> None:
    async with room() as r:
        r.app.post_message(events.Paste("one\ntwo"))
        await r.pause()
        assert r.link.asked(Paste) == [Paste(tile="t1", text="one\ntwo")]


async def test_a_paste_that_fits_no_message_is_refused_in_words() -> None:
    async with room() as r:
        r.app.post_message(events.Paste("x" * (PASTE_LIMIT + 1)))
        await r.pause()
        assert r.link.asked(Paste) == []
        assert f"at most {PASTE_LIMIT}" in r.said


def test_the_longest_paste_fits_one_message() -> None:
    for character in ("\x1b", "\U00020000", '"'):
        assert len(encode_request(1, "paste", Paste(tile="t1", text=character * PASTE_LIMIT))) < MESSAGE_LIMIT


async def test_an_unknown_key_after_the_prefix_types_nothing_and_says_so() -> None:
    async with room() as r:
        await r.press("ctrl+b", "y")
        assert r.names == []
        assert "^B y does nothing" in r.said


async def test_a_program_that_has_ended_gets_no_keys() -> None:
    async with room(tiles=[tile("t1", "build", None, Status.EXITED, 3, exit=1)], asks=[]) as r:
        await r.press("a")
        assert r.names == []
        assert "has ended" in r.said


async def test_keys_in_an_empty_room_say_what_to_press() -> None:
    async with room(tiles=[], asks=[]) as r:
        await r.press("a")
        assert "^B c starts an agent" in r.said


# -- moving --------------------------------------------------------------------------------------------------------


async def test_moving_by_order_and_by_place() -> None:
    async with room(size=LARGE) as r:
        seen = []
        for keys in (["tab"], ["shift+tab"], ["right"], ["h"], ["down"], ["k"]):
            await r.press("ctrl+b", *keys)
            seen.append(r.board.focus)
        assert seen == ["t2", "t1", "t2", "t1", "t3", "t1"]


async def test_where_one_tile_is_shown_the_arrows_go_through_all() -> None:
    async with room(size=SMALL) as r:
        await r.press("ctrl+b", "l", "ctrl+b", "j")
        assert r.board.focus == "t3"
        await r.press("x")
        assert r.link.asked(Press)[-1].tile == "t3"


async def test_zoom_shows_one_tile_alone_and_all_again() -> None:
    async with room() as r:
        await r.press("ctrl+b", "z")
        assert list(r.app.room.grid.sizes) == ["t1"]
        assert not r.app.room.agents.display
        assert r.app.room.grid.sizes["t1"] == (37, 118)
        await r.press("ctrl+b", "z")
        assert list(r.app.room.grid.sizes) == ["t1", "t2", "t3"]


async def test_the_list_of_agents_can_be_put_away() -> None:
    async with room() as r:
        assert r.app.room.agents.display
        await r.press("ctrl+b", "b")
        assert not r.app.room.agents.display


async def test_a_click_focuses_a_tile_or_an_entry_of_the_list() -> None:
    async with room() as r:
        await r.pilot.click(offset=(60, 20))
        await r.pause()
        assert r.board.focus == "t2"
        await r.pilot.click(offset=(5, 7))
        await r.pause()
        assert r.board.focus == "t3"


async def test_a_click_on_an_option_in_the_bar_answers() -> None:
    async with room(size=LARGE) as r:
        r.past_grace()
        x = r.app.room.bar.text().splitlines()[1].index("^B 3")
        await r.pilot.click(offset=(x + 1, 59))
        await r.pause()
        assert r.link.asked(Choose) == [Choose(tile="t2", number=3, ask="ask-t2")]


async def test_somebody_may_bring_a_tile_to_view() -> None:
    async with room() as r:
        await r.emit(FocusRequested("t3"))
        assert r.board.focus == "t3"


# -- tiles and their screens -----------------------------------------------------------------------------------------


async def test_what_is_shown_is_watched_in_its_size_and_no_program_gets_less_than_80x24() -> None:
    async with room(size=LARGE) as r:
        assert {(v.tile, v.rows >= 24, v.columns >= 80) for v in r.link.asked(Resize)} == {
            (t, True, True) for t in ("t1", "t2", "t3")
        }
        assert r.link.asked(Watch) == [Watch(tile=t, on=True) for t in ("t1", "t2", "t3")]


async def test_what_is_hidden_is_not_watched() -> None:
    async with room(size=SMALL) as r:
        assert r.link.asked(Watch) == [Watch(tile="t1", on=True)]
        await r.press("ctrl+b", "tab")
        assert r.link.asked(Watch)[1:] == [Watch(tile="t1", on=False), Watch(tile="t2", on=True)]


async def test_an_ask_that_comes_or_goes_resizes_no_program() -> None:
    async with room(asks=[]) as r:
        before = len(r.link.asked(Resize))
        await r.emit(AskOpened(ASKS[0]))
        assert "asks permission" in r.bar
        await r.emit(AskClosed("ask-t2", "t2", "gone"))
        assert len(r.link.asked(Resize)) == before


def change(base: int, revision: int, **fields: Any) -> ScreenChanged:
    rest = {
        "size": Size(24, 80),
        "top": 0,
        "cursor": Cursor(0, 0),
        "title": "",
        "modes": Modes(),
        "lines": ((0, "new", ""),),
        "styles": (),
        "clusters": (),
    }
    return ScreenChanged(tile_id="t1", base=base, revision=revision, **{**rest, **fields})


async def test_an_update_that_does_not_fit_is_answered_by_asking_once_for_the_whole() -> None:
    async with room() as r:
        view = r.app.room.grid.view("t1")
        assert view
        await r.emit(change(1, 2))
        assert view.mirror.rows[0].text == "new"
        before = len(r.link.asked(Watch))
        del r.link.screens["t1"]
        await r.emit(change(7, 8), change(8, 9))
        assert r.link.asked(Watch)[before:] == [Watch(tile="t1", on=True)]
        await r.emit(change(0, 9))
        assert view.mirror.revision == 9


async def test_an_update_of_a_tile_that_is_not_shown_is_ignored() -> None:
    async with room(size=SMALL) as r:
        await r.emit(ScreenChanged("t3", 4, 5, Size(24, 80), 0, Cursor(0, 0), "", Modes(), (), (), ()))
        assert len(r.link.asked(Watch)) == 1


async def test_new_tiles_come_and_closed_ones_go() -> None:
    async with room() as r:
        await r.emit(TileChanged(tile("t4", "four", "demo", Status.WORKING, 0)))
        assert list(r.app.room.grid.sizes) == ["t1", "t2", "t3", "t4"]
        await r.emit(TileClosed("t1"), TileClosed("t3"))
        assert list(r.app.room.grid.sizes) == ["t2", "t4"]
        assert r.board.focus == "t2"


async def test_names_and_text_of_agents_are_never_markup() -> None:
    wicked = tile("t1", "[bold red]x[/]", "demo", Status.IDLE, 3, last="[link=file:///]y[/link] \x1b[2J", title="[b]")
    async with room(tiles=[wicked], asks=[ask("t1", "echo [red]hi[/red]", 3)]) as r:
        assert "[bold red]x[/]" in r.app.room.agents.text()
        assert "echo [red]hi[/red]" in r.bar
        await r.press("ctrl+b", "&")
        assert "Close [bold red]x[/]?" in str(r.app.screen.query(".title").first().render())


# -- agents --------------------------------------------------------------------------------------------------------


async def test_interrupt() -> None:
    async with room() as r:
        await r.press("ctrl+b", "i")
        assert r.link.asked(Interrupt) == [Interrupt(tile="t1")]
        assert r.said == "✓ fix nav: interrupted"


async def test_closing_asks_first() -> None:
    async with room() as r:
        await r.press("ctrl+b", "&", "escape")
        assert not r.link.asked(Close)
        await r.press("ctrl+b", "&", "enter")
        assert r.link.asked(Close) == [Close(tile="t1")]
        assert r.names == []


async def test_closing_what_has_ended_does_not_ask() -> None:
    async with room(tiles=[tile("t1", "build", None, Status.EXITED, 3, exit=1)], asks=[]) as r:
        await r.press("ctrl+b", "&")
        assert r.link.asked(Close) == [Close(tile="t1")]


async def test_rename() -> None:
    async with room() as r:
        await r.press("ctrl+b", ",", "end", *" 2", "enter")
        assert r.link.asked(Rename) == [Rename(tile="t1", name="fix nav 2")]


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


async def test_leaving_ends_the_app_and_nothing_else() -> None:
    async with room() as r:
        await r.press("ctrl+b", "d")
        assert r.app.return_code == 0
        assert not r.link.asked(Close)


async def test_help_opens_and_closes() -> None:
    async with room() as r:
        await r.press("ctrl+b", "?")
        assert r.app.screen is not r.app.room
        await r.press("escape", "x")
        assert r.app.screen is r.app.room
        assert r.names == ["x"]


# -- the daemon goes away --------------------------------------------------------------------------------------------


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


async def test_a_paste_after_the_prefix_takes_it_back_and_so_does_the_top_line() -> None:
    async with room() as r:
        before = r.app.room.top.text()
        await r.press("ctrl+b")
        assert "allow" in r.app.room.top.text()
        r.app.post_message(events.Paste("x"))
        await r.pause()
        assert r.app.room.top.text() == before


async def test_a_key_that_was_on_its_way_when_the_daemon_died_leaves_no_error_behind() -> None:
    async with room(asks=[]) as r:
        r.link.gates[Press] = asyncio.Event()
        await r.press("x", "y")
        r.link.lose()
        await r.pause()
        assert r.said == ""
        assert "connection lost" in r.app.room.top.text()


async def test_a_room_that_is_drawn_anew_has_what_somebody_had_in_hand() -> None:
    async with room(asks=[]) as r:
        r.board.open("t3")
        await r.press("ctrl+b", "t", *"half a text")
        r.app.copying.clipboard.text = "copied"
        scene = Scene(asks=[])
        take_along(scene.app, r.app)
    async with scene.app.run_test(size=MIDDLE) as pilot:
        anew = Room(scene, pilot)
        await anew.press("ctrl+b", "t")
        assert anew.board.focus == "t3"
        assert "half a text" in anew.bar
        await anew.press("escape", "ctrl+b", "]")
        assert anew.link.asked(Paste) == [Paste(tile="t3", text="copied")]


def test_of_a_room_that_is_drawn_anew_the_one_before_is_not_kept_in_memory() -> None:
    class Thing:
        """Holds itself, as a room does."""

        def __init__(self) -> None:
            self.itself = self

    threshold, thing = gc.get_threshold(), Thing()
    known = weakref.ref(thing)
    try:
        settle_memory()
        del thing
        settle_memory()
        assert known() is None
    finally:
        gc.unfreeze()
        gc.set_threshold(*threshold)
