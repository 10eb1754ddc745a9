from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.demo.text import clean, fit, hard_wrap, line_width, marked, width, wrap


@pytest.mark.parametrize(
    ("text", "cells"),
    [("abc", 3), ("蜂", 2), ("🐝", 2), ("e\u0301", 1), ("\u1112\u1161\u11ab", 2), ("a\u200db", 2), ("", 0)],
    ids=["ascii", "wide", "emoji", "combining", "hangul jamo", "joiner", "nothing"],
)
def test_a_text_takes_as_many_cells_as_a_terminal_gives_it(text: str, cells: int) -> None:
    assert width(text) == cells


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", "a\ufffd[31mb"),
        ("a\tb", "a    b"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\x9bb", "a\ufffdb"),
        ("a\u202eb", "ab"),
        ("a\u2028b", "a b"),
        ("a\ud800b", "a\ufffdb"),
    ],
    ids=["escape", "tab", "line breaks", "c1", "bidi override", "line separator", "surrogate"],
)
def test_a_clean_text_holds_nothing_that_a_terminal_obeys(text: str, shown: str) -> None:
    assert clean(text, newlines=True) == shown


@given(st.text())
def test_cleaning_any_text_leaves_no_control_characters(text: str) -> None:
    assert not [char for char in clean(text) if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")]


@given(st.text(), st.integers(2, 40))
def test_wrapped_lines_fit_and_lose_nothing_but_blanks(text: str, columns: int) -> None:
    text = clean(text)
    lines = wrap((("", text),), columns)
    assert all(line_width(line) <= columns for line in lines)
    assert "".join(part for line in lines for _, part in line).replace(" ", "") == text.replace(" ", "")


@given(st.text(), st.integers(2, 40))
def test_hard_wrapped_rows_fit_and_lose_nothing(text: str, columns: int) -> None:
    text = clean(text)
    rows = hard_wrap(text, columns)
    assert all(width(row) <= columns for row in rows)
    assert "".join(rows) == text


@given(st.text(min_size=1), st.integers(0, 20))
def test_a_fitted_line_is_never_too_wide_and_says_when_it_was_cut(text: str, columns: int) -> None:
    text = clean(text)
    line = fit((("", text),), columns)
    assert line_width(line) <= columns
    if width(text) > columns > 0:
        assert line[-1] == ("", "…")


def test_words_are_not_broken_while_they_fit() -> None:
    lines = wrap((("", "one two three"),), 8)
    assert [line[0][1].rstrip() for line in lines] == ["one two", "three"]


def test_text_between_backticks_is_code_and_the_backticks_go() -> None:
    assert marked("run `touch a` now") == (("", "run "), ("code", "touch a"), ("", " now"))
