"""The panel: each tile by what it does, and by its own name where that is another."""

from __future__ import annotations

from hivemind.protocol.frame import Frame
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.testing.clock import ManualClock
from hivemind.testing.scene import NOW_SECONDS, ask, tile
from hivemind.tui.board import Board
from hivemind.tui.drawn import Line, bits_width
from hivemind.tui.entries import entry, short
from hivemind.tui.layers import panel, strip
from hivemind.tui.listing import Listing
from hivemind.tui.look import Look
from hivemind.tui.signs import ASCII, GLYPHS

LOOK = Look(ManualClock(NOW_SECONDS))


def board(*tiles: TileSummary) -> Board:
    made = Board()
    made.load(list(tiles), [], 0.0)
    return made


def rows(*tiles: TileSummary, width: int = 40) -> list[str]:
    made = board(*tiles)
    lines = panel(made, LOOK, Listing(made), width=width, height=2 + 2 * len(tiles))
    return ["".join(bit.text for bit in line.laid(width)).strip("│ ▌") for line in lines[1:-1]]


def test_a_tile_is_shown_by_what_it_does_above_its_own_name() -> None:
    one = tile("t1", "claude #1", "claude", Status.WORKING, 5, shown="mend the nav", last="Reading.")
    assert rows(one) == ["● mend the nav            working 5s", "claude #1  Reading."]


def test_a_tile_that_is_shown_by_its_name_tells_its_program() -> None:
    named = tile("t1", "api", "claude", Status.IDLE, 5, shown="api", last="Done.")
    older = tile("t2", "old", "codex", Status.IDLE, 5, last="Done.")
    assert rows(named, older)[::2] == ["○ api                           idle", "○ old                           idle"]
    assert rows(named, older)[1::2] == ["claude  Done.", "codex  Done."]


def test_what_does_not_print_is_written_out() -> None:
    one = tile("t1", "n\x1b[2J", "claude", Status.IDLE, 5, shown="a\x1b[31m\u202eb")
    assert rows(one) == ["○ a␛[31m⟨U+202E⟩b               idle", "n␛[2J"]


def test_a_long_name_leaves_room_for_the_age() -> None:
    one = tile("t1", "n", "claude", Status.IDLE, 65, shown="x" * 80)
    assert rows(one)[0].endswith("x… 1m")


def test_the_strip_says_what_each_does() -> None:
    one = tile("t1", "claude #1", "claude", Status.IDLE, 5, shown="mend the nav")
    assert "mend the nav" in "".join(bit.text for bit in strip(board(one), LOOK, 60).laid(60))


def test_in_a_wide_panel_the_word_stands_beside_the_age_where_it_costs_the_name_nothing() -> None:
    short, long = (tile(f"t{n}", "n" * n, "demo", Status.WORKING, 134) for n in (13, 14))
    assert rows(short, long, width=34)[::2] == ["● nnnnnnnnnnnnn working 2m 14s", "● nnnnnnnnnnnnnn        2m 14s"]
    assert rows(short, width=27)[0] == "● nnnnnnnnnnnnn  2m 14s"


def test_a_guess_has_a_question_mark_and_its_age() -> None:
    one = tile("t1", "build", None, Status.WORKING, 5, guess=True, argv=("make",))
    assert rows(one) == ["● build                  working? 5s", "make"]


def drawn(made: Board, listing: Listing | None = None, *, width: int = 40, height: int = 12) -> list[str]:
    lines = panel(made, LOOK, listing or Listing(made), width=width, height=height)
    return ["".join(bit.text for bit in line.laid(width)) for line in lines]


def many(count: int = 30) -> Board:
    return board(*(tile(f"t{n}", f"task {n}", "demo", Status.IDLE, n) for n in range(count)))


def test_headings_stand_above_the_tiles_of_frames() -> None:
    made = Board()
    one = tile("t1", "one", "demo", Status.WORKING, 5)
    two = tile("t2", "two", "demo", Status.QUESTION, 9)
    frames = [Frame("f1", "api", "/api", "", ("t1", "t2")), Frame("f2", "web", "/web", is_kept=True)]
    made.load([one, two], [], 0.0, frames=frames)
    listing = Listing(made)
    assert [row.strip("│ ▌") for row in drawn(made, listing)[1:8]] == [
        "Needs you                          1",
        "? two                    question 9s",
        "demo",
        "▾ api                              1",
        "● one                     working 5s",
        "demo",
        "▾ web                          empty",
    ]
    listing.fold("f1")
    assert "▸ api                              1" in [row.strip("│ ▌") for row in drawn(made, listing)]


