"""Dragging: borders that make tiles larger and smaller, titles that take a tile to another place."""

from __future__ import annotations

from msgspec.structs import replace

from hivemind.protocol.events import AskOpened, FramesChanged, TileClosed
from hivemind.protocol.frame import Frame, Layout, Leaf, Split
from hivemind.protocol.status import Status
from hivemind.testing.scene import ASKS, tile
from hivemind.verbs.layout import Lay
from hivemind.verbs.move import Move
from hivemind.verbs.resize import Resize
from hivemind.verbs.swap import Swap
from tests.tui.framed import API, COLUMNS, DOWN, MOVE, UP, WEB, boxes, drag, framed, mouse, shown
from tests.tui.room import LARGE, room


async def test_a_border_is_dragged_and_programs_are_resized_once_it_is_let_go() -> None:
    async with room(size=LARGE, **framed(replace(API, layout=COLUMNS))) as r:
        x, y, width, _ = boxes(r)["t1"]
        border, sizes = (x + width - 1, y + 5), len(r.link.asked(Resize))
        await mouse(r, DOWN, border)
        await mouse(r, MOVE, (border[0] + 10, y + 5))
        assert boxes(r)["t1"][2] == width + 10
        assert (r.link.asked(Lay), len(r.link.asked(Resize))) == ([], sizes)
        await mouse(r, MOVE, (border[0] + 6, y + 9))
        await mouse(r, UP, (border[0] + 6, y + 9))
        assert boxes(r)["t1"][2] == width + 6
        (call,) = r.link.asked(Lay)
        assert call.splits == Split(True, (Leaf("t1", width + 6), Leaf("t2", 166 - width - 6)))
        assert len(r.link.asked(Resize)) > sizes


async def test_a_border_that_is_let_go_unseen_is_where_it_was() -> None:
    async with room(size=LARGE, **framed(replace(API, layout=COLUMNS))) as r:
        before = boxes(r)
        x, y, width, _ = before["t1"]
        await mouse(r, DOWN, (x + width, y + 5))
        await mouse(r, MOVE, (x + width + 20, y + 5))
        await mouse(r, MOVE, (x + width + 20, y + 5), button=0)
        assert (boxes(r), r.link.asked(Lay)) == (before, [])


async def test_a_press_on_a_border_that_is_not_moved_changes_nothing() -> None:
    async with room(size=LARGE, **framed(replace(API, layout=COLUMNS))) as r:
        x, y, width, _ = boxes(r)["t1"]
        await drag(r, (x + width - 1, y + 5), (x + width - 1, y + 6))
        assert r.link.asked(Lay) == []


async def test_a_title_that_is_let_go_over_a_tile_swaps_the_two() -> None:
    async with room(size=LARGE, **framed()) as r:
        (x, y, *_), (other_x, other_y, *_) = boxes(r)["t1"], boxes(r)["t2"]
        await mouse(r, DOWN, (x + 6, y))
        await mouse(r, MOVE, (x + 6, y + 3))
        await mouse(r, MOVE, (other_x + 9, other_y + 9))
        assert "let go over a tile to swap" in r.said
        await mouse(r, UP, (other_x + 9, other_y + 9))
        assert r.link.asked(Swap) == [Swap(tile="t1", other="t2")]
        assert r.said == ""


async def test_a_title_that_is_let_go_over_a_tab_moves_its_tile_there() -> None:
    async with room(size=LARGE, **framed()) as r:
        x, y, *_ = boxes(r)["t2"]
        await drag(r, (x + 6, y), (r.app.room.top.text().index("web"), 0))
        assert r.link.asked(Move) == [Move(tile="t2", frame="f2")]
        await r.emit(FramesChanged((replace(API, tiles=("t1",)), replace(WEB, tiles=("t3", "t2")))))
        assert (r.board.frame_id, r.board.focus) == ("f2", "t2")
        await r.press("ctrl+b", "(")
        await r.emit(FramesChanged((replace(API, tiles=("t1", "t2")), WEB)))
        assert (r.board.frame_id, r.board.focus) == ("f1", "t1")


async def test_a_title_that_is_let_go_over_a_frame_in_the_list_moves_its_tile_there() -> None:
    async with room(size=LARGE, **framed()) as r:
        x, y, *_ = boxes(r)["t2"]
        listed = r.app.room.agents
        rows = listed.text().splitlines()
        places = [
            (10, listed.region.y + next(n for n, row in enumerate(rows) if name in row)) for name in ("web", "api")
        ]
        await drag(r, (x + 6, y), places[0])
        await drag(r, (x + 6, y), places[1])
        assert r.link.asked(Move) == [Move(tile="t2", frame="f2")]
        assert r.link.asked(Swap) == []


async def test_a_click_on_a_title_only_focuses() -> None:
    async with room(size=LARGE, **framed()) as r:
        x, y, *_ = boxes(r)["t2"]
        await drag(r, (x + 6, y), (x + 7, y))
        assert (r.board.focus, r.link.asked(Swap), r.link.asked(Move)) == ("t2", [], [])


async def test_a_tile_that_closes_while_a_border_is_dragged_takes_no_more_than_itself_along() -> None:
    three = [tile(f"t{n}", f"agent {n}", "claude", Status.WORKING, 10) for n in (1, 2, 3)]
    columns = Frame("f1", "api", "/home/me/shop", "", ("t1", "t2", "t3"), Layout("columns"))
    async with room(LARGE, tiles=three, asks=[], frames=[columns]) as r:
        x, y, *_ = boxes(r)["t3"]
        await mouse(r, DOWN, (x, y + 5))
        await mouse(r, MOVE, (x - 3, y + 5))
        await r.emit(TileClosed("t3"))
        await mouse(r, MOVE, (x - 6, y + 5))
        await mouse(r, UP, (x - 6, y + 5))
        assert shown(r) == ["t1", "t2"]
        assert not r.link.asked(Lay)


async def test_a_bar_that_comes_while_a_border_is_dragged_leaves_it_in_the_hand() -> None:
    async with room(LARGE, **framed(asks=[])) as r:
        x, y, *_ = boxes(r)["t2"]
        await mouse(r, DOWN, (x, y + 5))
        await mouse(r, MOVE, (x - 3, y + 5))
        await r.emit(AskOpened(ASKS[0]))
        await mouse(r, MOVE, (x - 6, y + 5))
        assert boxes(r)["t2"][0] == x - 6
