"""Scrolling back, as a person does it: the wheel, the keys, a search."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from textual import events

from hivemind.base.errors import ExitedError, HiveError
from hivemind.protocol.events import ScreenChanged
from hivemind.protocol.screen import Modes, Size, Style
from hivemind.testing.scene import ASKS, SCREENS
from hivemind.tui.scroller import HINT, WHEEL_LINES
from hivemind.tui.signs import ASCII
from hivemind.tui.tile_view import TileView
from hivemind.verbs.history import History, Past, Place
from hivemind.verbs.paste import Paste
from hivemind.verbs.rows import Rows, StyledRows
from tests.tui.room import LARGE, Room, room

END = 500
"""Number behind the last line of every tile here."""

SCREEN = END - 24

ON_T1 = 60, 5
"""A cell of the focused tile, on a large terminal."""


def rows(verb: Rows) -> StyledRows:
    numbers = range(max(0, verb.start), min(END, verb.stop))
    styles = (Style(),)[verb.styles :]
    return StyledRows(0, SCREEN, END, [(n, f"past {n}", "") for n in numbers], styles, ())


def found(verb: History) -> Past:
    """Every line whose number can be divided by 100 holds the text."""
    start = verb.start or 0
    line = min(start - 1, END - 1) // 100 * 100 if verb.backwards else -(-start // 100) * 100
    match = Place(line, 0, line, 4) if 0 <= line < END and verb.find != "nothing" else None
    return Past(0, END - 1, [], match)


def changed(revision: int, **facts: Any) -> ScreenChanged:
    """The whole screen of the first tile, further down than the scene has it."""
    return msgspec.structs.replace(SCREENS[0], **{"revision": revision, "top": SCREEN, **facts})


async def prepare(r: Room, **facts: Any) -> TileView:
    r.link.replies |= {Rows: rows, History: found}
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
        assert f"↑ {10 * WHEEL_LINES + 7} " in title(view)


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


async def test_keys_move_through_the_history_until_it_is_left() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "[")
        assert r.said == f"✓ {HINT}"
        assert "↑ 0 " in title(view)
        scroll, page = view.scroll, view.inner_rows - 1
        assert scroll
        backs = []
        for key in ("up", "k", "down", "pageup", "g", "G", "pageup", "pagedown", "x"):
            await r.press(key)
            backs.append(scroll.back)
        assert backs == [1, 2, 1, 1 + page, view.live_top, 0, page, 0, 0]
        assert view.scroll is scroll
        await r.press("q", "x")
        assert r.names == ["x"]
        assert "↑" not in title(view)


async def test_a_search_goes_up_and_on_and_back() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "[", "/", *"Pasx", "backspace", "t", "space", "2")
        assert " /Past 2_ ↑ 0 " in title(view)
        await r.press("enter")
        assert view.scroll
        tops = [view.scroll.found.line if view.scroll.found else None]
        for key in ("n", "n", "N"):
            await r.press(key)
            tops.append(view.scroll.found.line if view.scroll.found else None)
        assert tops == [400, 300, 200, 300]
        assert "past 300" in shown(view)
        assert r.link.asked(History)[0] == History(
            tile="t1", find="Past 2", start=r.link.asked(History)[0].start, backwards=True
        )
        marked = view.render_line(shown(view).index("past 300") + 1)
        assert [s.text for s in marked if s.style and s.style.bgcolor and s.text == "past"] == ["past"]
        await r.press("/", "a", "escape")
        assert view.scroll.search is None


async def test_a_search_can_be_the_first_thing_and_says_when_there_is_nothing() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "/")
        r.app.post_message(events.Paste("nothing\nmore"))
        await r.pause()
        await r.press("enter")
        assert r.said == "✓ 'nothing' does not stand above"
        assert r.link.asked(History)[-1].ignore_case
        r.link.replies[History] = HiveError("broken")
        await r.press("n", "ctrl+b", "escape")
        assert "cannot be searched: broken" in r.said
        assert view.scroll


async def test_the_history_under_the_alternate_screen_is_the_main_ones() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, modes=Modes(alternate=True), top=0)
        await wheel(r, up=True)
        assert f"↑ {WHEEL_LINES} " in title(view)
        assert shown(view)[-1] == f"past {END - WHEEL_LINES - 1}"


async def test_another_size_and_another_connection_end_it() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await wheel(r, up=True)
        await r.emit(changed(11, size=Size(24, 100)))
        assert view.scroll is None
        await wheel(r, up=True)
        assert view.scroll
        r.app.viewers.restart()
        assert view.scroll is None


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
        assert r.said == "✓ no tile to read: ^B c starts an agent"


async def test_the_ascii_signs_have_their_own_arrow() -> None:
    async with room(size=LARGE, signs=ASCII) as r:
        view = await prepare(r)
        await wheel(r, up=True)
        assert f" ^ {WHEEL_LINES} +" in title(view)
