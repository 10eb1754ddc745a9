"""Reading the person's terminal so that every key reaches a program as it was pressed.

Textual reads keys for its own widgets: `Alt+.` becomes `.`, `Alt+Enter` becomes Enter, `Alt+B` becomes Ctrl+Left, and
a paste that holds an escape byte is typed as keys. A multiplexer must not: this driver gives keys their Alt back and
takes pastes out of the stream before anything looks into them.

Relies on private parts of Textual 8.2 (`XTermParser._sequence_to_key_events`, `XTermParser.mouse_pixels`,
`Parser._timeout_time`, `LinuxDriver.run_input_thread`, `LinuxDriver._enable_mouse_pixels`), which the tests of this
module pin.
"""

from __future__ import annotations

import asyncio
import codecs
import os
from collections.abc import Callable, Container, Iterable, Iterator

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.message import Message

from hivemind.tui.guard import CLEAR, Due
from hivemind.tui.keymap import key_name
from hivemind.tui.outlet import OutletDriver
from hivemind.tui.terminal_reply import KeepsStatus, ReplySplitter

ESCAPE = "\x1b"
PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
"""Bracketed paste (xterm ctlseqs, "Bracketed Paste Mode")."""

INTRODUCERS = frozenset("[O]PX^_")
"""After an escape byte these begin a sequence (ECMA-48, 5.3); any other byte is a key pressed with Alt."""

READ_BYTES = 65536

TICK = 0.02
"""Seconds between two looks at whether an escape byte was the Escape key, or a paste is over; only while that is so."""

PASTE_QUIET = 2.0
"""Seconds without a byte after which a paste is over though its end never came: else every later key would be lost."""

NAMED = {
    "\r": "enter",
    "\n": "ctrl+j",
    "\t": "tab",
    "\x7f": "backspace",
    "\x08": "backspace",
    " ": "space",
    ESCAPE: "escape",
}


class KeyParser(XTermParser):
    """Textual's parser, except that Alt is kept, and known without waiting.

    An escape byte and a leader is Escape and that leader: who presses one after the other, over a slow line say, must
    not have the next key typed into a program. (Alt and the leader is had by Escape and the leader twice.)
    """

    leaders: Container[str] = frozenset()
    """Keys that others follow, by our names."""

    @property
    def mouse_pixels(self) -> bool:
        """Never: the mouse is told of in cells (`KeyDriver._enable_mouse_pixels`)."""
        return False

    @mouse_pixels.setter
    def mouse_pixels(self, on: bool) -> None:
        """As Textual wants it."""

    @property
    def is_open(self) -> bool:
        """Whether it waits to see if more of a sequence comes."""
        return self._timeout_time is not None

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:  # noqa: FBT001, FBT002
        """The keys of one sequence."""
        if alt and len(sequence) == 1:
            return self._with_alt(sequence)
        if len(sequence) == 2 and sequence[0] == ESCAPE and sequence[1] not in INTRODUCERS | {ESCAPE}:
            return self._with_alt(sequence[1])
        return super()._sequence_to_key_events(sequence, alt)

    def _with_alt(self, character: str) -> list[events.Key]:
        pressed = list(super()._sequence_to_key_events(character))
        if any(key_name(key.key, key.character) in self.leaders for key in pressed):
            return [events.Key("escape", None), *pressed]
        return [alt_key(character)]


def alt_key(character: str) -> events.Key:
    """A key that was pressed together with Alt, from the byte that followed the escape byte."""
    if character in NAMED:
        return events.Key(f"alt+{NAMED[character]}", None)
    if character < " ":
        return events.Key(f"ctrl+alt+{chr(ord(character) + 0x60)}", None)
    return events.Key(f"alt+{character}", None)


class PasteSplitter:
    """Takes pastes out of a stream of characters, however it is cut into pieces."""

    def __init__(self) -> None:
        self._pasted: list[str] | None = None
        self._held = ""

    @property
    def is_open(self) -> bool:
        """Whether a paste has begun, or may have."""
        return self._pasted is not None or bool(self._held)

    def feed(self, text: str) -> Iterator[str | events.Paste]:
        """What was typed, as text for the parser, and what was pasted, in order."""
        text, self._held = self._held + text, ""
        while text:
            marker = PASTE_START if self._pasted is None else PASTE_END
            before, found, rest = text.partition(marker)
            if not found:
                kept = _partial(before, marker, least=2 if self._pasted is None else 1)
                before, self._held = before[: len(before) - kept], before[len(before) - kept :]
            if self._pasted is not None:
                self._pasted.append(before)
                if found:
                    yield events.Paste("".join(self._pasted).replace("\0", ""))
                    self._pasted = None
            else:
                if before:
                    yield before
                if found:
                    self._pasted = []
            text = rest

    def flush(self) -> str:
        """What was held back in case a paste began there; nothing more of it came."""
        held, self._held = ("", self._held) if self._pasted is not None else (self._held, "")
        return held

    def give_up(self) -> Iterator[events.Paste]:
        """End a paste whose end never came, with what there is of it."""
        if self._pasted is not None:
            pasted, self._pasted = "".join([*self._pasted, self._held]), None
            self._held = ""
            yield events.Paste(pasted.replace("\0", ""))


