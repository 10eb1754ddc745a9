"""What pyte's users read of a grid."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyte.screens import Char

from hivemind.terminal.grid import Grid
from hivemind.terminal.views import char_of, colour_name, colour_number, style_of


def test_buffer_is_cells() -> None:
    grid = Grid(8, 3)
    grid.draw("a")
    grid.select_graphic_rendition(1, 31)
    grid.draw("漢")
    assert grid.buffer[0][0] == Char("a")
    assert grid.buffer[0][1] == Char("漢", fg="red", bold=True)
    assert grid.buffer[0][2].data == ""
    assert grid.buffer[0][7] == Char(" ")
    assert [len(grid.buffer), len(grid.buffer[0])] == [3, 8]
    assert [cell.data for cell in grid.buffer[1].values()] == [" "] * 8
    assert list(grid.buffer) == [0, 1, 2]


def test_the_cursor_has_place_and_attributes() -> None:
    grid = Grid(8, 3)
    grid.draw("ab")
    grid.select_graphic_rendition(4, 38, 2, 1, 2, 3)
    assert (grid.cursor.y, grid.cursor.x, grid.cursor.hidden) == (0, 2, False)
    assert grid.cursor.attrs == Char(" ", fg="010203", underscore=True)


def test_attributes_can_be_assigned_as_pyte_does() -> None:
    grid = Grid(8, 3)
    grid.cursor.attrs = Char(" ", fg="brightred", bg="0a0b0c", italics=True)
    grid.draw("x")
    assert grid.buffer[0][0] == Char("x", fg="brightred", bg="0a0b0c", italics=True)


@pytest.mark.parametrize("colour", [0, 7, 8, 15, 16, 196, 255])
def test_colours_have_pytes_names(colour: int) -> None:
    stock = pyte.Screen(8, 3)
    stock.select_graphic_rendition(*([38, 5, colour] if colour > 15 else [30 + colour if colour < 8 else 82 + colour]))
    assert colour_name(colour) == stock.cursor.attrs.fg


@given(st.one_of(st.integers(-1, 15), st.integers(0x1000000, 0x1FFFFFF)))
def test_names_and_numbers_of_colours_are_twins(colour: int) -> None:
    assert colour_number(colour_name(colour)) == colour


@given(
    st.builds(
        Char, st.just("x"), *[st.sampled_from(["default", "red", "brightblue", "a1b2c3"])] * 2, *[st.booleans()] * 6
    )
)
def test_cells_and_styles_are_twins(cell: Char) -> None:
    assert char_of("x", style_of(cell)) == cell
