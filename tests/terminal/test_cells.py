import pytest

from hivemind.terminal.grid import Grid


def drawn(text: str, *, columns: int = 6, at: int = 0) -> Grid:
    grid = Grid(columns, 3)
    grid.cursor.x = at
    grid.draw(text)
    return grid


@pytest.mark.parametrize(
    ("text", "at", "lines", "cursor"),
    [
        ("abc", 0, ["abc", "", ""], (0, 3)),
        ("abcdef", 0, ["abcdef", "", ""], (0, 6)),
        ("abcdefg", 0, ["abcdef", "g", ""], (1, 1)),
        ("漢字漢字", 0, ["漢字漢", "字", ""], (1, 2)),
        ("漢", 5, ["", "漢", ""], (1, 2)),
        ("x漢字漢", 0, ["x漢字", "漢", ""], (1, 2)),
        ("x" * 25, 0, ["xxxxxx", "xxxxxx", "x"], (2, 1)),
    ],
)
def test_text_wraps_where_a_line_is_full(text: str, at: int, lines: list[str], cursor: tuple[int, int]) -> None:
    grid = drawn(text, at=at)
    assert [line.rstrip() for line in grid.display] == lines
    assert (grid.cursor.y, grid.cursor.x) == cursor


def test_a_screen_of_one_column_shows_that_something_wide_was_there() -> None:
    grid = drawn("漢x", columns=1)
    assert grid.display == ["\N{REPLACEMENT CHARACTER}", "x", " "]


def test_insert_mode_pushes_the_line() -> None:
    grid = drawn("abcdef")
    grid.set_mode(4)
    grid.cursor.x = 1
    grid.draw("漢x")
    assert grid.display[0] == "a漢xbc"


def test_display_is_text_of_the_full_width() -> None:
    assert drawn("漢").display == ["漢    ", "      ", "      "]
