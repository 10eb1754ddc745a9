from __future__ import annotations

import pytest

from hivemind.tui.draft import MOST, Draft


def after(*keys: str, text: str = "") -> Draft:
    draft = Draft(text)
    for key in keys:
        draft.press(key)
    return draft


@pytest.mark.parametrize(
    ("text", "keys", "left"),
    [
        ("", ("a", "space", "ü"), "a ü"),
        ("abc", ("backspace",), "ab"),
        ("abc", ("home", "delete", "x"), "xbc"),
        ("abc", ("left", "left", "x"), "axbc"),
        ("abc", ("left", "right", "x"), "abcx"),
        ("one two", ("ctrl+w",), "one "),
        ("one two  ", ("ctrl+w", "ctrl+w"), ""),
        ("one two", ("ctrl+u",), ""),
        ("one two", ("ctrl+a", "right", "ctrl+k"), "o"),
        ("one", ("alt+enter", "x"), "one\nx"),
        ("one\ntwo", ("up", "x"), "onex\ntwo"),
        ("one\ntwo", ("up", "home", "down", "x"), "one\nxtwo"),
        ("one\ntwo", ("ctrl+u",), "one\n"),
        ("one\n\nthree", ("up", "x"), "one\nx\nthree"),
        ("abc", ("up", "down", "home", "left", "x"), "xabc"),
        ("", ("backspace", "delete", "left", "ctrl+w", "ctrl+u", "ctrl+k", "up", "down"), ""),
    ],
)
def test_keys_edit(text: str, keys: tuple[str, ...], left: str) -> None:
    assert after(*keys, text=text).text == left


def test_keys_that_edit_nothing_say_so() -> None:
    assert not Draft("a").press("f5")
    assert Draft("a").press("end")


def test_pasted_control_characters_are_left_out_and_line_ends_are_ours() -> None:
    draft = Draft()
    assert draft.insert("a\x1b[201~b\r\nc\rd\te\x9b")
    assert draft.text == "a[201~b\nc\nd    e"


def test_what_is_too_long_is_cut_and_said() -> None:
    draft = Draft()
    assert not draft.insert("x" * (MOST + 1))
    assert len(draft.text) == MOST


def test_the_place_of_the_cursor() -> None:
    assert after("left", text="one\ntwo").place == (1, 2)