def test_an_ask_shows_what_is_wanted_in_place_of_what_was_said() -> None:
    made = Board()
    made.load(
        [tile("t1", "tests", "codex", Status.PERMISSION, 41, last="Running")], [ask("t1", "rm -rf dist", 41)], 0.0
    )
    assert drawn(made)[2].strip("│ ▌") == "codex  rm -rf dist"


def test_a_result_nobody_has_looked_at_is_marked() -> None:
    assert rows(tile("t1", "docs", "demo", Status.IDLE, 180, done=True))[0] == "✔ docs                       done 3m"
    assert rows(tile("t1", "docs", "demo", Status.IDLE, 180))[0] == "○ docs                       idle 3m"
    failed = tile("t1", "docs", "demo", Status.IDLE, 180, done=True, detail="failed")
    assert rows(failed)[0] == "! docs                     failed 3m"


def test_sub_agents_are_counted() -> None:
    one = tile("t1", "docs", "demo", Status.WORKING, 33, children=2)
    assert rows(one, width=27)[0] == "● docs           +2 33s"
    assert rows(one, width=60)[0].endswith("working +2 33s")


def test_the_focused_tile_is_in_view_and_the_others_are_counted() -> None:
    made = many()
    made.open("t20")
    found = drawn(made)
    assert any("task 20" in row for row in found)
    assert found[-1].startswith("└ 16 above, 9 below ─")
    made.open("t0")
    assert drawn(made)[-1].startswith("└ 25 more ─")


def test_the_filter_shows_what_is_typed_and_how_many_match() -> None:
    made = many()
    listing = Listing(made)
    listing.look_for()
    for letter in "29":
        listing.type(letter)
    found = drawn(made, listing)
    assert found[0].startswith("┌/29 ─")
    assert found[0].endswith(" 1 of 30 ┐")
    assert "task 29" in found[1]
    listing.type("x")
    assert "No agent matches." in "".join(drawn(made, listing))


def test_a_long_filter_keeps_its_end_in_view() -> None:
    made = many()
    listing = Listing(made)
    listing.look_for()
    listing.paste("a" * 60 + "end")
    assert drawn(made, listing)[0].startswith("┌/…")
    assert "end" in drawn(made, listing)[0]


def test_the_panel_is_as_high_as_it_is_told_to_be() -> None:
    for height in (1, 2, 3, 8, 99):
        assert len(drawn(many(), height=height)) == height


def test_a_queue_where_nothing_waits_says_so() -> None:
    made = many(2)
    made.view = "queue"
    assert "Nothing waits for you." in drawn(made)[1]


def test_a_strip_without_room_for_names_counts_those_who_need_nobody() -> None:
    made = Board()
    tiles = [tile(f"t{n}", f"task {n}", "demo", Status.IDLE, n) for n in range(30)]
    asking = tile("t99", "deploy", "demo", Status.PERMISSION, 5)
    made.load([*tiles, asking], [], 0.0)
    for width in (60, 80, 100):
        line = strip(made, LOOK, width)
        text = "".join(bit.text for bit in line.laid(width))
        assert text.split() == ["◆", "deploy", "○", "task", "0", "○", "30"]
        assert text.endswith(" ○ 30 ")


def test_a_strip_counts_also_those_who_need_somebody_where_there_are_too_many() -> None:
    made = board(*(tile(f"t{n}", f"task number {n}", "demo", Status.PERMISSION, n) for n in range(40)))
    line = strip(made, LOOK, 60)
    text = "".join(bit.text for bit in line.laid(60))
    assert bits_width(line.left) <= 60
    assert text.rstrip().endswith("+36")


def test_the_chosen_tile_has_a_mark_that_is_no_colour() -> None:
    """Others can be bold as well, and two greys are one for many eyes."""
    made = Board()
    made.load(
        [tile("t1", "one", "demo", Status.WORKING, 5), tile("t2", "two", "demo", Status.IDLE, 5, done=True)], [], 0.0
    )
    made.open("t2")

    def edges(look: Look, tile_id: str, *, is_marked: bool) -> str:
        lines: list[Line] = entry(made, made.tiles[tile_id], look, 40, is_marked=is_marked)
        lines.append(short(made, made.tiles[tile_id], look, 60, is_marked=is_marked))
        return "".join(line.laid(60)[0].text[0] for line in lines)

    for signs, bar in ((GLYPHS, "▌"), (ASCII, "|")):
        look = Look(ManualClock(), signs=signs)
        assert (edges(look, "t2", is_marked=True), edges(look, "t1", is_marked=False)) == (bar * 3, " " * 3)
