"""Which part of a larger screen a small tile shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.client.mirror import Mirror
from hivemind.protocol.screen import Cursor, Row, Size
from hivemind.tui.viewport import viewport


def mirror(rows: int, columns: int, cursor: Cursor, used: int) -> Mirror:
    made = Mirror()
    made.size, made.cursor = Size(rows, columns), cursor
    made.rows = [Row("x" if n < used else "", "") for n in range(rows)]
    return made


@pytest.mark.parametrize(
    ("cursor", "used", "rows", "columns", "top", "left"),
    [
        (Cursor(23, 0, visible=False), 24, 10, 80, 14, 0),
        (Cursor(22, 3), 24, 10, 80, 14, 0),
        (Cursor(3, 3), 24, 10, 80, 3, 0),
        (Cursor(3, 3), 4, 10, 80, 0, 0),
        (Cursor(0, 0), 24, 24, 80, 0, 0),
        (Cursor(0, 0), 0, 30, 90, 0, 0),
        (Cursor(0, 50), 1, 10, 40, 0, 16),
        (Cursor(0, 79), 1, 10, 40, 0, 40),
        (Cursor(0, 79, visible=False), 1, 10, 40, 0, 0),
    ],
    ids=[
        "bottom",
        "bottom with the cursor",
        "cursor above",
        "a new shell",
        "fits",
        "larger",
        "sideways",
        "right edge",
        "hidden cursor",
    ],
)
def test_the_part_around_the_cursor_else_the_bottom(
    cursor: Cursor, used: int, rows: int, columns: int, top: int, left: int
) -> None:
    seen = viewport(mirror(24, 80, cursor, used), rows, columns)
    assert (seen.row, seen.column) == (top, left)


@given(st.integers(0, 23), st.integers(0, 79), st.integers(0, 24), st.integers(1, 30), st.integers(1, 100))
def test_a_visible_cursor_is_always_in_view(row: int, column: int, used: int, rows: int, columns: int) -> None:
    seen = viewport(mirror(24, 80, Cursor(row, column), used), rows, columns)
    assert seen.row <= row < seen.row + rows
    assert seen.column <= column < seen.column + columns
