"""The list of agents as state: headings, folds, what is looked for, what is in view."""

from __future__ import annotations

from hivemind.protocol.events import AskClosed, TileChanged
from hivemind.protocol.frame import Frame
from hivemind.protocol.status import Status
from hivemind.testing.scene import ask, tile
from hivemind.tui.board import Board
from hivemind.tui.listing import Listing, Section, Window, stepped
from hivemind.tui.order import Rank

API = Frame("f1", "api", "/api", "", ("t1", "t2"))
WEB = Frame("f2", "web", "/web", "", ("t3",))
EMPTY = Frame("f3", "later", "/later", is_kept=True)

TILES = [
    tile("t1", "one", "demo", Status.WORKING, 5),
    tile("t2", "two", "demo", Status.PERMISSION, 9),
    tile("t3", "three", "claude", Status.IDLE, 5, done=True),
]


def listing(*frames: Frame) -> Listing:
    board = Board()
    board.load(TILES, [ask("t2", "rm -rf dist", 9)], 0.0, frames=frames)
    return Listing(board)


def listed(sections: list[Section]) -> list[tuple[str, list[str]]]:
    return [(section.title, [one.tile_id for one in section.tiles]) for section in sections]


def typed(it: Listing, text: str) -> None:
    it.look_for()
    for letter in text:
        assert it.type("space" if letter == " " else letter)


def test_who_needs_a_person_is_first_and_then_each_frame() -> None:
    found = listing(API, WEB, EMPTY).sections()
    assert listed(found) == [("Needs you", ["t2"]), ("api", ["t1"]), ("web", ["t3"]), ("later", [])]


def test_one_frame_needs_no_headings() -> None:
    assert listed(listing(Frame("f", "all", "/", "", ("t1", "t2", "t3"))).sections()) == [
        ("", ["t2"]),
        ("", ["t1", "t3"]),
    ]


def test_a_folded_frame_says_how_many_it_has_and_shows_who_needs_a_person() -> None:
    it = listing(API, WEB)
    it.fold("f1")
    it.fold("f2")
    found = it.sections()
    assert listed(found) == [("Needs you", ["t2"]), ("api", []), ("web", [])]
    assert [(one.is_folded, one.count) for one in found] == [(False, 1), (True, 1), (True, 1)]
    it.fold("f2")
    assert listed(it.sections())[2] == ("web", ["t3"])


def test_what_is_looked_for_is_found_in_folded_frames_too() -> None:
    it = listing(API, WEB, EMPTY)
    it.fold("f2")
    typed(it, "claude")
    assert listed(it.sections()) == [("web", ["t3"])]
    assert (it.found, it.marked) == ("t3", "t3")
    it.stop_looking()
    assert listed(it.sections())[2] == ("web", [])
    assert it.marked == "t1"  # the focus never moved


def test_every_letter_finds_the_first_match_and_what_matches_nothing_finds_nothing() -> None:
    it = listing(API, WEB)
    typed(it, "t")
    assert it.found == "t2"
    typed(it, "one")
    assert it.found == "t1"
    typed(it, "onex")
    assert it.found is None
    assert it.sections() == []
    assert it.step(1) is None
    assert it.type("backspace")
    assert it.found == "t1"
    it.paste("\n TWO\n")
    assert it.words == ["one", "two"]


def test_the_marked_one_moves_among_what_is_listed() -> None:
    it = listing(API, WEB)
    typed(it, "t")
    assert (it.step(1), it.step(-1), it.step(99)) == ("t3", "t2", "t3")


def test_the_chosen_one_of_the_queue_stays_where_it_is() -> None:
    it = listing(API, WEB)
    it._board.view = "queue"
    it._board.open("t3")
    it.hold()
    assert it.held == ("t3", Rank.DONE)
    it._board.tiles["t3"] = tile("t3", "three", "claude", Status.IDLE, 5)
    it.hold()
    assert listed(it.sections())[1] == ("Done", ["t3"])
    it._board.open("t1")
    it.hold()
    assert listed(it.sections())[2] == ("Others", ["t3"])


def test_who_was_answered_last_stays_on_top_and_does_not_count() -> None:
    it = listing(API, WEB)
    it._board.view = "queue"
    it._board.open("t2")
    it.hold()
    it._board.apply(AskClosed("ask-t2", "t2", "allowed"), 0.0)
    it._board.apply(TileChanged(tile("t2", "two", "demo", Status.WORKING, 0)), 0.0)
    first = it.sections()[0]
    assert (first.title, [one.tile_id for one in first.tiles], first.count) == ("Answered", ["t2"], 0)


def test_a_window_follows_what_is_meant_and_stays_where_it_was_scrolled() -> None:
    window = Window()
    assert window.show(20, 5, span=range(10, 12), about="a") == range(7, 12)
    window.move(-3)
    assert window.show(20, 5, span=range(10, 12), about="a") == range(4, 9)
    assert window.show(20, 5, span=range(2, 4), about="b") == range(2, 7)
    window.move(99)
    assert window.show(20, 5, span=range(2, 4), about="b") == range(15, 20)
    assert window.show(3, 5, span=range(0), about="c") == range(3)


def test_a_step_ends_at_the_ends() -> None:
    assert stepped(["a", "b", "c"], "b", 1) == "c"
    assert stepped(["a", "b", "c"], "b", 9) == "c"
    assert stepped(["a", "b", "c"], "a", -1) == "a"
    assert stepped(["a", "b"], None, 1) == "a"
    assert stepped([], "a", 1) is None
