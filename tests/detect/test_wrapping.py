from __future__ import annotations

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from hivemind.detect.wrapping import is_wrapped, unwrap

WORDS = st.lists(st.text("abcdefg/-", min_size=1, max_size=60), min_size=1, max_size=30)


@given(WORDS, st.integers(30, 100))
def test_words_that_were_wrapped_come_back_in_one_line(words: list[str], columns: int) -> None:
    room = columns - 3
    short = [word[:room] for word in words]
    rows = textwrap.wrap(" ".join(short), room, break_on_hyphens=False)
    joined = unwrap([f" {row}" for row in rows], columns)
    assert "".join(joined).replace(" ", "") == "".join(short)
    assert len(joined) == 1


def test_a_word_longer_than_a_row_is_joined_without_a_blank() -> None:
    word = "x" * 250
    rows = [f" {word[at : at + 97]}" for at in range(0, 250, 97)]
    assert unwrap(rows, 100) == [word]


def test_a_break_where_the_next_word_had_room_is_the_texts_own() -> None:
    assert unwrap(["one", "two"], 40) == ["one", "two"]
    assert not is_wrapped("one", "two", 40)


def test_blank_rows_end_a_line() -> None:
    assert unwrap(["x" * 38, "", "y"], 40) == ["x" * 38, "y"]
    assert unwrap([], 40) == []
