import pytest

from hivemind.terminal.strips import (
    EARLY_WRAP,
    WRAP,
    delete,
    erase,
    goes_on,
    insert,
    overwrite,
    paint,
    split_at,
    written,
)
from hivemind.terminal.styles import PLAIN

WIDE = "a漢\0b"
RED = chr(ord(PLAIN) + 1)


@pytest.mark.parametrize(("x", "want"), [(0, WIDE), (1, WIDE), (2, "a  b"), (3, WIDE), (9, WIDE)])
def test_a_cut_through_a_wide_character_leaves_blanks(x: int, want: str) -> None:
    assert split_at(WIDE, x) == want


@pytest.mark.parametrize(
    ("x", "piece", "want"),
    [
        (0, "x", "x漢\0b"),
        (1, "x", "ax b"),
        (2, "x", "a xb"),
        (1, "xy", "axyb"),
        (3, "xy", "a漢\0xy"),
        (4, "x", "a漢\0bx"),
        (6, "x", "a漢\0b  x"),
    ],
)
def test_overwriting(x: int, piece: str, want: str) -> None:
    assert overwrite(WIDE, x, piece) == want


@pytest.mark.parametrize(
    ("x", "count", "want"), [(0, 1, " a漢\0b"), (2, 1, "a   b"), (9, 1, WIDE), (1, 2, "a  漢\0"), (1, 3, "a    ")]
)
def test_inserting_pushes_over_the_edge(x: int, count: int, want: str) -> None:
    assert insert(WIDE, x, count, 5).ljust(5) == want.ljust(5)


@pytest.mark.parametrize(
    ("x", "count", "want"), [(0, 1, "漢\0b"), (1, 1, "a b"), (2, 1, "a b"), (1, 2, "ab"), (1, 9, "a")]
)
def test_deleting_pulls_left(x: int, count: int, want: str) -> None:
    assert delete(WIDE, x, count, 5) == want


@pytest.mark.parametrize(
    ("x", "end", "want"), [(0, 1, " 漢\0b"), (1, 2, "a  b"), (2, 5, "a "), (4, 5, WIDE), (0, 5, "")]
)
def test_erasing(x: int, end: int, want: str) -> None:
    assert erase(WIDE, x, end, 5) == want


def test_a_line_that_went_on_ends_when_its_end_is_erased_or_shifted() -> None:
    line = "abcd" + WRAP
    assert erase(line, 2, 3, 4) == "ab d" + WRAP
    assert erase(line, 3, 4, 4) == "abc"
    assert insert(line, 0, 1, 4) == " abc"
    assert delete(line, 0, 1, 4) == "bcd"


@pytest.mark.parametrize(
    ("marks", "x", "end", "mark", "want"),
    [
        ("", 0, 2, PLAIN, ""),
        ("", 1, 2, RED, PLAIN + RED),
        (RED * 3, 1, 2, PLAIN, RED + PLAIN + RED),
        (RED * 3, 1, 9, PLAIN, RED),
        (RED, 0, 3, RED, RED * 3),
    ],
)
def test_painting(marks: str, x: int, end: int, mark: str, want: str) -> None:
    assert paint(marks, x, end, mark) == want


def test_a_line_that_went_on_has_its_cells() -> None:
    assert not goes_on("ab ")
    for line, cells in (
        ("abc" + WRAP, "abc"),
        ("ab " + WRAP, "ab "),
        ("ab " + EARLY_WRAP, "ab"),
        ("abc" + EARLY_WRAP, "abc"),
    ):
        assert goes_on(line)
        assert written(line) == cells
