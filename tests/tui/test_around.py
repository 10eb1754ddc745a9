"""What a multiplexer around the UI hands to its terminal."""

from __future__ import annotations

import pytest

from hivemind.tui.around import SCREEN_PIECE, multiplexer, passed_on, seen

SCREEN = {"STY": "1.x", "TERM": "screen.xterm-256color", "COLORTERM": "truecolor"}


@pytest.mark.parametrize(
    ("env", "name"),
    [
        ({"TERM": "xterm"}, ""),
        ({"TMUX": "/tmp/t,1,0", "TERM": "screen-256color"}, "tmux"),
        ({"STY": "1.x", "TERM": "screen"}, "screen"),
        ({"STY": "1.x", "TMUX": "/tmp/t,1,0", "TERM": "screen-256color"}, "tmux"),
        ({"STY": "1.x", "TMUX": "/tmp/t,1,0", "TERM": "screen.tmux-256color"}, "screen"),
    ],
    ids=["none", "tmux", "screen", "tmux in screen", "screen in tmux"],
)
def test_the_innermost_one_counts(env: dict[str, str], name: str) -> None:
    assert multiplexer(env) == name


def test_a_sequence_is_wrapped_for_the_terminal_behind_it() -> None:
    assert passed_on("\x1b]9;hi\x07", {}) == "\x1b]9;hi\x07"
    assert passed_on("\x1b]9;hi\x07", {"TMUX": "x"}) == "\x1bPtmux;\x1b\x1b]9;hi\x07\x1b\\"
    assert passed_on("\x1b]9;hi\x07", SCREEN) == "\x1bP\x1b]9;hi\x07\x1b\\"


def test_gnu_screen_gets_a_long_one_in_pieces() -> None:
    long = "\x1b]52;c;" + "A" * 1000 + "\x07"
    pieces = passed_on(long, SCREEN).removeprefix("\x1bP").removesuffix("\x1b\\").split("\x1b\\\x1bP")
    assert "".join(pieces) == long
    assert max(map(len, pieces)) == SCREEN_PIECE


def test_exact_colours_are_not_believed_of_gnu_screen() -> None:
    assert seen(SCREEN).keys() == {"STY", "TERM"}
    assert seen({"COLORTERM": "truecolor"}) == {"COLORTERM": "truecolor"}
