"""Selecting with the mouse, and links that are clicked."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from textual import events

from hivemind.protocol.screen import STYLE_BASE, Modes, Style
from hivemind.testing.scene import SCREENS
from hivemind.tui.copying.lines import Spot
from hivemind.tui.copying.selection import Selection
from hivemind.tui.selecting import CLICK_SECONDS
from hivemind.tui.tile_view import TileView
from hivemind.verbs.mouse import Mouse
from hivemind.verbs.rows import Rows, StyledRows
from tests.tui.room import LARGE, Room, room
from tests.tui.test_pointer import point

DOWN, UP, MOVE = events.MouseDown, events.MouseUp, events.MouseMove

END, SCREEN = 500, 476
LINKED = "\u0101"
"""The second style."""


def text(number: int) -> str:
    return f"at https://a.example/{number}" if number % 2 else f"some words {number}"


def rows(verb: Rows) -> StyledRows:
    numbers = range(max(0, verb.start), min(END, verb.stop))
    styles = (Style(), Style(link="https://there.example"))[verb.styles :]
    return StyledRows(0, SCREEN, END, [(n, text(n), LINKED * 4 * (n == SCREEN)) for n in numbers], styles, ())


async def prepare(r: Room, **facts: Any) -> TileView:
    """The focused tile shows the last lines of its history."""
    r.link.replies[Rows] = rows
    lines = tuple((y, text(SCREEN + y), LINKED * 4 * (not y)) for y in range(24))
    styles = (Style(), Style(link="https://there.example"))
    fields = {"revision": 10, "top": SCREEN, "lines": lines, "styles": styles, **facts}
    await r.emit(msgspec.structs.replace(SCREENS[0], **fields))
    view = r.app.room.grid.view("t1")
    assert view
    assert ord(LINKED) == STYLE_BASE + 1
    return view


def copied(r: Room) -> str:
    return r.app.copying.clipboard.text


def live(view: TileView) -> bool:
    return view.scroll is None


async def drag(r: Room, view: TileView, start: tuple[int, int], end: tuple[int, int], **keys: Any) -> None:
    await point(r, view, DOWN, at=start, **keys)
    await point(r, view, MOVE, at=end, **keys)
    await point(r, view, UP, at=end, **keys)


@pytest.mark.parametrize(
    ("start", "end", "keys", "want"),
    [
        ((5, 2), (9, 2), {}, "words"),
        ((9, 2), (5, 2), {}, "words"),
        ((11, 2), (1, 3), {}, "478\nat"),
        ((0, 2), (3, 4), {"control": True}, "some\nat h\nsome"),
    ],
)
async def test_a_drag_selects_and_letting_go_copies(
    start: tuple[int, int], end: tuple[int, int], keys: dict[str, Any], want: str
) -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await drag(r, view, start, end, **keys)
        assert (copied(r), r.link.asked(Mouse)) == (want, [])
        assert view.scroll is None


async def test_what_was_pressed_is_selected_though_lines_came_before_the_mouse_moved() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, top=SCREEN - 10)
        pressed = view.live_top + 2
        await point(r, view, DOWN, at=(0, 2))
        await prepare(r, revision=11)
        await point(r, view, MOVE, at=(79, 2))
        await point(r, view, UP, at=(79, 2))
        assert copied(r) == text(pressed)
        assert live(view)


async def test_a_click_alone_selects_nothing() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await point(r, view, DOWN, MOVE, UP, at=(5, 2))
        assert (copied(r), view.scroll, r.app.mouse_captured) == ("", None, None)


@pytest.mark.parametrize(("clicks", "want"), [(2, "https://a.example/477"), (3, "at https://a.example/477")])
async def test_two_clicks_select_a_word_and_three_a_line(clicks: int, want: str) -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        for _ in range(clicks):
            now = r.scene.clock.monotonic()
            await point(r, view, DOWN, UP, at=(5, 1))
            r.scene.clock.turn(now - r.scene.clock.monotonic())  # showing what was copied took no time
        assert copied(r) == want


async def test_slow_clicks_are_single_ones() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        for _ in range(3):
            await point(r, view, DOWN, UP, at=(5, 1))
            r.scene.clock.turn(2 * CLICK_SECONDS)
        assert copied(r) == ""


async def test_a_word_that_is_dragged_grows_by_words() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await point(r, view, DOWN, UP, at=(6, 2))
        await drag(r, view, (6, 2), (1, 2))
        assert copied(r) == "some words"


@pytest.mark.parametrize("keys", [{"shift": True}, {"meta": True}])
async def test_with_shift_or_alt_the_mouse_is_the_persons(keys: dict[str, Any]) -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, modes=Modes(mouse=1003, mouse_encoding=1006))
        await drag(r, view, (0, 0), (3, 0), **keys)
        await r.pilot._post_mouse_events([events.MouseScrollUp], offset=(60, 5), **keys)
        await r.pause()
        assert (copied(r), r.link.asked(Mouse)) == ("some", [])
        assert view.scroll


async def test_a_drag_beyond_the_edge_moves_the_view_on() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await point(r, view, DOWN, at=(3, 0))
        await point(r, view, MOVE, at=(3, -1))
        assert view.scroll
        assert view.scroll.top == 0
        assert view.scroll.selection == Selection("chars", Spot(view.live_top, 3))
        await point(r, view, UP, at=(3, -1))
        await r.pause()
        assert len(copied(r).splitlines()) == view.live_top + 1


async def test_in_copy_mode_the_selection_stays() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "[")
        await drag(r, view, (5, 2), (9, 2))
        assert copied(r) == "words"
        assert view.scroll
        assert view.scroll.selection
        await point(r, view, DOWN, UP, at=(1, 1))
        assert view.scroll.selection is None


async def test_the_alternate_screen_is_selected_on_as_well() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, modes=Modes(alternate=True), top=0)
        await drag(r, view, (5, 2), (9, 2))
        assert copied(r) == "words"


async def test_a_button_let_go_unseen_ends_it() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await point(r, view, DOWN, at=(5, 2))
        await point(r, view, MOVE, at=(9, 2))
        assert view.scroll
        await point(r, view, MOVE, at=(9, 2), button=0)
        assert (live(view), copied(r), r.app.mouse_captured) == (True, "", None)


@pytest.mark.parametrize(
    ("at", "want"), [((6, 1), "https://a.example/477"), ((2, 0), "https://there.example"), ((6, 0), "")]
)
@pytest.mark.parametrize("mouse", [0, 1000])
async def test_a_click_with_ctrl_opens_a_link(at: tuple[int, int], want: str, mouse: int) -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, modes=Modes(mouse=mouse, mouse_encoding=1006))
        await point(r, view, DOWN, UP, at=at, control=True)
        assert copied(r) == want
        assert bool(r.link.asked(Mouse)) == (mouse > 0 and not want)
        if not mouse:
            assert r.said == (f"✓ nothing here opens links; copied: {want}" if want else "! no link there")


async def test_a_link_that_was_scrolled_to_is_opened_too() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.pilot._post_mouse_events([events.MouseScrollUp], offset=(60, 5))
        await r.pause()
        assert view.scroll
        await point(r, view, DOWN, UP, at=(6, view.scroll.top % 2 ^ 1), control=True)
        assert copied(r).startswith("https://a.example/")


async def test_a_click_in_copy_mode_puts_the_cursor_there() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.press("ctrl+b", "[")
        await point(r, view, DOWN, UP, at=(5, 2))
        assert view.scroll
        assert view.scroll.cursor == Spot(view.scroll.top + 2, 5)


async def test_what_was_scrolled_back_stays_so_after_a_selection() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await r.pilot._post_mouse_events([events.MouseScrollUp], offset=(60, 5))
        await r.pause()
        await drag(r, view, (0, 0), (3, 0))
        assert view.scroll
        assert view.scroll.selection
        await r.pilot._post_mouse_events([events.MouseScrollDown], offset=(60, 5))
        await r.pause()
        assert live(view)


async def test_output_that_comes_while_one_selects_leaves_the_lines_and_is_shown_after() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r)
        await point(r, view, DOWN, at=(5, 2))
        await point(r, view, MOVE, at=(9, 2))
        await r.emit(msgspec.structs.replace(SCREENS[0], revision=11, top=SCREEN + 9))
        assert " 9 new lines " in view.render_line(0).text
        await point(r, view, UP, at=(9, 2))
        assert (copied(r), live(view)) == ("words", True)
