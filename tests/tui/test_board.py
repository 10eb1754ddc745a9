"""The room's state: what an event changes, who comes first, which ask is in the bar."""

from __future__ import annotations

from msgspec.structs import replace

from hivemind.protocol.ask import Ask
from hivemind.protocol.events import (
    AskClosed,
    AskOpened,
    FocusRequested,
    FramesChanged,
    Notice,
    TileChanged,
    TileClosed,
)
from hivemind.protocol.frame import Frame, Layout
from hivemind.protocol.status import Status
from hivemind.testing.scene import ask, tile
from hivemind.tui.board import GRACE, Board, key_of

ONE, TWO, THREE = (tile(f"t{n}", name, "demo", Status.IDLE, 5) for n, name in enumerate(("one", "two", "three"), 1))
OLD, NEW = ask("t2", "old", 50), ask("t3", "new", 10)


def board(*asks: Ask, now: float = 100.0) -> Board:
    made = Board()
    made.load([ONE, TWO, THREE], asks, now)
    return made


def test_the_first_tile_gets_the_focus() -> None:
    assert board().focus == "t1"


def test_the_focus_survives_a_reload_while_its_tile_does() -> None:
    room = board()
    room.open("t2")
    room.load([ONE, TWO], [], 0.0)
    assert room.focus == "t2"
    room.load([ONE], [], 0.0)
    assert room.focus == "t1"


def test_a_tile_that_was_asked_for_gets_the_focus_when_it_comes() -> None:
    room = board()
    room.open("t9")
    assert room.focus == "t1"
    room.apply(TileChanged(tile("t9", "nine", "demo", Status.IDLE, 0)), 0.0)
    assert room.focus == "t9"


def test_the_first_tile_of_an_empty_room_gets_the_focus() -> None:
    room = Board()
    room.apply(TileChanged(ONE), 0.0)
    assert room.focus == "t1"


def test_somebody_may_ask_for_the_focus() -> None:
    room = board()
    room.apply(FocusRequested("t3"), 0.0)
    assert room.focus == "t3"


def test_when_the_focused_tile_closes_its_neighbour_gets_the_focus() -> None:
    room = board()
    room.open("t2")
    room.apply(TileClosed("t2"), 0.0)
    assert room.focus == "t3"
    room.apply(TileClosed("t3"), 0.0)
    assert room.focus == "t1"
    room.apply(TileClosed("t1"), 0.0)
    assert room.focus is None
    room.apply(TileClosed("t1"), 0.0)


def test_the_asks_of_a_closed_tile_are_gone() -> None:
    room = board(OLD, NEW)
    room.apply(TileClosed("t2"), 0.0)
    assert room.ask == NEW


def test_steps_go_round() -> None:
    room = board()
    room.step(-1)
    assert room.focus == "t3"
    room.step(1)
    assert room.focus == "t1"


def test_the_oldest_ask_is_in_the_bar_whatever_came_first() -> None:
    assert board(NEW, OLD).ask == OLD


def test_two_tiles_may_ask_the_very_same_thing() -> None:
    room = board(ask("t2", "touch x", 9, fingerprint="same"), ask("t3", "touch x", 5, fingerprint="same"))
    assert len(room.waiting) == 2
    room.apply(AskClosed("same", "t2", "allowed"), 0.0)
    assert [a.tile_id for a in room.waiting] == ["t3"]


def test_a_later_ask_does_not_push_away_the_one_in_the_bar() -> None:
    room = board(NEW)
    room.apply(AskOpened(OLD), 200.0)
    assert room.ask == NEW
    assert not room.is_fresh(200.0)


def test_when_the_ask_in_the_bar_closes_the_next_one_is_fresh_for_a_while() -> None:
    room = board(OLD, NEW)
    room.apply(AskClosed(OLD.fingerprint, "t2", "allowed"), 200.0)
    assert room.ask == NEW
    assert room.is_fresh(200.0 + GRACE - 0.01)
    assert not room.is_fresh(200.0 + GRACE)


def test_an_ask_that_the_person_called_up_is_not_fresh() -> None:
    room = board(OLD, NEW, now=100.0)
    assert room.next_ask()
    assert room.ask == NEW
    assert not room.is_fresh(100.0)
    assert room.next_ask()
    assert room.ask == OLD


