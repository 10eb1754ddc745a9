from __future__ import annotations

import pytest

from hivemind.base.oneline import one_line


@pytest.mark.parametrize(
    ("text", "expected"),
    [("  a \t\n b ", "a b"), ("a\x1b[1mb", "a[1mb"), ("abcd efgh", "abcd"), ("\x00", "")],
)
def test_text_becomes_one_short_line(text: str, expected: str) -> None:
    assert one_line(text, 5) == expected
