"""The grid is a true pyte screen: pyte's own stream can drive it, and what pyte's users read is there."""

import pyte
import pytest
from pyte.screens import Char

from hivemind.terminal.grid import Grid


def grid_of(*lines: str, columns: int = 8) -> Grid:
    grid = Grid(columns, max(3, len(lines)))
    for y, line in enumerate(lines):
        grid.cursor_position(y + 1, 1)
        grid.draw(line)
    return grid


def test_it_is_a_pyte_screen() -> None:
    assert isinstance(Grid(8, 3), pyte.Screen)


def test_display_is_text_of_the_full_width() -> None:
    assert grid_of("ab", "漢字").display == ["ab      ", "漢字    ", "        "]


def test_buffer_is_cells() -> None:
    grid = grid_of("a")
    grid.select_graphic_rendition(1, 31)
    grid.cursor_position(1, 2)
    grid.draw("漢")
    assert grid.buffer[0][0] == Char("a")
    assert grid.buffer[0][1] == Char("漢", fg="red", bold=True)
    assert grid.buffer[0][2].data == ""
    assert grid.buffer[0][7] == Char(" ")
    assert len(grid.buffer) == 3
    assert len(grid.buffer[0]) == 8
    assert [cell.data for cell in grid.buffer[1].values()] == [" "] * 8


def test_the_cursor_has_place_and_attributes() -> None:
    grid = grid_of("ab")
    grid.select_graphic_rendition(4, 38, 2, 1, 2, 3)
    assert (grid.cursor.y, grid.cursor.x, grid.cursor.hidden) == (0, 2, False)
    assert grid.cursor.attrs == Char(" ", fg="010203", underscore=True)


@pytest.mark.parametrize("colour", [0, 7, 8, 15, 16, 196, 255])
def test_colours_have_pytes_names(colour: int) -> None:
    grid, stock = grid_of(), pyte.Screen(8, 3)
    grid.select_graphic_rendition(38, 5, colour)
    stock.select_graphic_rendition(*([38, 5, colour] if colour > 15 else [30 + colour if colour < 8 else 82 + colour]))
    assert grid.cursor.attrs.fg == stock.cursor.attrs.fg


def test_pytes_own_stream_drives_it() -> None:
    stream = pyte.Stream(grid := Grid(8, 3))
    stream.feed(
        "ab\r\n\x1b[31mcd\x1b[2;1H\x1b[L\x1b[1;2H\x1b[P\x1b[@\x1b7\x1b[3;3HX\x1b8Y\x1b[?7l\x1b#8\x1b[2J\x1b[Hz\tq"
    )
    assert grid.display == ["z      q", "        ", "        "]


def test_pytes_names_edit_at_the_cursor() -> None:
    grid = grid_of("abcdef")
    grid.cursor_position(1, 3)
    grid.insert_characters(2)
    assert grid.display[0] == "ab  cdef"
    grid.delete_characters(3)
    assert grid.display[0] == "abdef   "
    grid.erase_characters(1)
    assert grid.display[0] == "ab ef   "
    grid.erase_in_line(1)
    assert grid.display[0] == "   ef   "
    grid.insert_lines(1)
    assert grid.display == ["        ", "   ef   ", "        "]
    grid.delete_lines(1)
    assert grid.display[0] == "   ef   "
    grid.erase_in_display(2)
    assert grid.display == ["        "] * 3


def test_attributes_can_be_assigned_as_pyte_does() -> None:
    grid = grid_of()
    grid.cursor.attrs = Char(" ", fg="brightred", bg="0a0b0c", italics=True)
    grid.draw("x")
    assert grid.buffer[0][0] == Char("x", fg="brightred", bg="0a0b0c", italics=True)


def test_resetting_keeps_the_numbers_of_the_lines() -> None:
    grid = Grid(8, 3)
    for _ in range(5):
        grid.linefeed()
    grid.reset()
    assert grid.top == 3
    assert grid.display == ["        "] * 3