def test_there_is_no_next_ask_when_only_one_waits() -> None:
    assert not board(OLD).next_ask()
    assert not board().next_ask()


def test_the_ask_of_a_tile_can_be_called_up() -> None:
    room = board(OLD, NEW)
    room.show_ask_of("t3")
    assert room.ask == NEW
    room.show_ask_of("t1")
    assert room.ask == NEW


def test_who_needs_a_person_comes_first_and_longest_first() -> None:
    room = board(NEW, OLD)
    assert [t.name for t in room.by_need()] == ["two", "three", "one"]


def test_a_waiting_status_counts_as_need_even_without_an_ask() -> None:
    room = board()
    room.apply(TileChanged(tile("t2", "two", "demo", Status.QUESTION, 0)), 0.0)
    assert room.need_count == 1
    assert room.count(Status.IDLE) == 2


def test_a_closed_ask_is_no_longer_being_answered() -> None:
    room = board(OLD)
    room.answering.add(key_of(OLD))
    room.apply(AskClosed(OLD.fingerprint, "t2", "allowed"), 0.0)
    assert not room.answering


def test_events_that_are_not_about_tiles_change_nothing() -> None:
    room = board(OLD)
    room.apply(Notice("hello"), 500.0)
    assert (room.focus, room.ask, room.is_fresh(500.0)) == ("t1", OLD, False)


# -- frames --------------------------------------------------------------------------------------------------------

API, WEB, EMPTY = (
    Frame("f1", "api", "/api", tiles=("t1", "t2")),
    Frame("f2", "web", "/web", tiles=("t3",)),
    Frame("f3", "x"),
)


def framed(*frames: Frame, here: str = "") -> Board:
    made = Board()
    made.load([ONE, TWO, THREE], [], 0.0, frames=frames, here=here)
    return made


def looks(room: Board) -> tuple[str, str | None]:
    return room.frame_id, room.focus


def test_the_first_frame_is_looked_at_unless_the_folder_has_one() -> None:
    assert looks(framed(API, WEB)) == ("f1", "t1")
    assert looks(framed(API, WEB, here="/web")) == ("f2", "t3")
    assert looks(framed(API, WEB, here="/elsewhere")) == ("f1", "t1")


def test_each_frame_has_its_tiles_in_its_order() -> None:
    room = framed(replace(API, tiles=("t2", "t1")), WEB)
    assert room.order == ["t2", "t1"]
    assert [[t.name for t in room.members(frame)] for frame in room.frames] == [["two", "one"], ["three"]]
    assert room.frame_of("t3") == WEB


def test_a_frame_that_is_looked_at_again_has_the_focus_where_it_was() -> None:
    room = framed(API, WEB)
    room.open("t2")
    room.step_frame(1)
    assert looks(room) == ("f2", "t3")
    room.step_frame(1)
    assert looks(room) == ("f1", "t2")


def test_an_empty_frame_can_be_looked_at() -> None:
    room = framed(API, WEB, EMPTY)
    room.switch("f3")
    assert (looks(room), room.order, room.focused) == (("f3", None), [], None)
    room.step(1)
    assert looks(room) == ("f3", None)


def test_opening_a_tile_looks_at_its_frame() -> None:
    room = framed(API, WEB)
    room.open("t3")
    assert looks(room) == ("f2", "t3")


def test_steps_go_through_every_frame() -> None:
    room = framed(API, WEB)
    seen = []
    for _ in range(3):
        room.step(1)
        seen.append(looks(room))
    assert seen == [("f1", "t2"), ("f2", "t3"), ("f1", "t1")]


def test_a_new_tile_elsewhere_does_not_take_the_look_away() -> None:
    room = framed(API, WEB, EMPTY)
    room.switch("f3")
    room.apply(FramesChanged((API, replace(WEB, tiles=("t3", "t4")), EMPTY)), 0.0)
    room.apply(TileChanged(tile("t4", "four", "demo", Status.IDLE, 0)), 0.0)
    assert looks(room) == ("f3", None)


def test_the_first_tile_of_the_frame_that_is_looked_at_gets_the_focus() -> None:
    room = framed(API, WEB, EMPTY)
    room.switch("f3")
    room.apply(FramesChanged((API, WEB, replace(EMPTY, tiles=("t4",)))), 0.0)
    room.apply(TileChanged(tile("t4", "four", "demo", Status.IDLE, 0)), 0.0)
    assert looks(room) == ("f3", "t4")


