"""The room in a person's hands: what keys and clicks do, driven by a pilot over a link in memory."""

from __future__ import annotations

import gc
import weakref

from textual import events

from hivemind.protocol.codec import MESSAGE_LIMIT, encode_request
from hivemind.protocol.events import (
    FocusRequested,
    TileChanged,
    TileClosed,
)
from hivemind.protocol.status import Status
from hivemind.testing.scene import Scene, ask, tile
from hivemind.tui.keyboard import PASTE_LIMIT
from hivemind.tui.main import settle_memory, take_along
from hivemind.verbs.answer import Answer
from hivemind.verbs.choose import Choose
from hivemind.verbs.close import Close
from hivemind.verbs.interrupt import Interrupt
from hivemind.verbs.paste import Paste
from hivemind.verbs.press import Press
from hivemind.verbs.rename import Rename
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


# -- in hand ---------------------------------------------------------------------------------------------------------


async def test_a_paste_after_the_prefix_takes_it_back_and_so_does_the_top_line() -> None:
    async with room() as r:
        before = r.app.room.top.text()
        await r.press("ctrl+b")
        assert "allow" in r.app.room.top.text()
        r.app.post_message(events.Paste("x"))
        await r.pause()
        assert r.app.room.top.text() == before


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
