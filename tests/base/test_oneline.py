from __future__ import annotations

import pytest

from hivemind.base.oneline import one_line, visible, visible_lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [("  a \t\n b ", "a b"), ("a\x1b[1mb", "a[1mb"), ("abcd efgh", "abcd"), ("\x00", "")],
)
def test_text_becomes_one_short_line(text: str, expected: str) -> None:
    assert one_line(text, 5) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("naïve ✓", "naïve ✓"), ("a\x1b[31m\tb", "a\\x1b[31m\\tb"), ("\u202e", "\\u202e"), ("\ud800", "\\ud800")],
)
def test_what_would_act_on_a_terminal_is_written_out(text: str, expected: str) -> None:
    assert visible(text) == expected


def test_lines_stay_lines() -> None:
    assert visible_lines("a\x1b[1m\n\tb\r\n") == "a\\x1b[1m\n\tb\\r\n"
