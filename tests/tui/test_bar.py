from __future__ import annotations

import pytest
from textual.geometry import Size

from hivemind.protocol.settled import Permit
from hivemind.testing.clock import ManualClock
from hivemind.tui.bar import Bar
from hivemind.tui.bars import bars
from hivemind.tui.board import Board
from hivemind.tui.look import Look


def test_it_opens_pages_on_and_closes_behind_the_last_row() -> None:
    bar = Bar()
    tops = []
    bar.more()
    while bar.is_open:
        bar.fit(rows=25, room=10)
        tops.append(bar.top)
        bar.more()
    assert tops == [0, 9, 15]


def test_the_wheel_opens_it_and_stays_within_the_rows() -> None:
    bar = Bar()
    bar.scroll(2)
    bar.fit(rows=12, room=10)
    assert (bar.is_open, bar.top) == (True, 0)
    bar.scroll(50)
    bar.fit(rows=12, room=10)
    assert bar.top == 2
    bar.scroll(-50)
    assert bar.top == 0


def test_another_ask_closes_it_the_same_does_not() -> None:
    bar = Bar()
    bar.turn_to(("t1", "a"))
    bar.more()
    bar.turn_to(("t1", "a"))
    assert bar.is_open
    bar.turn_to(("t1", "b"))
    assert not bar.is_open


def test_permissions_whose_time_is_over_stand_no_more() -> None:
    bar = Bar()
    bar.permits = (Permit("p", "t1", "kim", "run", "npm test", 0, 1000),)
    assert bar.standing(999) == list(bar.permits)
    assert bar.standing(1000) == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("kim", "\u2713 allowed: npm test … in kim, 9m 00s left"),
        ("rename the module everywhere", "\u2713 allowed: npm test … in rename the mod…, 9m 00s left"),
    ],
)
def test_on_a_narrow_screen_how_long_a_permission_stands_is_not_cut(name: str, told: str) -> None:
    bar = Bar()
    bar.permits = (Permit("p", "t1", name, "run", "npm test", 0, 540_000),)
    (line,) = bars(Board(), Look(ManualClock(0)), bar, None, size=Size(60, 20))
    row = "".join(bit.text for bit in line.laid(60))
    assert row.split("^B")[0].strip() == told
    assert row.rstrip().endswith("^B H")
