"""The panel: each tile by what it does, and by its own name where that is another."""

from __future__ import annotations

from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.testing.clock import ManualClock
from hivemind.testing.scene import NOW_SECONDS, tile
from hivemind.tui.board import Board
from hivemind.tui.layers import panel, strip
from hivemind.tui.listing import Listing
from hivemind.tui.look import Look

LOOK = Look(ManualClock(NOW_SECONDS))


def board(*tiles: TileSummary) -> Board:
    made = Board()
    made.load(list(tiles), [], 0.0)
    return made


def rows(*tiles: TileSummary, width: int = 40) -> list[str]:
    made = board(*tiles)
    lines = panel(made, LOOK, Listing(made), width=width, height=2 + 2 * len(tiles))
    return ["".join(bit.text for bit in line.laid(width)).strip("│ ") for line in lines[1:-1]]


def test_a_tile_is_shown_by_what_it_does_above_its_own_name() -> None:
    one = tile("t1", "claude #1", "claude", Status.WORKING, 5, shown="mend the nav", last="Reading.")
    assert rows(one) == ["● mend the nav                    5s", "claude #1  Reading."]


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


def test_a_guess_has_a_question_mark_and_its_age() -> None:
    one = tile("t1", "build", None, Status.WORKING, 5, guess=True, argv=("make",))
    assert rows(one) == ["● build                  working? 5s", "make"]
