from __future__ import annotations

import pytest

from hivemind.workbench.screens import mark_from, of_plain_text, visible


def test_a_mark_is_a_screen() -> None:
    mark = mark_from(b'{"screen": ["a ", "b"], "title": "t", "cursor": [1, 0], "cols": 9, "more": 1}')
    assert (mark.text.rows, mark.text.cursor, mark.text.columns) == (("a", "b"), (1, 0), 9)
    assert mark.text.title == "t"


def test_a_hidden_cursor_is_none() -> None:
    assert mark_from('{"screen": ["a"], "cursor": [0, 0], "cursor_hidden": true}').text.cursor is None


@pytest.mark.parametrize("line", ["", "{", "[]", '{"screen": 3}', '{"screen": ["a"], "cursor": [1]}', "[" * 99_999])
def test_a_bad_line_is_a_value_error(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        mark_from(line)


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="10001 rows"):
        mark_from('{"screen": [' + ",".join(['""'] * 10_001) + "]}")


def test_plain_text_is_a_screen_of_its_lines() -> None:
    assert of_plain_text("a\n\nb\n").rows == ("a", "", "b")


def test_nothing_that_a_terminal_acts_on_is_printed() -> None:
    assert visible("a\x1b[31m\u202eb\x07\tc") == "a\\x1b[31m\\u202eb\\x07 c"
