from __future__ import annotations

import asyncio

import pytest

from hivemind.protocol.screen import STYLE_BASE, Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.scrollback import SCROLLBACK_LINES
from hivemind.terminal.search import Match
from hivemind.tile.history import History

ALTERNATE_ON, ALTERNATE_OFF = b"\x1b[?1049h", b"\x1b[?1049l"


def emulator(lines: int) -> Emulator:
    """A screen of 3 rows, after that many lines named by their numbers, without a line end behind the last."""
    made = Emulator(Size(3, 20))
    made.feed("\r\n".join(f"line {number}" for number in range(lines)).encode())
    return made


def test_lines_keep_their_numbers_from_the_first_to_the_last_of_the_screen() -> None:
    history = History(emulator(5))
    assert (history.first, history.screen, history.end) == (0, 2, 5)
    assert history.texts(1, 4) == [(1, "line 1"), (2, "line 2"), (3, "line 3")]
    assert history.texts(-5, 99) == [(number, f"line {number}") for number in range(5)]
    assert history.texts(4, 2) == []


def test_dropped_lines_leave_the_numbers_as_they_are() -> None:
    history = History(emulator(SCROLLBACK_LINES + 10))
    assert history.first == 7
    assert history.texts(0, 8) == [(7, "line 7")]


def test_rows_come_with_their_styles_and_texts_as_people_read_them() -> None:
    made = Emulator(Size(3, 20))
    made.feed("\x1b[1mb\x1b[m漢x\u0301  \r\n\n\n\n".encode())
    history = History(made)
    assert history.texts(0, 1) == [(0, "b漢x\u0301")]
    ((_, row),) = history.rows(0, 1)
    assert history.styles[ord(row.styles[0]) - STYLE_BASE].attributes == 1
    assert history.clusters == ["x\u0301"]


def test_the_alternate_screen_does_not_hide_the_main_one() -> None:
    made = emulator(5)
    before = History(made).texts(0, 5)
    made.feed(ALTERNATE_ON + b"\x1b[H" + b"full\r\nscreen\r\n" * 9)
    assert History(made).texts(0, 99) == before
    made.feed(ALTERNATE_OFF)
    assert History(made).texts(0, 99) == before


@pytest.mark.parametrize(
    ("start", "backwards", "ignores_case", "line"),
    [(0, False, False, 3), (4, False, False, None), (4, True, False, 3), (3, True, False, None), (0, False, True, 3)],
)
async def test_a_text_is_found_by_line(start: int, *, backwards: bool, ignores_case: bool, line: int | None) -> None:
    text = "LINE 3" if ignores_case else "line 3"
    match = await History(emulator(5)).find(text, start, backwards=backwards, ignores_case=ignores_case)
    assert (match.line if match else None) == line


async def test_the_rows_are_those_of_the_screen_that_is_shown() -> None:
    made = emulator(5)
    made.feed(ALTERNATE_ON + b"\x1b[H\x1b[1mfull\x1b[m\r\nline 3")
    history = History(made)
    assert [(number, row.text) for number, row in history.rows(1, 9)] == [
        (1, "line 1"),
        (2, "full"),
        (3, "line 3"),
        (4, ""),
    ]
    assert history.styles[ord(history.rows(2, 3)[0][1].styles[0]) - STYLE_BASE].attributes == 1
    assert [(m.line, m.column) for m in await history.find_all("LINE", ignores_case=True)] == [(0, 0), (1, 0), (3, 0)]


async def test_places_count_as_lines_do() -> None:
    history = History(emulator(SCROLLBACK_LINES + 10))
    assert (await history.find_all("line 7", ignores_case=False))[0] == Match(7, 0, 7, 6)


async def test_everybody_else_is_served_while_a_long_history_is_searched() -> None:
    history, passes = History(emulator(SCROLLBACK_LINES)), 0

    async def others() -> None:
        nonlocal passes
        while True:
            passes += 1
            await asyncio.sleep(0)

    serving = asyncio.create_task(others())
    for search in (history.find_all("e", ignores_case=True), history.find("x", 0, backwards=False, ignores_case=True)):
        passes = 0
        await search
        assert passes > 1
    serving.cancel()


def test_it_is_told_which_lines_went_on_and_how_far() -> None:
    made = Emulator(Size(3, 6))
    made.feed("12345漢z\r\nab    cd\r\nx\r\n123456\r\n".encode())
    history = History(made)
    assert [row.text for _, row in history.rows(0, 3)] == ["12345", "漢\0z", "ab"]
    assert history.wraps(0, 99) == [(0, 5), (2, 6)]
    assert history.wraps(1, 2) == []
