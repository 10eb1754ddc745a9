"""The grid is a true pyte screen: pyte's own stream can drive it, and what pyte's users read is there."""

import pyte

from hivemind.terminal.grid import Grid


def test_it_is_a_pyte_screen() -> None:
    assert isinstance(Grid(8, 3), pyte.Screen)


def test_pytes_own_stream_drives_it() -> None:
    stream = pyte.Stream(grid := Grid(8, 3))
    stream.feed(
        "ab\r\n\x1b[31mcd\x1b[2;1H\x1b[L\x1b[1;2H\x1b[P\x1b[@\x1b7\x1b[3;3HX\x1b8Y\x1b[?7l\x1b#8\x1b[2J\x1b[Hz\tq"
    )
    assert grid.display == ["z      q", "        ", "        "]


def test_resetting_keeps_the_numbers_of_the_lines() -> None:
    grid = Grid(8, 3)
    for _ in range(5):
        grid.linefeed()
    grid.reset()
    assert grid.top == 3
    assert grid.display == ["        "] * 3
