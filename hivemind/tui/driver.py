"""Reading the person's terminal so that every key reaches a program as it was pressed.

Textual reads keys for its own widgets: `Alt+.` becomes `.`, `Alt+Enter` becomes Enter, `Alt+B` becomes Ctrl+Left, and
a paste that holds an escape byte is typed as keys. A multiplexer must not: this driver gives keys their Alt back and
takes pastes out of the stream before anything looks into them.

Relies on private parts of Textual 8.2 (`XTermParser._sequence_to_key_events`, `LinuxDriver.run_input_thread`), which
the tests of this module pin.
"""

from __future__ import annotations

import codecs
import os
import selectors
from collections.abc import Iterable, Iterator

from textual import events, messages
from textual._xterm_parser import XTermParser

from hivemind.tui.outlet import OutletDriver

ESCAPE = "\x1b"
PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
"""Bracketed paste (xterm ctlseqs, "Bracketed Paste Mode")."""

INTRODUCERS = frozenset("[O]PX^_")
"""After an escape byte these begin a sequence (ECMA-48, 5.3); any other byte is a key pressed with Alt."""

READ_BYTES = 65536
QUICK_SECONDS, SLOW_SECONDS, QUICK_TICKS = 0.02, 0.25, 10
"""How often the parser may decide that an escape byte was the Escape key: soon after something was typed, rarely while
nobody types; and for how many ticks it is soon."""

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
    """Textual's parser, except that Alt is kept, and known without waiting."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:  # noqa: FBT001, FBT002
        """The keys of one sequence."""
        if alt and len(sequence) == 1:
            return [alt_key(sequence)]
        if len(sequence) == 2 and sequence[0] == ESCAPE and sequence[1] not in INTRODUCERS | {ESCAPE}:
            return [alt_key(sequence[1])]
        return super()._sequence_to_key_events(sequence, alt)


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

    def feed(self, text: str) -> Iterator[str | events.Paste]:
        """What was typed, as text for the parser, and what was pasted, in order."""
        text, self._held = self._held + text, ""
        while text:
            marker = PASTE_START if self._pasted is None else PASTE_END
            before, found, rest = text.partition(marker)
            if not found:
                kept = _partial(before, marker)
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


def _partial(text: str, marker: str) -> int:
    """How many characters at the end may be the beginning of the marker; an escape byte alone does not count."""
    return next((n for n in range(min(len(marker) - 1, len(text)), 1, -1) if text.endswith(marker[:n])), 0)


class KeyDriver(OutletDriver):
    """Textual's driver for Linux and macOS with our reading of keys."""

    paste_quiet = PASTE_QUIET

    def run_input_thread(self) -> None:
        """Read until the app ends; when the terminal is gone, the app ends too."""
        parser, splitter = KeyParser(self._debug), PasteSplitter()
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        quick_ticks, quiet = 0, 0.0
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                wait = QUICK_SECONDS if quick_ticks else SLOW_SECONDS
                if selector.select(wait):
                    if not (data := self._read()):
                        self.send_message(messages.ExitApp())
                        return
                    quick_ticks, quiet = QUICK_TICKS, 0.0
                    pieces = list(splitter.feed(decode(data)))
                else:
                    quick_ticks, quiet = max(0, quick_ticks - 1), quiet + wait
                    pieces = [splitter.flush(), *(splitter.give_up() if quiet >= self.paste_quiet else ())]
                for piece in pieces:
                    self._take(parser, piece)
                for message in parser.tick():
                    self.process_message(message)

    def _read(self) -> bytes:
        """What was typed; nothing once the terminal is gone."""
        try:
            return os.read(self.fileno, READ_BYTES)
        except OSError:
            return b""

    def _take(self, parser: KeyParser, piece: str | events.Paste) -> None:
        if isinstance(piece, events.Paste):
            self.process_message(piece)
        elif piece:
            for message in parser.feed(piece):
                self.process_message(message)
