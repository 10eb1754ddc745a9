"""What is typed comes out as it was pressed; what is pasted comes out whole, however the terminal cut it up."""

from __future__ import annotations

import inspect
import itertools
import os
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from hivemind.testing.waiting import until
from hivemind.tui.driver import PASTE_END, PASTE_START, KeyDriver, KeyParser, PasteSplitter
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


class Heard(KeyDriver):
    """A driver that reads a pipe and notes what it hears; made without a terminal."""

    paste_quiet = 0.1

    def __init__(self, fileno: int) -> None:
        self.fileno = fileno
        self.exit_event = Event()
        self._debug = False
        self.heard: list[Message] = []

    def process_message(self, message: Message) -> None:
        self.heard.append(message)

    def send_message(self, message: Message) -> None:
        self.heard.append(message)


def test_what_is_read_is_heard_in_order_and_the_app_ends_with_its_terminal() -> None:
    ours, theirs = os.pipe()
    os.write(theirs, "é\x1b.\x1b[200~two\nlines\x1b[201~\x1b[Ax".encode())
    os.close(theirs)
    driver = Heard(ours)
    driver.run_input_thread()
    os.close(ours)
    told = [
        m.text if isinstance(m, events.Paste) else m.key if isinstance(m, events.Key) else type(m) for m in driver.heard
    ]
    assert told == ["é", "alt+.", "two\nlines", "up", "x", messages.ExitApp]


def test_keys_after_a_paste_that_never_ends_are_heard() -> None:
    ours, theirs = os.pipe()
    driver = Heard(ours)
    thread = Thread(target=driver.run_input_thread)
    thread.start()
    os.write(theirs, b"\x1b[200~lost")
    until("the paste is given up", lambda: driver.heard, seconds=5)
    os.write(theirs, b"x")
    os.close(theirs)
    thread.join()
    os.close(ours)
    assert [m.text for m in driver.heard if isinstance(m, events.Paste)] == ["lost"]
    assert [m.key for m in driver.heard if isinstance(m, events.Key)] == ["x"]


def test_an_escape_byte_alone_is_the_escape_key_after_a_moment() -> None:
    ours, theirs = os.pipe()
    driver = Heard(ours)
    thread = Thread(target=driver.run_input_thread)
    thread.start()
    os.write(theirs, b"\x1b")
    until("the Escape key", lambda: driver.heard, seconds=5)
    os.close(theirs)
    thread.join()
    os.close(ours)
    assert [getattr(m, "key", None) for m in driver.heard] == ["escape", None]


def test_the_private_parts_of_textual_are_as_we_know_them() -> None:
    """When this fails, look at what `driver` overrides."""
    assert list(inspect.signature(XTermParser._sequence_to_key_events).parameters) == ["self", "sequence", "alt"]
    source = inspect.getsource(LinuxDriver.run_input_thread)
    assert all(
        part in source
        for part in ("XTermParser(self._debug)", "self.exit_event", "self.fileno", "self.process_message")
    )
