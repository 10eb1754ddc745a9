"""Scrolling back, as a person does it: the wheel, the keys, a search."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from textual import events

from hivemind.base.errors import ExitedError
from hivemind.protocol.events import ScreenChanged, TileClosed
from hivemind.protocol.screen import Modes, Size, Style
from hivemind.testing.scene import ASKS, SCREENS
from hivemind.tui.action import groups
from hivemind.tui.keymap import Keymap
from hivemind.tui.scroller import WHEEL_LINES
from hivemind.tui.signs import ASCII
from hivemind.tui.tile_view import TileView
from hivemind.verbs.paste import Paste
from hivemind.verbs.rows import Rows, StyledRows
from hivemind.verbs.search import Places, Search
from tests.tui.room import LARGE, SMALL, Room, room

END = 500
"""Number behind the last line of every tile here."""

SCREEN = END - 24

ON_T1 = 60, 5
"""A cell of the focused tile, on a large terminal."""


def rows(verb: Rows) -> StyledRows:
    numbers = range(max(0, verb.start), min(END, verb.stop))
    styles = (Style(),)[verb.styles :]
    return StyledRows(0, SCREEN, END, [(n, f"past {n}", "") for n in numbers], styles, ())


def found(verb: Search) -> Places:
    """Every line whose number can be divided by 100 holds every text but one."""
    lines = [] if verb.text == "nothing" else range(0, END, 100)
    return Places(len(lines), [(line, 0, line, 4) for line in lines])


def changed(revision: int, **facts: Any) -> ScreenChanged:
    """The whole screen of the first tile, further down than the scene has it."""
    return msgspec.structs.replace(SCREENS[0], **{"revision": revision, "top": SCREEN, **facts})


async def prepare(r: Room, **facts: Any) -> TileView:
    r.link.replies |= {Rows: rows, Search: found}
    await r.emit(changed(10, **facts))
    view = r.app.room.grid.view("t1")
    assert view is not None
    return view


def shown(view: TileView) -> list[str]:
    return [view.render_line(y).text.strip("│ ") for y in range(1, view.inner_rows + 1)]


def title(view: TileView) -> str:
    return view.render_line(0).text


async def wheel(r: Room, *, up: bool, times: int = 1) -> None:
    kind = events.MouseScrollUp if up else events.MouseScrollDown
    await r.pilot._post_mouse_events([kind] * times, offset=ON_T1)
    await r.pause()


async def test_the_wheel_scrolls_back_and_down_again_to_the_live_screen() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        live = shown(view)
        await wheel(r, up=True, times=40)
        assert title(view).endswith(f" ↑ {40 * WHEEL_LINES} ┐")
        assert shown(view)[0] == f"past {view.live_top - 40 * WHEEL_LINES}"
        assert view.cursor_offset() is None
        await wheel(r, up=False, times=39)
        assert f"↑ {WHEEL_LINES}" in title(view)
        await wheel(r, up=False)
        assert view.scroll is None
        assert shown(view) == live
        assert "↑" not in title(view)


async def test_the_wheel_downwards_does_nothing_on_the_live_screen() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await wheel(r, up=False)
        assert view.scroll is None
        assert not r.link.asked(Rows)


async def test_new_output_does_not_move_what_is_read() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await wheel(r, up=True, times=10)
        before = shown(view)
        await r.emit(changed(11, top=SCREEN + 7))
        assert shown(view) == before
        assert f" 7 new lines ↑ {10 * WHEEL_LINES + 7} " in title(view)


async def test_a_typed_key_brings_the_live_screen_back_and_is_typed() -> None:
    async with room(size=LARGE, asks=[]) as r:
        view = await prepare(r)
        await wheel(r, up=True)
        await r.press("pageup")
        assert "↑" in title(view)
        await r.press("x")
        assert (view.scroll, r.names) == (None, ["x"])


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_escape_and_q_only_bring_the_live_screen_back(key: str) -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await wheel(r, up=True)
        await r.press(key)
        assert (view.scroll, r.names) == (None, [])


async def test_nothing_is_typed_unseen_at_a_question() -> None:
    async with room(size=LARGE, asks=[msgspec.structs.replace(ASKS[0], tile_id="t1")]) as r:
        view = await prepare(r)
        await wheel(r, up=True)
        await r.press("y")
        assert (view.scroll, r.names) == (None, [])
        await wheel(r, up=True)
        r.app.post_message(events.Paste("text"))
        await r.pause()
        assert view.scroll is None
        assert r.link.asked(Paste) == []
        await r.press("y")
        assert r.names == ["y"]


async def test_keys_go_to_copy_mode_until_it_is_left() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "[")
        assert r.said == "✓ copy mode: v selects, y copies, / searches, F1 shows all keys, q leaves"
        assert "copy ↑ 0 " in title(view)
        scroll = view.scroll
        assert scroll
        await r.press("g", "x")
        assert (view.scroll, scroll.back) == (scroll, view.live_top)
        await r.press("q", "x")
        assert r.names == ["x"]
        assert "↑" not in title(view)


async def test_the_wheel_in_copy_mode_takes_the_cursor_along_and_never_leaves() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "[")
        scroll = view.scroll
        assert scroll
        await wheel(r, up=True, times=20)
        assert scroll.cursor.line == scroll.top + view.inner_rows - 1
        await wheel(r, up=False, times=30)
        assert (view.scroll, scroll.back, scroll.cursor.line) == (scroll, 0, scroll.top)


async def test_pasted_text_goes_into_what_is_searched_and_else_brings_the_live_screen_back() -> None:
    async with room(size=LARGE, asks=[]) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "/")
        r.app.post_message(events.Paste("nothing\nmore"))
        await r.pause()
        assert " ?nothing_" in title(view)
        await r.press("enter")
        assert r.said == "! 'nothing' does not stand here"
        r.app.post_message(events.Paste("text"))
        await r.pause()
        assert view.scroll is None
        assert [paste.text for paste in r.link.asked(Paste)] == ["text"]


async def test_the_alternate_screen_has_the_history_of_the_main_one_above_it() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, modes=Modes(alternate=True), top=0)
        await wheel(r, up=True)
        assert f"↑ {WHEEL_LINES} " in title(view)
        assert shown(view)[0] == f"past {SCREEN + view.shown.row - WHEEL_LINES}"


async def test_another_connection_ends_it() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await wheel(r, up=True)
        assert view.scroll
        r.app.viewers.restart()
        assert view.scroll is None


async def test_another_size_moves_nothing_and_fetches_what_may_have_wrapped_anew() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "[", "g", "j", "v", "l", "l")
        scroll, asked = view.scroll, len(r.link.asked(Rows))
        assert scroll
        at = scroll.cursor
        await r.emit(changed(11, size=Size(24, 100)))
        assert view.scroll is scroll
        assert (shown(view)[0], scroll.cursor, scroll.selection is not None) == ("past 0", at, True)
        assert len(r.link.asked(Rows)) > asked
        await r.press("y")
        assert r.app.copying.clipboard.text == "pas"
        assert not r.names


async def test_a_smaller_view_keeps_the_cursor_in_sight() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "[", "g", "L")
        assert view.scroll
        last = view.scroll.cursor.line
        await r.pilot.resize_terminal(100, 24)
        await r.pause()
        view = r.app.room.grid.view("t1") or view
        assert view.scroll
        assert view.scroll.cursor.line == last
        assert view.scroll.top <= last < view.scroll.top + view.inner_rows


@pytest.mark.parametrize("away", [("ctrl+b", "tab"), ("ctrl+b", "w"), ("ctrl+b", "B")])
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_tile_that_was_hidden_is_read_back_where_it_was(size: tuple[int, int], away: tuple[str, str]) -> None:
    async with room(size=size) as r:
        await prepare(r)
        await r.press("ctrl+b", "[", "g", "j")
        await r.press(*away)
        await r.press(*(("ctrl+b", "shift+tab") if away[1] == "tab" else ("escape",)))
        view = r.app.room.grid.view("t1")
        assert view
        assert (shown(view)[0], "copy" in title(view)) == ("past 0", True)
        await r.press("j", "Y")
        assert r.app.copying.clipboard.text == "past 2"
        assert not r.names


async def test_in_the_queue_keys_go_to_the_list_though_a_tile_is_read_back() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "[", "g", "ctrl+b", "w")
        before = r.board.focus
        await r.press("j")
        assert r.board.focus != before
        assert view.scroll is None


async def test_a_tile_that_was_closed_while_it_was_hidden_leaves_nothing() -> None:
    async with room(size=SMALL) as r:
        await prepare(r)
        await r.press("ctrl+b", "[", "g", "ctrl+b", "tab")
        await r.emit(TileClosed("t1"))
        await r.press("ctrl+b", "tab")
        assert not r.app.room.grid.set_aside


async def test_a_history_that_does_not_come_is_told() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        r.link.replies[Rows] = ExitedError("it is gone")
        await wheel(r, up=True)
        assert view.scroll is None
        assert "cannot be read back: it is gone" in r.said


async def test_without_a_tile_there_is_nothing_to_read() -> None:
    async with room(tiles=[], asks=[]) as r:
        await r.press("ctrl+b", "[")
        assert r.said == "! no tile to read: ^B c starts an agent"


async def test_the_ascii_signs_have_their_own_arrow() -> None:
    async with room(size=LARGE, signs=ASCII) as r:
        view = await prepare(r)
        await wheel(r, up=True)
        assert f" ^ {WHEEL_LINES} +" in title(view)


async def test_where_nothing_was_before_the_wheel_stops_nothing() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, top=0)
        r.link.replies[Rows] = StyledRows(0, 0, 24, [], (), ())
        await wheel(r, up=True)
        assert view.scroll is None
        await r.emit(changed(11, top=0, modes=Modes(alternate=True)))
        await wheel(r, up=True)
        assert view.scroll is None


async def test_page_up_begins_copy_mode_a_page_back() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "pageup")
        assert view.scroll
        assert (view.scroll.keeps_keys, view.scroll.back) == (True, view.inner_rows - 1)


async def test_what_is_told_of_copy_mode_are_the_keys_in_force() -> None:
    keys = Keymap(groups(), copying={"leave": ["i"], "copy": []})
    async with room(size=LARGE, keys=keys) as r:
        await prepare(r)
        await r.press("ctrl+b", "[")
        assert r.said == "✓ copy mode: v selects, / searches, F1 shows all keys, i leaves"


async def test_a_search_that_is_on_its_way_in_one_tile_holds_up_none_in_another() -> None:
    async with room(size=LARGE, asks=[]) as r:
        await prepare(r)
        r.link.gates[Search] = asyncio.Event()
        await r.press("ctrl+b", "/", "a", "ctrl+b", "tab", "ctrl+b", "/", "b")
        assert [(call.tile, call.text) for call in r.link.asked(Search)] == [("t1", "a"), ("t2", "b")]
        r.link.gates[Search].set()
        await r.pause()
        view = r.app.room.grid.view("t2")
        assert view is not None
        assert view.scroll is not None
        assert view.scroll.finds is not None
