"""An answer of the terminal is never typed, however it comes."""

from __future__ import annotations

import itertools

import pytest
from textual import events
from textual.message import Message

from hivemind.tui.driver import Typing
from hivemind.tui.keymap import key_name
from hivemind.tui.terminal_reply import LIMIT, QUERY, KeepsStatus, ReplySplitter

BELL = "\x1b]7501;?\x07"


def heard(messages: list[Message]) -> list[str | None]:
    """Keys by name, pastes by their text, and `!` for the answer."""
    names: list[str | None] = []
    for message in messages:
        if isinstance(message, events.Key):
            names.append(key_name(message.key, message.character))
        elif isinstance(message, events.Paste):
            names.append(f"<{message.text}>")
        elif isinstance(message, KeepsStatus):
            names.append("!")
    return names


def typed(*pieces: str) -> list[str | None]:
    typing = Typing(paste_quiet=1.0)
    return heard([message for piece in pieces for message in typing.feed(piece.encode())])


@pytest.mark.parametrize("answer", [QUERY, BELL])
def test_an_answer_between_keys_is_heard_and_types_nothing(answer: str) -> None:
    assert typed(f"a{answer}b") == ["a", "!", "b"]


@pytest.mark.parametrize("answer", [QUERY, BELL])
def test_an_answer_in_two_pieces_is_the_same_answer(answer: str) -> None:
    for at in range(2, len(answer)):  # one escape byte alone is the Escape key
        assert typed(f"a{answer[:at]}", f"{answer[at:]}b") == ["a", "!", "b"], at


def test_an_answer_in_single_characters_is_the_same_answer() -> None:
    splitter = ReplySplitter()
    pieces = ["\x1b]", *"7501;?", "\x1b", "\\"]
    parts = list(itertools.chain.from_iterable(splitter.feed(piece) for piece in pieces))
    assert [type(part) for part in parts] == [KeepsStatus]
    assert not splitter.is_open


def test_a_report_that_is_no_answer_is_not_taken_for_one() -> None:
    assert typed("a\x1b]7501;state=idle\x1b\\b") == ["a", "b"]


def test_an_answer_within_a_paste_is_part_of_the_paste() -> None:
    assert typed(f"\x1b[200~x{QUERY}y\x1b[201~") == [f"<x{QUERY}y>"]


def test_alt_and_bracket_is_a_key_after_a_moment() -> None:
    typing = Typing(paste_quiet=1.0)
    assert heard(list(typing.feed(b"\x1b]"))) == []
    assert typing.is_open
    list(typing.tick(0.02))
    assert not typing._replies.is_open


def test_an_answer_without_an_end_does_not_swallow_keys_for_ever() -> None:
    typing = Typing(paste_quiet=1.0)
    assert heard(list(typing.feed(b"\x1b]7501;?abc"))) == []
    list(typing.tick(0.5))
    assert typing.is_open
    list(typing.tick(0.6))
    assert heard(list(typing.feed(b"x"))) == ["x"]


def test_a_long_answer_is_none() -> None:
    splitter = ReplySplitter()
    assert list(splitter.feed("\x1b]7501;?" + "x" * LIMIT)) == []
    assert not splitter.is_open


OTHERS = (
    "\x1b]11;rgb:1111/2222/3333\x1b\\",
    "\x1b]4;1;rgb:1/2/3\x07",
    "\x1bP>|xterm(390)\x1b\\",
    "\x1bP1+r544e=787465726d\x1b\\",
    "\x1bP1$r0m\x1b\\",
    "\x1b_Gi=1;OK\x1b\\",
    "\x1b[?62;22c",
    "\x1b[>41;390;0c",
    "\x1b[?25u",
    "\x1b[?997;1n",
    "\x1b[0n",
    "\x1b[8;24;80t",
)
"""What terminals answer to what others asked."""


@pytest.mark.parametrize("answer", OTHERS)
def test_what_others_asked_the_terminal_is_not_typed(answer: str) -> None:
    assert typed(f"a{answer}b") == ["a", "b"]


@pytest.mark.parametrize("answer", [one for one in (QUERY, *OTHERS) if one[2] not in "08"])
def test_an_answer_that_comes_slowly_is_not_typed_either(answer: str) -> None:
    for at in range(4, len(answer)):
        typing = Typing(paste_quiet=1.0)
        heard_of = [*typing.feed(answer[:at].encode()), *typing.tick(0.02), *typing.feed(f"{answer[at:]}b".encode())]
        assert [name for name in heard(heard_of) if name != "!"] == ["b"], at


def test_an_answer_that_another_sequence_cuts_off_ends_there() -> None:
    assert typed("\x1b]11;rgb:1/\x1b[Ab") == ["up", "b"]


@pytest.mark.parametrize(
    ("keys", "names"),
    [
        ("\x1b[A", ["up"]),
        ("\x1b[15~", ["f5"]),
        ("\x1b[97;7u", ["ctrl+alt+a"]),
    ],
)
def test_keys_are_no_answers(keys: str, names: list[str]) -> None:
    typing = Typing()
    assert heard([*typing.feed(keys.encode()), *typing.tick(0.02)])[: len(names)] == names