def test_when_the_last_tile_of_a_frame_closes_the_next_frame_is_looked_at() -> None:
    room = framed(API, WEB)
    room.open("t3")
    room.apply(TileClosed("t3"), 0.0)
    room.apply(FramesChanged((API,)), 0.0)
    assert looks(room) == ("f1", "t1")


def test_a_tile_that_moves_leaves_the_focus_behind_unless_it_was_the_last() -> None:
    room = framed(API, WEB)
    room.apply(FramesChanged((replace(API, tiles=("t2",)), replace(WEB, tiles=("t3", "t1")))), 0.0)
    assert looks(room) == ("f1", "t2")
    room.apply(FramesChanged((replace(WEB, tiles=("t3", "t1", "t2")),)), 0.0)
    assert looks(room) == ("f2", "t2")


def test_tiles_that_no_frame_has_are_shown_in_one_of_their_own() -> None:
    room = framed(API)
    assert [(frame.frame_id, frame.tiles) for frame in room.frames] == [("f1", ("t1", "t2")), ("", ("t3",))]


def test_a_zoom_belongs_to_its_frame() -> None:
    room = framed(replace(API, layout=Layout(is_zoomed=True)), WEB)
    assert room.is_zoomed
    room.step_frame(1)
    assert not room.is_zoomed
    room.lay_out("f2", Layout(is_zoomed=True))
    assert room.is_zoomed


def test_what_was_asked_for_is_shown_until_the_daemon_has_answered_the_last_of_it() -> None:
    room = framed(API, WEB)
    rows, columns = Layout("rows"), Layout("columns")
    room.lay_out("f1", rows)
    room.lay_out("f1", columns)
    room.apply(FramesChanged((replace(API, layout=rows), WEB)), 0.0)
    room.laid_out("f1", rows, is_done=True)
    assert room.frames[0].layout == columns
    room.apply(FramesChanged((replace(API, layout=columns), WEB)), 0.0)
    room.laid_out("f1", columns, is_done=True)
    room.apply(FramesChanged((replace(API, layout=rows), WEB)), 0.0)
    assert room.frames[0].layout == rows


def test_what_the_daemon_refuses_is_as_it_was() -> None:
    room = framed(API, WEB)
    rows = Layout("rows")
    room.lay_out("f1", rows)
    assert room.frames[0].layout == rows
    room.laid_out("f1", rows, is_done=False)
    assert room.frames[0].layout == Layout()


def test_a_tile_whose_ask_is_being_allowed_needs_nobody() -> None:
    room = board()
    waiting = replace(TWO, status=Status.PERMISSION)
    room.apply(TileChanged(waiting), 0.0)
    assert room.need_count == 1
    room.apply(TileChanged(replace(waiting, answering=True)), 0.0)
    assert room.need_count == 0
    room.apply(AskOpened(OLD), 0.0)
    assert room.need_count == 1


def test_the_focus_stays_on_a_tile_whichever_frame_it_is_in_when_all_comes_anew() -> None:
    board = Board()
    board.focus = "t3"  # as before the room was drawn anew
    board.load([ONE, TWO, THREE], [], 0, frames=[API, WEB, EMPTY], here=API.folder)
    assert (board.focus, board.frame_id) == ("t3", WEB.frame_id)
    moved = [replace(API, tiles=("t1", "t2", "t3")), replace(WEB, tiles=())]
    board.load([ONE, TWO, THREE], [], 0, frames=moved, here=API.folder)
    assert (board.focus, board.frame_id) == ("t3", API.frame_id)


def test_back_goes_to_the_tile_that_had_the_focus_before_also_in_another_frame() -> None:
    board = Board()
    board.load(
        [ONE, TWO, THREE], [], 0.0, frames=[Frame("f1", "api", tiles=("t1", "t2")), Frame("f2", "web", tiles=("t3",))]
    )
    assert not board.back()
    board.open("t2")
    board.open("t3")
    assert (board.back(), board.focus, board.frame_id) == (True, "t2", "f1")
    assert (board.back(), board.focus, board.frame_id) == (True, "t3", "f2")
    board.apply(TileClosed("t2"), 1.0)
    assert (board.back(), board.focus) == (False, "t3")
