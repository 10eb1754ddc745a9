"""Editing under pyte's names, at the cursor; what the parser calls is in the tables of `test_screen_cases`."""

from hivemind.terminal.grid import Grid


def grid_of(*lines: str) -> Grid:
    grid = Grid(8, 3)
    for y, line in enumerate(lines):
        grid.cursor_position(y + 1, 1)
        grid.draw(line)
    return grid


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


def test_index_and_reverse_index_scroll_at_the_edges() -> None:
    grid = grid_of("1", "2", "3")
    grid.index()
    assert [line.rstrip() for line in grid.display] == ["2", "3", ""]
    grid.cursor_position(1, 1)
    grid.reverse_index()
    assert [line.rstrip() for line in grid.display] == ["", "2", "3"]
    assert [row.text for _, row in grid.scrollback.rows(0, 9)] == ["1"]


def test_a_cursor_that_waits_to_wrap_edits_the_last_cell() -> None:
    grid = grid_of("abcdefgh")
    assert grid.cursor.x == 8
    grid.erase_characters(3)
    assert (grid.display[0], grid.cursor.x) == ("abcdefg ", 7)