def _partial(text: str, marker: str, *, least: int) -> int:
    """How many characters at the end may be the beginning of the marker, where that are enough to tell.

    An escape byte alone is a key, except in a paste.
    """
    return next((n for n in range(min(len(marker) - 1, len(text)), least - 1, -1) if text.endswith(marker[:n])), 0)


class Typing:
    """Bytes of the keyboard to events."""

    def __init__(
        self, *, paste_quiet: float = PASTE_QUIET, is_debugged: bool = False, leaders: Container[str] = ()
    ) -> None:
        self._parser = KeyParser(is_debugged)
        self._parser.leaders = leaders
        self._splitter = PasteSplitter()
        self._replies = ReplySplitter()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._paste_quiet = paste_quiet
        self._quiet = 0.0

    @property
    def is_open(self) -> bool:
        """Whether what was typed last may still come to mean something by waiting."""
        return self._parser.is_open or self._splitter.is_open or self._replies.is_open

    def feed(self, data: bytes) -> Iterator[Message]:
        """What these bytes mean."""
        self._quiet = 0.0
        for piece in self._splitter.feed(self._decode(data)):
            yield from self._read(piece)

    def tick(self, seconds: float) -> Iterator[Message]:
        """What it means that nothing more came in that time."""
        self._quiet += seconds
        yield from self._read(self._splitter.flush())
        is_over = self._quiet >= self._paste_quiet
        if held := self._replies.flush(is_over=is_over):
            yield from self._parser.feed(held)
        if is_over:
            yield from self._splitter.give_up()
        yield from self._parser.tick()

    def _read(self, piece: str | events.Paste) -> Iterator[Message]:
        if isinstance(piece, events.Paste):
            yield piece
        elif piece:
            for typed in self._replies.feed(piece):
                if isinstance(typed, KeepsStatus):
                    yield typed
                else:
                    yield from self._parser.feed(typed)


class KeyDriver(OutletDriver):
    """Textual's driver for Linux and macOS with our reading of keys.

    The event loop reads, not Textual's thread: a thread must first get the interpreter from whatever paints.
    """

    leaders: Container[str] = ()
    """Keys that others follow, by our names."""
    on_kept: Callable[[], None] | None = None
    """Called when the terminal says that it keeps program status."""
    _typing: Typing | None = None
    _ticking: asyncio.TimerHandle | None = None

    def run_input_thread(self) -> None:
        """Nothing: Textual's thread ends at once."""

    def start_application_mode(self) -> None:
        """Begin to read."""
        super().start_application_mode()
        self._typing = Typing(is_debugged=self._debug, leaders=self.leaders)
        self._loop.add_reader(self.fileno, self._readable)

    def stop_application_mode(self) -> None:
        """Leave nothing on a terminal that has one screen only."""
        self.write(CLEAR)
        super().stop_application_mode()

    def _enable_mouse_pixels(self) -> None:
        """Nothing: Textual does not take that back when it leaves, and tells of no cell where a cell has no size."""

    def disable_input(self) -> None:
        """Read no more."""
        self._stop_reading()
        super().disable_input()

    def send_message(self, message: Message) -> None:
        """To the app, in order."""
        self._app.post_message(message)

    def _stop_reading(self) -> None:
        if self._typing is not None:
            self._typing = None
            self._loop.remove_reader(self.fileno)
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    def _readable(self) -> None:
        """Read what was typed; when the terminal is gone, the app ends too."""
        try:
            data = os.read(self.fileno, READ_BYTES)
        except OSError:
            data = b""
        if self._typing is None:
            return
        if data:
            self._tell(self._typing.feed(data))
        else:
            self._stop_reading()
            self.send_message(messages.ExitApp())

    def _tick(self) -> None:
        self._ticking = None
        if self._typing is not None:
            self._tell(self._typing.tick(TICK))

    def _tell(self, heard: Iterable[Message]) -> None:
        for message in heard:
            if isinstance(message, KeepsStatus):
                self.keeps_status = True
                if self.on_kept:
                    self.on_kept()
            else:
                self.process_message(message)
        if self._typing is not None and self._typing.is_open and self._ticking is None:
            self._ticking = self._loop.call_later(TICK, self._tick)


def driver_with(due: Due, leaders: Container[str]) -> type[KeyDriver]:
    """The driver that tells there what must be undone in the terminal, for such leaders."""
    return type("GuardedDriver", (KeyDriver,), {"due": due, "leaders": leaders})
