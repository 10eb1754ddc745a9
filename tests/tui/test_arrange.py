"""Where tiles go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.tui.arrange import MIN_COLUMNS, MIN_ROWS, Box, choose, neighbour, program_size, shape


@pytest.mark.parametrize(
    ("count", "width", "height", "shown", "columns"),
    [
        (1, 80, 22, 1, 1),
        (3, 80, 22, 1, 1),
        (2, 166, 58, 2, 2),
        (2, 93, 39, 2, 1),
        (3, 166, 58, 3, 2),
        (4, 166, 58, 4, 2),
        (6, 250, 58, 6, 3),
        (9, 250, 58, 9, 3),
        (4, 93, 39, 4, 2),
        (40, 93, 39, 6, 2),
    ],
    ids=[
        "one",
        "too small for more",
        "side by side",
        "above each other where that shows whole lines",
        "three",
        "2x2",
        "3x2",
        "3x3",
        "four in the middle size",
        "more than fit",
    ],
)
def test_the_grid_shows_as_many_as_stay_readable(count: int, width: int, height: int, shown: int, columns: int) -> None:
    grid = shape(count, width, height)
    assert (grid.shown, grid.columns) == (shown, columns)


@given(st.integers(1, 30), st.integers(1, 400), st.integers(1, 120))
def test_boxes_tile_the_whole_area_without_overlap(count: int, width: int, height: int) -> None:
    boxes = shape(count, width, height).boxes(width, height)
    assert sum(box.width * box.height for box in boxes) == width * height
    cells = {(x, y) for box in boxes for x in (box.x, box.x + box.width - 1) for y in (box.y, box.y + box.height - 1)}
    assert all(0 <= x < width and 0 <= y < height for x, y in cells)
    assert len(boxes) == 1 or all(
        box.width >= min(MIN_COLUMNS, width) and box.height >= min(MIN_ROWS, height) for box in boxes
    )


@pytest.mark.parametrize(
    ("order", "focus", "room", "shown"),
    [
        ("abcd", "a", 2, "ab"),
        ("abcd", "d", 2, "ad"),
        ("abcd", None, 3, "abc"),
        ("ab", "b", 4, "ab"),
        ("ab", "gone", 1, "a"),
    ],
)
def test_the_focused_tile_is_always_shown(order: str, focus: str | None, room: int, shown: str) -> None:
    assert choose(list(order), focus, room) == list(shown)


BOXES = {"a": Box(0, 0, 40, 10), "b": Box(40, 0, 40, 10), "c": Box(0, 10, 80, 10)}


@pytest.mark.parametrize(
    ("focus", "direction", "found"),
    [
        ("a", "right", "b"),
        ("b", "left", "a"),
        ("a", "down", "c"),
        ("c", "up", "a"),
        ("a", "left", None),
        ("gone", "up", None),
    ],
)
def test_neighbours(focus: str, direction: str, found: str | None) -> None:
    assert neighbour(BOXES, focus, direction) == found


def test_no_program_gets_less_than_80_by_24() -> None:
    assert program_size(9, 44) == (24, 80)
    assert program_size(50, 120) == (50, 120)
