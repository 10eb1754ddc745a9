from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.demo.composer import MAX_TEXT, Composer
from hivemind.demo.keys import Key
from hivemind.demo.text import width


def press(box: Composer, *names: str) -> Composer:
    for name in names:
        box.press(Key(name))
    return box


def box(text: str, at: int | None = None) -> Composer:
    composer = Composer()
    composer.replace(text)
    composer.at = len(text) if at is None else at
    return composer


@pytest.mark.parametrize(
    ("start", "names", "text", "at"),
    [
        ("abc", ["left", "backspace"], "ac", 1),
        ("abc", ["home", "delete"], "bc", 0),
        ("abc", ["home", "right", "ctrl+k"], "a", 1),
        ("one two", ["ctrl+w"], "one ", 4),
        ("one two", ["word left", "ctrl+u"], "two", 0),
        ("one two", ["home", "word right"], "one two", 3),
        ("ab\ncd", ["home"], "ab\ncd", 3),
        ("ab\ncd", ["home", "ctrl+u"], "abcd", 2),
        ("ab\ncd", ["up", "end"], "ab\ncd", 2),
        ("", ["left", "backspace", "delete", "up", "down", "ctrl+w", "ctrl+u", "ctrl+k"], "", 0),
        ("a", ["newline"], "a\n", 2),
        ("a", ["unknown"], "a", 1),
    ],
)
def test_a_key_edits_as_in_a_shell(start: str, names: list[str], text: str, at: int) -> None:
    edited = press(box(start), *names)
    assert (edited.text, edited.at) == (text, at)


def test_history_goes_back_and_comes_home_to_the_draft() -> None:
    composer = Composer()
    for text in ("first", "second", "second"):
        composer.replace(text)
        composer.take()
    composer.replace("draft")
    assert [press(composer, "up").text for _ in range(3)] == ["second", "first", "first"]
    assert [press(composer, "down").text for _ in range(3)] == ["second", "draft", "draft"]


def test_a_backslash_before_enter_breaks_the_line() -> None:
    composer = box("a\\")
    assert composer.wraps_enter()
    assert composer.text == "a"
    assert not composer.wraps_enter()


def test_pasted_control_characters_are_not_kept() -> None:
    composer = Composer()
    composer.insert("a\x1b[2Jb\r\nc")
    assert composer.text == "a\ufffd[2Jb\nc"


def test_a_full_box_takes_no_more() -> None:
    composer = Composer()
    assert composer.insert("x" * MAX_TEXT)
    assert not composer.insert("y")
    assert composer.text == "x" * MAX_TEXT


@given(st.text(alphabet="ab \n蜂🐝e\u0301", max_size=60), st.integers(2, 12), st.data())
def test_the_cursor_is_always_inside_the_rows(text: str, columns: int, data: st.DataObject) -> None:
    composer = box(text, data.draw(st.integers(0, len(text))))
    rows, (row, column) = composer.rows(columns)
    assert 0 <= row < len(rows)
    assert 0 <= column < columns
    assert all(width(line) <= columns for line in rows)


@given(
    st.lists(
        st.sampled_from(
            ["left", "right", "up", "down", "home", "end", "backspace", "newline", "ctrl+w", "word left", "word right"]
        )
    )
)
def test_no_order_of_keys_leaves_the_text(names: list[str]) -> None:
    composer = box("one two\nthree")
    composer.history = ["x", "y\nz"]
    for name in names:
        press(composer, name)
        assert 0 <= composer.at <= len(composer.text)
