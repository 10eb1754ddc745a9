import pytest

from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
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


STATES = ["", "\x1b[2;4r\x1b[3;1H", "\x1b[2;3r", "\x1b[1;3r\x1b[5;4H", "\x1b[3;4r\x1b[5;1H", "\x1b[44m", "\x1b[?7l", "\x1b[4h\x1b[2;1Hab\r", "\x1b(0", "\x1b[5;7H", "old\r\nold\r\n\x1b[1;5H"]  # fmt: skip


@pytest.mark.parametrize("columns", [1, 2, 7, 10])
@pytest.mark.parametrize("character", ["q", "✻", "漢", "⏺", "e\u0301"])
@pytest.mark.parametrize("state", STATES)
def test_a_repeated_character_is_as_if_it_came_so_often(state: str, character: str, columns: int) -> None:
    last = character[-1] if len(character) == 1 else "e"
    for count in (1, 2, 3, columns, columns * 2, columns * 3 + 1, columns * 4):
        repeated, written = Emulator(Size(5, columns)), Emulator(Size(5, columns))
        repeated.feed(f"{state}{character}\x1b[{count}bz".encode())
        written.feed(f"{state}{character}{last * count}z".encode())
        assert repeated.snapshot().lines == written.snapshot().lines
        assert repeated.snapshot().cursor == written.snapshot().cursor
        assert repeated.scrollback.rows(0, 999) == written.scrollback.rows(0, 999)


@pytest.mark.parametrize("state", STATES)
def test_a_character_can_be_repeated_over_more_than_the_screen(state: str) -> None:
    repeated, written = Emulator(Size(5, 10)), Emulator(Size(5, 10))
    repeated.feed(f"{state}x\x1b[777bz".encode())
    written.feed(f"{state}{'x' * 778}z".encode())
    if "7l" not in state and "4h" not in state:
        assert repeated.snapshot() == written.snapshot()
        assert repeated.scrollback.rows(0, 999) == written.scrollback.rows(0, 999)
