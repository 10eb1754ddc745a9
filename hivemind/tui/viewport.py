"""Which part of a program's screen a smaller tile shows: the part around its cursor, else the bottom.

Pure. Rows and columns count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from hivemind.client.mirror import Mirror

STEP = 8
"""Columns. A view moves sideways by this much at a time, so that it holds still while one types."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """The first row and column shown, and how many."""

    row: int
    column: int
    rows: int
    columns: int


def viewport(mirror: Mirror, rows: int, columns: int) -> Viewport:
    """The part of the screen for a view of that size.

    Blank rows at the end are the first to go; then rows at the top, as long as the cursor stays in view.
    """
    cursor = mirror.cursor if mirror.cursor.visible else None
    last = len(mirror.rows) - 1
    while last > (cursor.row if cursor else 0) and not mirror.rows[last].text:
        last -= 1
    top = max(0, last - rows + 1)
    if cursor and cursor.row < top:
        top = cursor.row
    left = 0
    if cursor and cursor.column >= columns:
        left = -(-(cursor.column - columns + 1) // STEP) * STEP
        left = min(left, cursor.column, max(0, mirror.size.columns - columns))
    return Viewport(top, left, rows, columns)
