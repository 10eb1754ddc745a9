from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from hivemind.protocol.screen import BOLD, TRUE_COLOUR, UNDERLINE_SHIFT, Size, Snapshot, Style
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.redraw import redrawn, rendition, row_drawn
from hivemind.terminal.rows import text_of
from hivemind.terminal.styles import index_of
from tests.terminal.test_emulator_laws import SIZES, STREAMS

UNKEPT = re.compile(rb"[btu]")
"""What goes on from something that no terminal can be told: REP, pushed titles and keyboards."""

LEFTOVERS = b"old \x1b[31mtext\x1b[?1049h\x1b[2;3r\x1b(0\x1b[?25l"


def picture(snapshot: Snapshot) -> tuple[object, ...]:
    """Everything that is seen, with styles by their looks: two terminals number them differently."""
    looks = [[snapshot.styles[index_of(mark)] for mark in row.styles] for row in snapshot.lines]
    return text_of(snapshot), looks, snapshot.cursor, snapshot.title, snapshot.modes


@given(SIZES, STREAMS, STREAMS)
@settings(max_examples=400, deadline=None)
def test_a_terminal_that_was_drawn_anew_shows_the_same_and_goes_on_in_the_same_way(
    size: Size, stream: bytes, more: bytes
) -> None:
    one, other = Emulator(size), Emulator(size)
    one.feed(stream)
    other.feed(LEFTOVERS + redrawn(one))
    assert picture(other.snapshot()) == picture(one.snapshot())
    for emulator in (one, other):
        emulator.feed(UNKEPT.sub(b"", more))
    assert picture(other.snapshot()) == picture(one.snapshot())


@given(SIZES, STREAMS, STREAMS)
@settings(max_examples=400, deadline=None)
def test_a_copy_goes_on_by_itself_and_in_the_same_way(size: Size, stream: bytes, more: bytes) -> None:
    one = Emulator(size)
    one.feed(stream)
    other, before = one.copy(), picture(one.snapshot())
    one.feed(more)
    assert picture(other.snapshot()) == before
    other.feed(more)
    assert picture(other.snapshot()) == picture(one.snapshot())


@pytest.mark.parametrize("cut", ["é".encode()[:1], b"\x1b[3", b"\x1b]2;ti", b"\x1b]8;;http://x"])
def test_what_was_begun_may_end_after_it(cut: bytes) -> None:
    one, other = Emulator(Size(3, 10)), Emulator(Size(3, 10))
    one.feed(b"text" + cut)
    other.feed(redrawn(one))
    for emulator in (one, other):
        emulator.feed("é".encode()[1:] + b"1mred\x07after")
    assert picture(other.snapshot()) == picture(one.snapshot())


@pytest.mark.parametrize(
    ("style", "sequence"),
    [
        (Style(), "\x1b[0m"),
        (Style(1, 12, 200, BOLD), "\x1b[0;1;31;104;58;5;200m"),
        (Style(TRUE_COLOUR | 0x0102FF, 200, -1, 3 << UNDERLINE_SHIFT), "\x1b[0;4:3;38;2;1;2;255;48;5;200m"),
    ],
)
def test_a_rendition_says_all_of_a_style(style: Style, sequence: str) -> None:
    assert rendition(style) == sequence


def test_a_row_ends_as_it_began() -> None:
    emulator = Emulator(Size(1, 20))
    emulator.feed("a \x1b[1m漢\x1b[41m".encode() + b"\x1b]8;;http://x\x1b\\b")
    shown = emulator.snapshot()
    drawn = row_drawn(shown.lines[0], shown.styles, shown.clusters)
    assert drawn == "a \x1b[0;1m漢\x1b[0;1;41m\x1b]8;;http://x\x1b\\b\x1b[0m\x1b]8;;\x1b\\"
