"""The mouse over tiles: who is told of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from textual import events

from hivemind.protocol.events import TileChanged, TileClosed
from hivemind.protocol.screen import Cursor, Modes, Size
from hivemind.protocol.status import Status
from hivemind.testing.scene import SCREENS, TILES
from hivemind.tui.tile_view import TileView
from hivemind.verbs.answer import Answer
from hivemind.verbs.mouse import Mouse
from hivemind.verbs.rows import Rows
from tests.tui.room import LARGE, SMALL, Room, room
from tests.tui.test_scroller import rows

DOWN, UP, MOVE = events.MouseDown, events.MouseUp, events.MouseMove
WHEEL_UP, WHEEL_DOWN = events.MouseScrollUp, events.MouseScrollDown


async def prepare(r: Room, mouse: int, **facts: Any) -> TileView:
    """The focused tile, whose program asked for the mouse."""
    r.link.replies[Rows] = rows
    fields = {"revision": 10, "modes": Modes(mouse=mouse, mouse_encoding=1006), **facts}
    await r.emit(msgspec.structs.replace(SCREENS[0], **fields))
    view = r.app.room.grid.view("t1")
    assert view is not None
    return view


async def point(r: Room, view: TileView, *kinds: type[events.MouseEvent], at: tuple[int, int], **keys: Any) -> None:
    """Do that with the mouse in a view, at a column and row of its content."""
    x, y = view.region.x + view.has_frame + at[0], view.region.y + 1 + at[1]
    await r.pilot._post_mouse_events(list(kinds), offset=(x, y), **{"button": 1, **keys})
    await r.pause()


def told(r: Room) -> list[tuple[str, str, int, int]]:
    return [(m.action, m.button, m.row, m.column) for m in r.link.asked(Mouse)]


@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        (0, []),
        (9, ["press left"]),
        (1000, ["press left", "release left", "press wheel_up", "press wheel_down"]),
        (1002, ["press left", "move left", "release left", "press wheel_up", "press wheel_down"]),
        (1003, ["press left", "move left", "release left", "move none", "press wheel_up", "press wheel_down"]),
    ],
)
async def test_a_program_is_told_what_it_asked_for(mode: int, wanted: list[str]) -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, mode)
        await point(r, view, DOWN, at=(3, 2))
        await point(r, view, MOVE, at=(4, 2))
        await point(r, view, UP, at=(4, 2))
        await point(r, view, MOVE, at=(5, 2), button=0)
        await point(r, view, WHEEL_UP, WHEEL_DOWN, at=(5, 2), button=0)
        assert [f"{action} {button}" for action, button, _, _ in told(r)] == wanted


async def test_a_click_is_told_by_the_cell_with_its_modifiers() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, 1000)
        await point(r, view, DOWN, at=(7, 4), button=3, control=True)
        assert r.link.asked(Mouse) == [
            Mouse(tile="t1", action="press", button="right", row=4, column=7, modifiers=["ctrl"])
        ]


async def test_a_view_that_shows_a_part_adds_where_that_part_is() -> None:
    async with room(size=SMALL) as r:
        view = await prepare(r, 1000, size=Size(40, 120), cursor=Cursor(39, 100), lines=((39, "x" * 100, ""),))
        assert view.shown.row > 0
        assert view.shown.column > 0
        await point(r, view, DOWN, at=(0, 0))
        assert told(r) == [("press", "left", view.shown.row, view.shown.column)]


async def test_a_click_on_another_tile_only_focuses_it() -> None:
    async with room(size=LARGE) as r:
        await r.press("ctrl+b", "tab")
        assert r.board.focus == "t2"
        view = await prepare(r, 1000)
        await point(r, view, DOWN, UP, at=(3, 2))
        assert (r.board.focus, told(r)) == ("t1", [])
        await point(r, view, DOWN, UP, at=(3, 2))
        assert [action for action, *_ in told(r)] == ["press", "release"]


async def test_the_title_and_the_border_are_not_the_programs() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, 1003)
        for at in ((3, -1), (-1, 2), (3, view.inner_rows)):
            await point(r, view, DOWN, UP, MOVE, at=at)
        assert told(r) == []


async def test_a_drag_goes_on_outside_the_tile_until_the_button_is_released() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, 1002)
        await point(r, view, DOWN, at=(3, 2))
        assert r.app.mouse_captured is view
        await point(r, view, MOVE, at=(-20, 2))
        await point(r, view, UP, at=(-20, 2))
        assert r.app.mouse_captured is None
        assert told(r) == [("press", "left", 2, 3), ("move", "left", 2, -20), ("release", "left", 2, -20)]


async def test_a_move_inside_one_cell_is_told_once() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, 1003)
        await point(r, view, MOVE, MOVE, at=(3, 2), button=0)
        assert told(r) == [("move", "none", 2, 3)]


async def test_a_tile_that_is_scrolled_back_or_has_ended_keeps_the_mouse_to_itself() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, 1003)
        await r.press("ctrl+b", "[")
        await point(r, view, DOWN, UP, MOVE, at=(3, 2))
        assert told(r) == []
        await r.press("q")
        await r.emit(TileChanged(msgspec.structs.replace(TILES[0], status=Status.EXITED, exit=0)))
        await point(r, view, DOWN, UP, MOVE, at=(3, 2))
        assert told(r) == []


async def test_a_tile_that_closes_under_a_held_button_lets_the_mouse_go() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, 1002)
        await point(r, view, DOWN, at=(3, 2))
        await r.emit(TileClosed("t1"))
        assert r.app.mouse_captured is None
        other = r.app.room.grid.view("t3")
        assert other
        await point(r, other, DOWN, UP, at=(3, 2))
        assert r.board.focus == "t3"


async def test_a_button_released_under_a_dialog_is_not_held_any_more() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, 1002)
        await point(r, view, DOWN, at=(3, 2))
        await r.press("ctrl+b", "?")
        assert r.app.mouse_captured is None
        await r.press("escape")
        await point(r, view, MOVE, at=(4, 2), button=0)
        await point(r, view, MOVE, at=(5, 2))
        assert [action for action, *_ in told(r)] == ["press"]


async def test_a_click_into_a_program_after_the_prefix_takes_it_back() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, 1000)
        r.past_grace()
        await r.press("ctrl+b")
        await point(r, view, DOWN, UP, at=(3, 2))
        await r.press("x")
        assert [action for action, *_ in told(r)] == ["press", "release"]
        assert (r.names, r.link.asked(Answer)) == (["x"], [])


PAGER = Modes(alternate=True, alternate_scroll=True)


async def test_the_wheel_is_arrow_keys_where_a_program_asked_for_that() -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, 0, modes=PAGER)
        await point(r, view, WHEEL_UP, WHEEL_DOWN, at=(3, 2))
        assert r.names == ["up"] * 3 + ["down"] * 3
        assert view.scroll is None


@pytest.mark.parametrize(
    ("modes", "keys"),
    [
        (Modes(alternate=True), {}),
        (Modes(alternate_scroll=True), {}),
        (PAGER, {"shift": True}),
    ],
    ids=["not asked for", "the main screen", "with shift"],
)
async def test_elsewhere_the_wheel_is_the_persons(modes: Modes, keys: dict[str, bool]) -> None:
    async with room(size=LARGE) as r:
        view = await prepare(r, 0, modes=modes, top=476)
        await point(r, view, WHEEL_UP, at=(3, 2), **keys)
        assert r.names == []
        assert view.scroll is not None


async def test_the_wheel_types_nothing_where_something_waits_for_an_answer() -> None:
    async with room(size=LARGE) as r:
        await prepare(r, 0)
        await r.emit(msgspec.structs.replace(SCREENS[1], revision=10, modes=PAGER))
        view = r.app.room.grid.view("t2")
        assert view is not None
        await point(r, view, WHEEL_DOWN, at=(3, 2))
        assert r.names == []
