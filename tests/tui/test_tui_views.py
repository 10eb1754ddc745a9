"""Going from view to view, and what keys do in each: in the room, with the keys of a person."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from textual import events

from hivemind.protocol.events import AskClosed, AskOpened, FocusRequested, TileChanged, TileClosed
from hivemind.protocol.frame import Frame
from hivemind.protocol.status import Status
from hivemind.testing.scene import SCREENS, ask, tile
from hivemind.tui.actions.view import VIEW
from hivemind.tui.screens.finder import Finder
from hivemind.verbs.answer import Answer
from hivemind.verbs.resize import Resize
from hivemind.verbs.watch import Watch
from tests.tui.room import LARGE, MIDDLE, SMALL, Room, room

API = Frame("f1", "api", "/home/me/shop", "", ("t1", "t2"))
WEB = Frame("f2", "web", "/home/me/web", "", ("t3", "t4", "t5"))
TILES = [
    tile("t1", "nav", "claude", Status.WORKING, 134),
    tile("t2", "tests", "codex", Status.PERMISSION, 41),
    tile("t3", "review", "demo", Status.IDLE, 720),
    tile("t4", "docs", "demo", Status.IDLE, 60, done=True),
    tile("t5", "deploy", "demo", Status.PERMISSION, 10),
]
ASKS = [ask("t2", "rm -rf dist", 41), ask("t5", "make deploy", 10)]


def hive(**more: Any) -> dict[str, Any]:
    return {"tiles": TILES, "asks": ASKS, "frames": [API, WEB], **more}


async def go(r: Room, *keys: str) -> None:
    """Keys behind the prefix."""
    await r.press("ctrl+b", *keys)


def shown(r: Room) -> list[str]:
    return list(r.app.room.grid.sizes)


def agents(r: Room) -> str:
    return r.app.room.agents.text()


def cards(r: Room) -> str:
    return r.app.room.middle.cards.text()


async def test_the_queue_begins_with_the_oldest_ask_beside_its_live_tile() -> None:
    async with room(**hive()) as r:
        assert shown(r) == ["t1", "t2"]
        await go(r, "w")
        assert (r.board.focus, shown(r)) == ("t2", ["t2"])
        assert agents(r).index("tests") < agents(r).index("deploy") < agents(r).index("docs") < agents(r).index("nav")
        assert "queue" in r.app.room.top.text()


@pytest.mark.parametrize("key", ["down", "j"])
async def test_keys_move_the_choice_and_its_ask_comes_into_the_bar(key: str) -> None:
    async with room(**hive()) as r:
        await go(r, "w")
        await r.press(key)
        assert (r.board.focus, r.board.ask) == ("t5", ASKS[1])
        assert "make deploy" in r.bar
        await r.press("up")
        assert r.board.ask == ASKS[0]
        assert r.names == []  # no program got a key


async def test_the_program_of_the_queue_is_never_smaller_than_80x24() -> None:
    async with room(size=SMALL, **hive()) as r:
        await go(r, "w")
        await r.press("end")
        last = r.link.asked(Resize)[-1]
        assert (last.tile, last.rows, last.columns) == (r.board.focus, 24, 80)
        assert r.link.asked(Watch)[-1].tile == r.board.focus


async def test_programs_that_one_passes_by_in_the_queue_keep_their_size() -> None:
    async with room(**hive()) as r:
        await go(r, "w")
        r.link.calls.clear()
        slow = asyncio.Event()

        async def sleep(seconds: float) -> None:
            await slow.wait()

        r.scene.clock.sleep = sleep  # type: ignore[method-assign] # a clock on which a moment lasts
        await r.press("j", "j", "j")
        r.app.viewers.follow()  # what shows them may be laid out anew meanwhile
        assert r.link.asked(Resize) == []
        slow.set()
        await r.pause()
        assert [call.tile for call in r.link.asked(Resize)] == [r.board.focus]


async def test_an_answer_goes_to_the_chosen_one_and_the_choice_goes_on_to_the_next() -> None:
    async with room(**hive()) as r:
        await go(r, "w")
        await r.press("down")
        r.past_grace()
        await go(r, "a")
        assert [call.tile for call in r.link.asked(Answer)] == ["t5"]
        await r.emit(
            AskClosed(ASKS[1].fingerprint, "t5", "allowed"), TileChanged(replace(TILES[4], status=Status.WORKING))
        )
        assert (r.board.focus, r.board.ask) == ("t2", ASKS[0])
        await go(r, "a")  # pressed too soon: another ask came under the finger
        assert len(r.link.asked(Answer)) == 1


async def test_what_asks_elsewhere_does_not_move_the_choice() -> None:
    async with room(**hive(asks=[])) as r:
        await go(r, "w")
        await r.press("end")
        had = r.board.focus
        await r.emit(AskOpened(ASKS[0]))
        assert r.board.focus == had
        assert r.board.ask == ASKS[0]


async def test_what_the_chosen_one_asks_comes_into_the_bar_but_not_under_the_finger() -> None:
    async with room(**hive(asks=ASKS[:1])) as r:
        await go(r, "w")
        await r.press("down")
        assert r.board.focus == "t5"
        await r.emit(AskOpened(ASKS[1]))
        assert r.board.ask == ASKS[1]
        assert r.board.is_fresh(r.scene.clock.monotonic())


@pytest.mark.parametrize("key", ["escape", "w", "q"])
async def test_one_is_back_where_one_was(key: str) -> None:
    async with room(**hive()) as r:
        await go(r, "w")
        await r.press("end", key)
        assert (r.board.view, r.board.frame_id, r.board.focus) == ("tiles", "f1", "t1")
        assert shown(r) == ["t1", "t2"]


async def test_enter_opens_the_chosen_one_in_its_frame() -> None:
    async with room(**hive()) as r:
        await go(r, "w")
        await r.press("down", "enter")
        assert (r.board.view, r.board.frame_id, r.board.focus) == ("tiles", "f2", "t5")
        await r.press("y")
        assert r.names == ["y"]


async def test_other_keys_do_nothing_in_the_queue_and_say_what_does() -> None:
    async with room(**hive()) as r:
        await go(r, "w")
        await r.press("a")
        assert r.link.asked(Answer) == []
        assert "Enter opens it" in r.said


async def test_views_go_round_and_the_top_line_says_which_one_is_shown() -> None:
    async with room(size=LARGE, **hive()) as r:
        for view in ("queue", "board", "tiles"):
            await go(r, "v")
            assert r.board.view == view
            assert f" {view} " in r.app.room.top.text()
        x = r.app.room.top.text().index("tiles")
        await r.pilot.click("#top", offset=(x + 1, 0))
        await r.pause()
        assert r.board.view == "queue"


async def test_the_board_shows_no_tile_and_opens_the_chosen_card() -> None:
    async with room(**hive()) as r:
        await go(r, "B")
        assert shown(r) == []
        assert cards(r).splitlines()[0].split() == ["Doing", "1", "Needs", "you", "2", "Done", "2", "Esc", "back"]
        await r.press("right")
        assert r.board.focus == "t2"
        await r.press("right", "enter")
        assert (r.board.view, r.board.focus, r.board.frame_id) == ("tiles", "t4", "f2")
        assert "t4" in shown(r)


async def test_an_answer_on_the_board_goes_to_the_chosen_card() -> None:
    async with room(**hive()) as r:
        await go(r, "B")
        await r.press("right", "down")
        r.past_grace()
        await go(r, "x")
        assert [(call.tile, call.decision) for call in r.link.asked(Answer)] == [("t5", "deny")]


async def test_a_click_chooses_and_a_click_on_the_chosen_one_opens() -> None:
    async with room(**hive()) as r:
        await go(r, "w")
        row = next(n for n, line in enumerate(agents(r).splitlines()) if "docs" in line)
        await r.pilot.click("AgentList", offset=(5, row))
        await r.pause()
        assert (r.board.view, r.board.focus) == ("queue", "t4")
        row = next(n for n, line in enumerate(agents(r).splitlines()) if "docs" in line)
        await r.pilot.click("AgentList", offset=(5, row))
        await r.pause()
        assert (r.board.view, r.board.focus) == ("tiles", "t4")


async def test_an_agent_is_found_by_a_few_letters() -> None:
    async with room(**hive()) as r:
        await go(r, "s")
        await r.press("d", "o", "c")
        assert "/doc" in agents(r)
        assert "nav" not in agents(r)
        assert r.board.focus == "t1"
        await r.press("enter")
        assert (r.board.focus, r.board.frame_id) == ("t4", "f2")
        assert "nav" in agents(r)
        assert r.names == []


async def test_esc_lists_all_again_and_moves_nothing() -> None:
    async with room(**hive()) as r:
        await go(r, "s")
        await r.press("z", "z")
        assert "No agent matches." in agents(r)
        await r.press("escape", "x")
        assert "nav" in agents(r)
        assert (r.board.focus, r.names) == ("t1", ["x"])


async def test_arrows_move_among_the_matches() -> None:
    async with room(**hive()) as r:
        await go(r, "s")
        await r.press("d", "e", "m", "o", "down", "down", "enter")
        assert r.board.focus == "t4"


async def test_where_the_list_has_no_room_the_queue_is_shown_to_look_for_an_agent() -> None:
    async with room(size=SMALL, **hive()) as r:
        await go(r, "s")
        assert r.board.view == "queue"
        await r.press("d", "o", "c", "enter")
        assert (r.board.view, r.board.focus) == ("tiles", "t4")
        await go(r, "s")
        await r.press("n", "escape")
        assert (r.board.view, r.board.focus) == ("tiles", "t4")


async def test_a_click_on_a_heading_folds_its_frame_and_a_key_does_too() -> None:
    async with room(**hive()) as r:
        row = next(n for n, line in enumerate(agents(r).splitlines()) if "web" in line)
        await r.pilot.click("AgentList", offset=(5, row))
        await r.pause()
        assert "review" not in agents(r)
        await go(r, "F")
        assert "nav" not in agents(r)
        await go(r, "F")
        assert "nav" in agents(r)


async def test_the_wheel_scrolls_the_list_and_the_focus_stays() -> None:
    tiles = [tile(f"m{n}", f"task {n}", "demo", Status.IDLE, n) for n in range(40)]
    async with room(tiles=tiles, asks=[], frames=[]) as r:
        assert "task 39" not in agents(r)
        r.app.act("scroll_list", "999")
        await r.pause()
        assert "task 39" in agents(r)
        assert "above" in agents(r)
        assert r.board.focus == "m0"


async def test_the_wheel_turns_the_list_and_the_column_of_the_board_under_it() -> None:
    tiles = [tile(f"m{n}", f"task {n}", "demo", Status.WORKING, n) for n in range(40)]
    async with room(tiles=tiles, asks=[], frames=[]) as r:
        for _ in range(3):
            await r.pilot._post_mouse_events([events.MouseScrollDown], offset=(5, 10))
        await r.pause()
        assert "3 above" in agents(r)
        await r.pilot._post_mouse_events([events.MouseScrollUp], offset=(5, 10))
        await r.pause()
        assert "2 above" in agents(r)
        await go(r, "B")
        for _ in range(50):
            await r.pilot._post_mouse_events([events.MouseScrollDown], offset=(5, 10))
        await r.pause()
        assert "task 0" in cards(r)


async def test_the_right_button_opens_the_menu_of_an_agent_in_the_queue() -> None:
    async with room(**hive()) as r:
        await go(r, "w")
        for name in ("tests", "docs"):
            row = next(n for n, line in enumerate(agents(r).splitlines()) if name in line)
            await r.pilot.click("AgentList", offset=(5, row), button=3)
            await r.pause()
            assert isinstance(r.app.screen, Finder)
            assert r.board.view == "queue"
            await r.press("escape")


async def test_actions_on_tiles_leave_the_queue_first() -> None:
    async with room(size=LARGE, **hive()) as r:
        await go(r, "w")
        await go(r, "z")
        assert (r.board.view, r.board.focus, r.board.is_zoomed) == ("tiles", "t2", True)


async def test_moves_behind_the_prefix_move_the_choice_too() -> None:
    async with room(**hive()) as r:
        await go(r, "w")
        await go(r, "tab")
        assert r.board.focus == "t5"
        await go(r, "k")
        assert r.board.focus == "t2"


async def test_who_asks_for_the_focus_is_shown() -> None:
    async with room(**hive()) as r:
        await go(r, "B")
        await r.emit(FocusRequested("t3"))
        assert (r.board.view, r.board.focus) == ("tiles", "t3")


async def test_the_choice_outlives_its_tile() -> None:
    one = [TILES[0]]
    async with room(
        tiles=[*one, TILES[4]], asks=[], frames=[replace(API, tiles=("t1",)), replace(WEB, tiles=("t5",))]
    ) as r:
        await go(r, "w")
        await r.press("home")
        assert r.board.focus == "t5"
        await r.emit(TileClosed("t5"))
        assert r.board.focus == "t1"


async def test_every_view_fits_every_size() -> None:
    for size in ((60, 20), SMALL, MIDDLE, (400, 120)):
        async with room(size=size, **hive()) as r:
            r.link.screens |= {one.tile_id: replace(SCREENS[0], tile_id=one.tile_id) for one in TILES}
            for _ in range(3):
                await go(r, "v")
                inside = [w for w in (r.app.room.middle.agents, r.app.room.grid, r.app.room.middle.cards) if w.display]
                areas = [w.region for w in inside]
                assert all(area.right <= size[0] and area.bottom <= size[1] and area.height > 2 for area in areas)
                assert not any(a.overlaps(b) for n, a in enumerate(areas) for b in areas[n + 1 :])


def test_every_view_has_a_key() -> None:
    keys = {action.name: action.keys for action in VIEW.actions}
    assert (keys["queue"], keys["board"], keys["next_view"], keys["filter"]) == (("w",), ("B",), ("v",), ("s",))


async def test_the_board_is_left_and_the_palette_opened_with_the_mouse() -> None:
    async with room(**hive()) as r:
        await go(r, "B")
        await r.pilot.click(r.app.room.middle.cards, offset=(r.app.size.width - 3, 0))
        await r.pause()
        assert r.board.view == "tiles"
        await r.pilot.click(r.app.room.top, offset=(2, 0))
        await r.pause()
        assert isinstance(r.app.screen, Finder)
