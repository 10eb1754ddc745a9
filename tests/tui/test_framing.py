"""Frames in a person's hands: layouts, splits, sizes, places and menus, by keys and by mouse."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from textual import events
from textual.widgets import Static

from hivemind.base.errors import BadRequestError
from hivemind.protocol.events import FocusRequested, FramesChanged, TileChanged, TileClosed
from hivemind.protocol.frame import Frame, Layout, Leaf, Split
from hivemind.protocol.status import Status
from hivemind.testing.scene import TILES, tile
from hivemind.tui.keyboard import REPEAT_SECONDS
from hivemind.tui.screens.finder import FoundList
from hivemind.verbs.here import Here
from hivemind.verbs.interrupt import Interrupt
from hivemind.verbs.layout import Lay
from hivemind.verbs.move import Move
from hivemind.verbs.rename_frame import RenameFrame
from hivemind.verbs.resize import Resize
from hivemind.verbs.spawn import Spawn, Spawned
from hivemind.verbs.swap import Swap
from tests.tui.framed import API, COLUMNS, DOWN, WEB, boxes, framed, mouse, shown, top
from tests.tui.room import LARGE, MIDDLE, SMALL, room

# -- layouts ---------------------------------------------------------------------------------------------------------


async def test_a_key_goes_through_the_layouts_and_the_daemon_is_told() -> None:
    async with room(size=LARGE, **framed()) as r:
        for kind in ("columns", "rows", "main", "grid"):
            await r.press("ctrl+b", "space")
            assert r.board.frame
            assert r.board.frame.layout.kind == kind
        told = [(call.frame, call.kind, call.zoom) for call in r.link.asked(Lay)]
        assert told == [("f1", kind, "off") for kind in ("columns", "rows", "main", "grid")]
        await r.press("ctrl+b", "alt+3")
        assert boxes(r)["t1"][3] < boxes(r)["t1"][2]
        await r.press("ctrl+b", "alt+5")
        assert "nothing is split here yet" in r.said


async def test_own_splits_are_one_of_the_layouts_once_there_are_some() -> None:
    async with room(size=LARGE, **framed(replace(API, layout=replace(COLUMNS, kind="main")), WEB)) as r:
        await r.press("ctrl+b", "space")
        assert r.board.frame
        assert r.board.frame.layout == COLUMNS


async def test_what_another_ui_changes_is_shown_here_and_each_keeps_its_own_focus() -> None:
    async with room(size=LARGE, **framed()) as r:
        await r.press("ctrl+b", "tab")
        await r.emit(FramesChanged((WEB, replace(API, layout=Layout("rows"), tiles=("t2", "t1")))))
        assert top(r) == " hive  ~/shop  web  ▸ api"
        assert (r.board.frame_id, r.board.focus) == ("f1", "t2")
        assert boxes(r)["t2"][1] < boxes(r)["t1"][1]


async def test_a_zoom_is_told_and_shown() -> None:
    async with room(size=LARGE, **framed()) as r:
        await r.press("ctrl+b", "z")
        assert (shown(r), r.link.asked(Lay)) == (["t1"], [Lay(frame="f1", zoom="on")])
        await r.press("ctrl+b", "z")
        assert (shown(r), r.link.asked(Lay)[1:]) == (["t1", "t2"], [Lay(frame="f1", zoom="off")])


@pytest.mark.parametrize("size", [(60, 20), SMALL, MIDDLE, LARGE, (400, 120)], ids=str)
async def test_every_size_shows_the_focus_and_no_program_gets_less_than_80x24(size: tuple[int, int]) -> None:
    tiles = [*TILES, *(tile(f"x{n}", f"more {n}", "demo", Status.IDLE, n) for n in range(6))]
    frame = Frame("f1", "api", tiles=tuple(one.tile_id for one in tiles), layout=Layout("columns"))
    async with room(size=size, **framed(frame, tiles=tiles)) as r:
        for kind in ("alt+1", "alt+2", "alt+3", "alt+4"):
            await r.press("ctrl+b", kind)
            for _ in range(3):
                await r.press("ctrl+b", "shift+tab")
                assert r.board.focus in shown(r)
        assert all(call.rows >= 24 and call.columns >= 80 for call in r.link.asked(Resize))


async def test_a_click_on_how_many_are_not_shown_shows_the_queue_of_all() -> None:
    many = tuple(tile(f"t{n}", f"n{n}", "demo", Status.IDLE, n) for n in range(1, 8))
    frame = replace(API, tiles=tuple(one.tile_id for one in many))
    async with room(tiles=list(many), asks=[], frames=[frame]) as r:
        line = r.app.room.top.text()
        assert "not shown" in line
        await r.pilot.click(offset=(line.index("not shown"), 0))
        await r.pause()
        assert r.board.view == "queue"


async def test_a_live_resize_lays_out_anew() -> None:
    async with room(size=LARGE, **framed(replace(API, layout=COLUMNS))) as r:
        assert shown(r) == ["t1", "t2"]
        await r.pilot.resize_terminal(60, 20)
        await r.pause()
        assert shown(r) == ["t1"]
        await r.pilot.resize_terminal(*LARGE)
        await r.pause()
        assert shown(r) == ["t1", "t2"]


async def test_a_ui_tells_that_it_is_used_where_nothing_is_typed() -> None:
    async with room(**framed()) as r:
        before = len(r.link.asked(Here))
        await r.press("x")
        assert len(r.link.asked(Here)) == before
        await r.press("ctrl+b", "tab")
        await r.pilot.resize_terminal(*LARGE)
        await r.pause()
        r.app.post_message(events.AppFocus())
        await r.pause()
        assert len(r.link.asked(Here)) == before + 3


@pytest.mark.parametrize(
    ("before", "after"), [((100, 30), (130, 40)), ((130, 40), (100, 30)), ((80, 24), (200, 60)), ((120, 40), (60, 20))]
)
async def test_a_live_resize_gives_each_program_one_size(before: tuple[int, int], after: tuple[int, int]) -> None:
    """One that is in between makes an agent paint twice, and wraps its lines anew."""
    async with room(before) as r:
        asked = len(r.link.asked(Resize))
        await r.pilot.resize_terminal(*after)
        await r.pause()
        told = [resize.tile for resize in r.link.asked(Resize)[asked:]]
        assert told
        assert sorted(told) == sorted(set(told))


async def test_a_tile_that_comes_back_to_view_is_given_its_size_again() -> None:
    async with room(**framed()) as r:
        sizes = len([call for call in r.link.asked(Resize) if call.tile == "t1"])
        await r.press("ctrl+b", ")", "ctrl+b", "(")
        assert len([call for call in r.link.asked(Resize) if call.tile == "t1"]) == sizes + 1


# -- splits and borders ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "place"), [("%", "beside"), ('"', "below")])
async def test_a_split_starts_an_agent_beside_or_below_the_focused_one(key: str, place: str) -> None:
    async with room(size=LARGE, **framed()) as r:
        r.link.replies[Spawn] = Spawned("t9")
        await r.press("ctrl+b", "tab", "ctrl+b", key, "enter")
        lay, spawn = r.link.asked(Lay)[0], r.link.asked(Spawn)[0]
        assert (lay.frame, lay.kind, lay.splits) == ("f1", "own", Split(True, (Leaf("t1"), Leaf("t2"))))
        assert (getattr(spawn, place), spawn.frame, spawn.cwd) == ("t2", None, "/home/me/shop")
        assert r.link.calls.index(lay) < r.link.calls.index(spawn)
        assert (spawn.rows, spawn.columns) == ((57, 80) if place == "beside" else (28, 81))


@pytest.mark.parametrize(("size", "below"), [(MIDDLE, "t2"), (LARGE, "t1"), (SMALL, None)])
async def test_in_a_layout_of_ones_own_an_agent_starts_where_there_is_room(
    size: tuple[int, int], below: str | None
) -> None:
    """At its end it might be one that is not shown."""
    async with room(size=size, **framed(replace(API, layout=COLUMNS))) as r:
        r.link.replies[Spawn] = Spawned("t9")
        await r.press("ctrl+b", "c", "enter")
        (spawn,) = r.link.asked(Spawn)
        assert (spawn.below, spawn.beside) == (below, None)
        assert spawn.frame == (None if below else "f1")
        assert r.link.asked(Lay) == []


async def test_a_split_that_is_called_off_changes_nothing() -> None:
    async with room(size=LARGE, **framed()) as r:
        await r.press("ctrl+b", "%", "escape")
        assert r.link.asked(Lay) == []


async def test_an_agent_starts_in_the_frame_that_is_looked_at() -> None:
    async with room(size=LARGE, **framed()) as r:
        r.link.replies[Spawn] = Spawned("t9")
        await r.press("ctrl+b", "c", "enter")
        await r.press("ctrl+b", ")", "ctrl+b", "c", "enter")
        assert [(call.cwd, call.frame) for call in r.link.asked(Spawn)] == [
            ("/home/me/shop", "f1"),
            ("/home/me/web", "f2"),
        ]
        await r.emit(
            FramesChanged((API, replace(WEB, tiles=("t3", "t9")))), TileChanged(tile("t9", "n", "demo", Status.IDLE, 0))
        )
        assert (r.board.frame_id, r.board.focus) == ("f2", "t9")


async def test_where_hive_was_started_is_offered_when_that_has_no_frame_yet() -> None:
    async with room(size=LARGE, **framed(WEB, tiles=TILES[2:], asks=[])) as r:
        r.link.replies[Spawn] = Spawned("t9")
        await r.press("ctrl+b", "c", "enter")
        assert [(call.cwd, call.frame) for call in r.link.asked(Spawn)] == [("/home/me/shop", None)]


async def test_keys_move_the_border_beside_the_focus() -> None:
    async with room(size=LARGE, **framed(replace(API, layout=COLUMNS))) as r:
        before = boxes(r)["t1"]
        await r.press("ctrl+b", "ctrl+right")
        assert boxes(r)["t1"][2] == before[2] + 4
        (call,) = r.link.asked(Lay)
        assert (call.kind, call.splits) == ("own", Split(True, (Leaf("t1", 87), Leaf("t2", 79))))
        await r.press("ctrl+b", "alt+left", "ctrl+b", "alt+left")
        assert boxes(r)["t1"][2] == before[2] - 4
        await r.press("ctrl+b", "ctrl+up")
        assert "no border moves that way" in r.said


async def test_for_a_moment_keys_that_move_borders_need_no_prefix() -> None:
    async with room(size=LARGE, **framed(replace(API, layout=COLUMNS))) as r:
        width = boxes(r)["t1"][2]
        await r.press("ctrl+b", "ctrl+right", "ctrl+right", "alt+right", "ctrl+left", "ctrl+right")
        assert (boxes(r)["t1"][2], r.names) == (width + 12, [])
        r.scene.clock.turn(REPEAT_SECONDS)
        await r.press("ctrl+right")
        assert (boxes(r)["t1"][2], r.names) == (width + 12, ["ctrl+right"])
        await r.press("ctrl+b", "ctrl+left", "x", "ctrl+left")
        assert (boxes(r)["t1"][2], r.names[1:]) == (width + 8, ["x", "ctrl+left"])


async def test_other_keys_do_not_repeat() -> None:
    async with room(size=LARGE, **framed()) as r:
        await r.press("ctrl+b", "space", "space")
        assert (len(r.link.asked(Lay)), r.names) == (1, ["space"])


# -- places ----------------------------------------------------------------------------------------------------------


async def test_tiles_change_places_by_keys_and_the_focus_stays_on_its_tile() -> None:
    async with room(size=LARGE, **framed()) as r:
        await r.press("ctrl+b", "}", "ctrl+b", "{")
        assert r.link.asked(Swap) == [Swap(tile="t1", other="t2")] * 2
        await r.press("ctrl+b", ")", "ctrl+b", "}")
        assert "no other tile" in r.said


async def test_a_tile_moves_to_a_frame_that_is_picked() -> None:
    async with room(size=LARGE, **framed()) as r:
        await r.press("ctrl+b", "m", "enter")
        assert r.link.asked(Move) == [Move(tile="t1", frame="f2")]


async def test_a_tile_moves_to_a_frame_of_its_own() -> None:
    async with room(size=LARGE, **framed()) as r:
        await r.press("ctrl+b", "!")
        assert r.link.asked(Move) == [Move(tile="t1", frame="fix nav", new=True)]
        r.link.replies[Move] = BadRequestError("no such tile")
        await r.press("ctrl+b", "!")
        assert "no such tile" in r.said


async def test_closing_the_zoomed_tile_shows_the_others_again() -> None:
    async with room(size=LARGE, **framed(replace(API, layout=Layout(is_zoomed=True)), WEB)) as r:
        await r.press("ctrl+b", "&", "enter")
        assert r.link.asked(Lay) == [Lay(frame="f1", zoom="off")]


async def test_a_tile_that_is_alone_in_its_frame_has_one_of_its_own() -> None:
    async with room(size=LARGE, **framed()) as r:
        await r.press("ctrl+b", ")", "ctrl+b", "!")
        assert r.link.asked(Move) == []
        assert "alone in its frame" in r.said


# -- menus -----------------------------------------------------------------------------------------------------------


async def test_the_right_button_on_a_title_opens_its_menu() -> None:
    async with room(size=LARGE, **framed()) as r:
        x, y, *_ = boxes(r)["t2"]
        await mouse(r, DOWN, (x + 6, y), button=3)
        assert type(r.app.screen).__name__ == "Finder"
        await r.press(*"zoom", "enter")
        assert r.link.asked(Lay) == [Lay(frame="f1", zoom="on")]
        assert (r.board.focus, shown(r)) == ("t2", ["t2"])


async def test_the_right_button_on_a_tab_opens_its_menu() -> None:
    async with room(**framed()) as r:
        await r.pilot.click(offset=(r.app.room.top.text().index("web"), 0), button=3)
        await r.pause()
        await r.press(*"rename", "enter", *"site", "enter")
        assert r.link.asked(RenameFrame) == [RenameFrame(frame="f2", name="site")]


async def test_the_right_button_on_a_name_in_the_list_opens_the_menu_of_tile_or_frame() -> None:
    async with room(**framed()) as r:
        rows = r.app.room.agents.text().splitlines()
        for name, title in (("review", "review"), ("web", "Frame web")):
            y = next(at for at, row in enumerate(rows) if f" {name} " in row)
            await r.pilot.click(r.app.room.agents, offset=(rows[y].index(name), y), button=3)
            await r.pause()
            assert str(r.app.screen.query(".title").first(Static).render()) == title
            await r.press("escape")


async def test_a_menu_opens_by_its_key_and_without_tiles_it_is_said_what_to_press() -> None:
    async with room(**framed()) as r:
        await r.press("ctrl+b", "M", *"interr", "enter")
        assert r.link.asked(Interrupt) == [Interrupt(tile="t1")]
        await r.press("ctrl+b", "T", "escape")
        assert r.app.screen is r.app.room
    async with room(tiles=[], asks=[]) as r:
        await r.press("ctrl+b", "M")
        assert "^B c starts an agent" in r.said


KEYS_AT_ONCE = {"zoom and back": ("ctrl+b", "z", "ctrl+b", "z"), "down and up in the queue": ("j", "k")}


@pytest.mark.parametrize("keys", KEYS_AT_ONCE.values(), ids=KEYS_AT_ONCE.keys())
async def test_a_tile_that_goes_and_comes_again_at_once_has_its_screen(keys: tuple[str, ...]) -> None:
    async with room(LARGE, asks=[]) as r:
        if keys[0] == "j":
            await r.press("ctrl+b", "w")
        for key in keys:  # as a terminal sends them that was slow: all in one turn
            r.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await r.pause()
        views = [r.app.room.grid.view(tile_id) for tile_id in shown(r)]
        assert views
        assert [view.tile.tile_id for view in views if view and view.is_restarting] == []


async def test_what_stands_for_two_keys_in_the_help_is_itself_in_a_menu_and_in_the_palette() -> None:
    async with room(size=LARGE, **framed()) as r:
        for opener in ("M", "T", ":"):
            await r.press("ctrl+b", opener, *"swap" if opener != "T" else "tab")
            labels = r.app.screen.query_one(FoundList).text()
            assert "before, after" not in labels
            assert "left, right" not in labels
            await r.press("escape")


async def test_a_key_goes_back_to_the_tile_that_had_the_focus_before() -> None:
    async with room(size=LARGE, **framed()) as r:
        await r.press("ctrl+b", ";")
        assert "no other tile had the focus before" in r.said
        await r.press("ctrl+b", ")", "ctrl+b", ";")
        assert (r.board.frame_id, r.board.focus) == ("f1", "t1")


async def test_what_is_picked_in_a_menu_is_done_to_nothing_else_than_it_was_opened_for() -> None:
    async with room(LARGE) as r:
        r.app.act("tile_menu", "t1")
        await r.pause()
        await r.press(*"interrupt")
        await r.emit(TileClosed("t1"))
        await r.press("enter")
        assert r.link.asked(Interrupt) == []
        assert r.said == "! what this menu was for is gone; nothing was done"


@pytest.mark.parametrize("key", ["}", ">"])
async def test_without_a_daemon_it_is_said_that_nothing_changes_places(key: str) -> None:
    async with room(LARGE, **framed()) as r:
        r.link.lose()
        await r.pause()
        await r.press("ctrl+b", key)
        assert r.said.startswith("! no daemon: nothing was done")


async def test_the_tile_that_was_picked_is_moved_wherever_the_focus_went() -> None:
    async with room(LARGE, **framed()) as r:
        await r.press("ctrl+b", "m", *"own")
        await r.emit(FocusRequested("t2"))
        await r.press("enter")
        assert [(call.tile, call.new) for call in r.link.asked(Move)] == [("t1", True)]
