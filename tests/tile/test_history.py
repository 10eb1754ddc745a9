from __future__ import annotations

import pytest

from hivemind.protocol.screen import STYLE_BASE, Row, Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.scrollback import SCROLLBACK_LINES
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
    assert History(made).rows(4, 5) == [(4, Row("line 4", ""))]
    made.feed(ALTERNATE_OFF)
    assert History(made).texts(0, 99) == before


@pytest.mark.parametrize(
    ("start", "backwards", "ignores_case", "line"),
    [(0, False, False, 3), (4, False, False, None), (4, True, False, 3), (3, True, False, None), (0, False, True, 3)],
)
def test_a_text_is_found_by_line(start: int, *, backwards: bool, ignores_case: bool, line: int | None) -> None:
    text = "LINE 3" if ignores_case else "line 3"
    match = History(emulator(5)).find(text, start, backwards=backwards, ignores_case=ignores_case)
    assert (match.line if match else None) == line
