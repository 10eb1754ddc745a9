"""Where tiles go: an even grid that shows as many as stay readable, and of those the one that shows most of them.

Pure: sizes in, rectangles out. Cells, from the top left of the grid's area.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MIN_COLUMNS = 44
"""Cells. A tile narrower than this is not worth showing."""

MIN_ROWS = 12
"""Cells. The same for its height, title row included."""

PROGRAM_COLUMNS, PROGRAM_ROWS = 80, 24
"""Cells. No program gets less, however small its tile."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A grid: how many tiles it shows, in how many columns."""

    shown: int
    columns: int

    def boxes(self, width: int, height: int) -> list[Box]:
        """A box for each shown tile, row by row, of equal heights; the last row may hold fewer, wider ones."""
        rows = -(-self.shown // self.columns)
        boxes = []
        for row in range(rows):
            top, bottom = height * row // rows, height * (row + 1) // rows
            here = min(self.columns, self.shown - row * self.columns)
            for column in range(here):
                left, right = width * column // here, width * (column + 1) // here
                boxes.append(Box(left, top, right - left, bottom - top))
        return boxes


def shape(count: int, width: int, height: int) -> Shape:
    """The grid for so many tiles: first as many as stay readable, then as much of each as can be, then side by side."""
    best, found = (0, 0.0, 0), Shape(1, 1)
    for columns in range(1, max(1, width // MIN_COLUMNS) + 1):
        rows = min(-(-count // columns), max(1, height // MIN_ROWS))
        shown = min(count, rows * columns)
        if columns > shown:
            break
        readable = min(1.0, (width // columns - 2) / PROGRAM_COLUMNS) * min(1.0, (height // rows - 2) / PROGRAM_ROWS)
        score = (shown, round(readable, 3), columns)
        if score > best:
            best, found = score, Shape(shown, columns)
    return found


def choose(order: Sequence[str], focus: str | None, room: int) -> list[str]:
    """Which tiles are shown when only `room` fit: the first ones, and always the focused one."""
    shown = list(order[:room])
    if focus in order and focus not in shown and shown:
        shown[-1] = str(focus)
    return shown


def neighbour(boxes: dict[str, Box], focus: str, direction: str) -> str | None:
    """The tile that lies next to the focused one (`left`, `right`, `up`, `down`), the nearest one to its middle."""
    here = boxes.get(focus)
    if here is None:
        return None
    middle_x, middle_y = here.x + here.width / 2, here.y + here.height / 2
    found: list[tuple[float, float, str]] = []
    for tile, box in boxes.items():
        x, y = box.x + box.width / 2, box.y + box.height / 2
        along, across = {
            "left": (here.x - (box.x + box.width), abs(y - middle_y)),
            "right": (box.x - (here.x + here.width), abs(y - middle_y)),
            "up": (here.y - (box.y + box.height), abs(x - middle_x)),
            "down": (box.y - (here.y + here.height), abs(x - middle_x)),
        }[direction]
        if tile != focus and along >= 0:
            found.append((along, across, tile))
    return min(found)[2] if found else None


def program_size(inner_rows: int, inner_columns: int) -> tuple[int, int]:
    """Rows and columns a program gets in a view of that size."""
    return max(PROGRAM_ROWS, inner_rows), max(PROGRAM_COLUMNS, inner_columns)
