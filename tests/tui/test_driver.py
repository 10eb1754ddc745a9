"""What is typed comes out as it was pressed; what is pasted comes out whole, however the terminal cut it up."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import os
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._parser import Parser
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from hivemind.tui.driver import PASTE_END, PASTE_START, KeyDriver, KeyParser, PasteSplitter, Typing
from hivemind.tui.keymap import key_name


def keys(typed: str) -> list[str | None]:
    parser = KeyParser()
    return [key_name(m.key, m.character) for m in parser.feed(typed) if isinstance(m, events.Key)]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("\x1b.", ["alt+."]),
        ("\x1bb", ["alt+b"]),
        ("\x1bB", ["alt+B"]),
        ("\x1b\r", ["alt+enter"]),
        ("\x1b\x7f", ["alt+backspace"]),
        ("\x1b\x01", ["ctrl+alt+a"]),
        ("\x1b ", ["alt+space"]),
        ("\x1b.\x1b.x", ["alt+.", "alt+.", "x"]),
        ("\x1b[A", ["up"]),
        ("\x1bOA", ["up"]),
        ("\x1bOP", ["f1"]),
        ("\x1b[1;3D", ["alt+left"]),
        ("\x1b[46;3u", ["alt+."]),
        ("\x1b[13;2u", ["shift+enter"]),
        ("ab\x03", ["a", "b", "ctrl+c"]),
    ],
)
def test_alt_is_kept(typed: str, names: list[str]) -> None:
    assert keys(typed) == names


@pytest.mark.parametrize(
    ("leaders", "typed", "names"),
    [
        ({"ctrl+b"}, b"\x1b\x02?", ["escape", "ctrl+b", "?"]),
        ({"ctrl+b"}, b"\x1b\x1b\x02x", ["escape", "escape", "ctrl+b", "x"]),
        ({"ctrl+b"}, b"\x1b\x01", ["ctrl+alt+a"]),
        ({"ctrl+b"}, b"\x1b[98;7u", ["ctrl+alt+b"]),
        ({"ctrl+a"}, b"\x1b\x02", ["ctrl+alt+b"]),
        ({"`"}, b"\x1b`", ["escape", "`"]),
    ],
)
def test_escape_and_at_once_a_leader_are_two_keys(leaders: set[str], typed: bytes, names: list[str]) -> None:
    typing = Typing(leaders=leaders)
    heard = [m for m in typing.feed(typed) if isinstance(m, events.Key)]
    assert [key_name(m.key, m.character) for m in heard] == names


def split(pieces: list[str]) -> list[str | events.Paste]:
    splitter = PasteSplitter()
    out: list[str | events.Paste] = [part for piece in pieces for part in splitter.feed(piece)]
    return [*out, splitter.flush()]


def joined(parts: list[str | events.Paste]) -> str:
    return "".join(f"<{part.text}>" if isinstance(part, events.Paste) else part for part in parts)


STREAM = f"ab{PASTE_START}one\x1b[A\x1btwo\r\n{PASTE_END}c\x1b[21~\x1b{PASTE_START}{PASTE_END}\x1b[2"


@given(st.lists(st.integers(0, len(STREAM)), max_size=8))
def test_a_paste_comes_out_whole_however_it_is_cut(cuts: list[int]) -> None:
    marks = sorted({0, *cuts, len(STREAM)})
    inside_start = [n for n in marks if STREAM[n - 1 : n + 1] == "\x1b[" and n not in {0, len(STREAM)}]
    marks = [n for n in marks if n not in inside_start]
    pieces = [STREAM[a:b] for a, b in itertools.pairwise(marks)]
    assert joined(split(pieces)) == "ab<one\x1b[A\x1btwo\r\n>c\x1b[21~\x1b<>\x1b[2"


def test_an_escape_key_is_not_held_back() -> None:
    assert list(PasteSplitter().feed("\x1b")) == ["\x1b"]


def test_nul_is_not_pasted() -> None:
    assert joined(split([f"{PASTE_START}a\0b{PASTE_END}"])) == "<ab>"


def test_a_paste_that_was_given_up_is_over() -> None:
    splitter = PasteSplitter()
    assert list(splitter.give_up()) == []
    assert list(splitter.feed(f"{PASTE_START}one\x1b[20")) == []
    assert joined(list(splitter.give_up())) == "<one\x1b[20>"
    assert list(splitter.feed("x")) == ["x"]


def names(heard: Iterable[Message]) -> list[str]:
    """Keys by their names, pastes by their texts."""
    return [
        f"<{m.text}>" if isinstance(m, events.Paste) else m.key if isinstance(m, events.Key) else type(m).__name__
        for m in heard
    ]


TYPED = "é\x1b.\x1b[200~two\nlines\x1b[201~\x1b[Ax".encode()


@given(st.integers(0, len(TYPED)))
def test_what_is_read_is_heard_in_order_however_it_is_cut(cut: int) -> None:
    typing = Typing()
    heard = [m for piece in (TYPED[:cut], TYPED[cut:]) for m in typing.feed(piece)]
    assert names(heard) == ["é", "alt+.", "<two\nlines>", "up", "x"]
    assert not typing.is_open


def test_a_paste_that_never_ends_is_given_up_after_a_while() -> None:
    typing = Typing(paste_quiet=2.0)
    assert names(typing.feed(b"\x1b[200~lost")) == []
    assert typing.is_open
    assert names(typing.tick(1.0)) == []
    assert names(typing.tick(1.0)) == ["<lost>"]
    assert not typing.is_open
    assert names(typing.feed(b"x")) == ["x"]


def test_what_could_begin_a_paste_is_typed_when_nothing_follows() -> None:
    typing = Typing()
    assert names(typing.feed(b"a\x1b[2")) == ["a"]
    assert typing.is_open
    assert names(typing.tick(0.02)) == []


@pytest.mark.parametrize("size", ["600;1000", "0;0"])
def test_the_mouse_is_told_of_in_cells_whatever_the_terminal_says_of_their_size(size: str) -> None:
    typing = Typing()
    heard = [*typing.feed(f"\x1b[48;30;100;{size}t".encode()), *typing.feed(b"\x1b[<0;51;6M")]
    assert [(m.x, m.y) for m in heard if isinstance(m, events.MouseDown)] == [(50, 5)]


class Heard(KeyDriver):
    """A driver that reads a pipe and notes what it hears; made without a terminal."""

    def __init__(self, fileno: int) -> None:
        self.fileno = fileno
        self._loop = asyncio.get_running_loop()
        self._typing = Typing()
        self.heard: list[Message] = []
        self.is_told = asyncio.Event()
        self.written: list[str] = []
        self._loop.add_reader(fileno, self._readable)

    def write(self, data: str) -> None:
        self.written.append(data)

    def process_message(self, message: Message) -> None:
        self.send_message(message)

    def send_message(self, message: Message) -> None:
        self.heard.append(message)
        self.is_told.set()


async def test_a_terminal_that_tells_its_size_is_asked_for_no_mode_that_would_stay() -> None:
    ours, theirs = os.pipe()
    driver = Heard(ours)
    driver._enable_mouse_pixels()
    assert driver.written == []
    driver._stop_reading()
    os.close(ours)
    os.close(theirs)


async def test_an_escape_byte_alone_is_the_escape_key_after_a_moment_and_then_nothing_ticks() -> None:
    ours, theirs = os.pipe()
    driver = Heard(ours)
    os.write(theirs, b"\x1b")
    await asyncio.wait_for(driver.is_told.wait(), 5)
    assert names(driver.heard) == ["escape"]
    assert driver._ticking is None
    driver._stop_reading()
    os.close(ours)
    os.close(theirs)


async def test_the_app_ends_with_its_terminal() -> None:
    ours, theirs = os.pipe()
    driver = Heard(ours)
    os.close(theirs)
    await asyncio.wait_for(driver.is_told.wait(), 5)
    assert names(driver.heard) == ["ExitApp"]
    assert not asyncio.get_running_loop().remove_reader(ours)
    os.close(ours)


def test_the_private_parts_of_textual_are_as_we_know_them() -> None:
    """When this fails, look at what `driver` overrides."""
    assert list(inspect.signature(XTermParser._sequence_to_key_events).parameters) == ["self", "sequence", "alt"]
    assert "self.mouse_pixels\n" in inspect.getsource(XTermParser.parse_mouse_code)
    assert "self._enable_mouse_pixels()" in inspect.getsource(LinuxDriver.process_message)
    assert "_timeout_time" in inspect.getsource(Parser.tick)
    source = inspect.getsource(LinuxDriver.run_input_thread)
    assert all(
        part in source
        for part in ("XTermParser(self._debug)", "self.exit_event", "self.fileno", "self.process_message")
    )
    assert "self.run_input_thread()" in inspect.getsource(LinuxDriver._run_input_thread)
    assert "self._app._post_message(message)" in inspect.getsource(Driver.send_message)
