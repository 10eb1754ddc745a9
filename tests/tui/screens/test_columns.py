"""Keys and what they do, side by side where nothing is cut off for it."""

from __future__ import annotations

import pytest

from hivemind.testing.clock import ManualClock
from hivemind.tui.look import Look
from hivemind.tui.screens.columns import page

ONE = ("Move", [("h", "left"), ("Ctrl+x", "cut")])
TWO = ("Find", [("/", "search")])
THREE = ("Leave", [("q", "quit")])


def rows(width: int) -> list[str]:
    return page([ONE, TWO, THREE], Look(ManualClock()), width).plain.splitlines()


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (13, ["Move", "h       left", "Ctrl+x  cut", "", "Find", "/  search", "", "Leave", "q  quit"]),
        (
            26,
            [
                "Move          Find",
                "h       left  /  search",
                "Ctrl+x  cut",
                "              Leave",
                "              q  quit",
            ],
        ),
        (40, ["Move          Find          Leave", "h       left  /  search     q  quit", "Ctrl+x  cut"]),
    ],
)
def test_groups_stand_in_as_many_columns_as_fit(width: int, shown: list[str]) -> None:
    assert rows(width) == shown


def test_what_is_too_long_for_any_column_ends_with_a_sign() -> None:
    assert rows(10)[1:3] == ["h       l…", "Ctrl+x  c…"]
