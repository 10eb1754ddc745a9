"""Bytes from the terminal to key events, however they are split. Does no I/O.

Legacy xterm keys and bracketed paste (xterm ctlseqs). Replies and sequences nobody asked for are swallowed. An escape
byte may be the key or the start of a sequence: `pending` says that bytes are held back, `flush` gives up waiting.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

ESCAPE_WAIT = 0.02
"""Seconds. An escape byte that stands alone for this long is the key; shorter than the gap of typed key lists."""

PASTE_WAIT = 0.5
"""Seconds. A paste whose end does not come is taken as it is after this silence."""

MAX_HELD = 1 << 20
"""Characters. A longer paste is cut here, a longer sequence dropped."""

PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"

_CONTROLS = {
    "\r": "enter", "\n": "newline", "\t": "tab", "\x7f": "backspace", "\x08": "backspace",
    "\x01": "home", "\x02": "left", "\x03": "ctrl+c", "\x04": "ctrl+d", "\x05": "end", "\x06": "right",
    "\x0b": "ctrl+k", "\x0c": "ctrl+l", "\x0e": "down", "\x10": "up", "\x15": "ctrl+u", "\x17": "ctrl+w",
}  # fmt: skip
_FINALS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end", "Z": "shift+tab"}
_TILDES = {"1": "home", "3": "delete", "4": "end", "5": "pageup", "6": "pagedown", "7": "home", "8": "end"}
_ALTS = {"\r": "newline", "\n": "newline", "b": "word left", "f": "word right", "\x7f": "ctrl+w"}
_STRINGS = "]P_^X"
"""Second characters of OSC, DCS, APC, PM and SOS: strings that end with ST, OSC also with BEL."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key, or a run of text."""

    name: str
    """`enter`, `ctrl+c` …; `text` for typed characters, `paste` for pasted ones."""
    text: str = ""


class KeyDecoder:
    """Feed it what was read; it returns the keys that are complete."""

    def __init__(self) -> None:
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self._held = ""
        self._paste: list[str] | None = None
        self._paste_size = 0

    @property
    def pending(self) -> float | None:
        """Seconds of silence after which `flush` should be called; None when nothing is held back."""
        if self._paste is not None:
            return PASTE_WAIT
        return ESCAPE_WAIT if self._held else None

    def feed(self, data: bytes) -> list[Key]:
        """The keys that these bytes complete."""
        self._held += self._utf8.decode(data)
        keys: list[Key] = []
        while self._held:
            before = len(self._held)
            key = self._next() if self._paste is None else self._next_pasted()
            if key is not None:
                keys.append(key)
            elif len(self._held) == before:
                break
        return keys

    def flush(self) -> list[Key]:
        """What is held back, taken as it is: a lone escape byte is the key, the rest of a sequence is dropped."""
        if self._paste is not None:
            self._hold(self._held)
            self._held = ""
            return [self._end_paste()]
        held, self._held = self._held, ""
        return [Key("escape")] if held == "\x1b" else []

    def _next(self) -> Key | None:
        """Take one key off the front; None when it is incomplete or means nothing."""
        first = self._held[0]
        if first == "\x1b":
            return self._escape()
        if first in _CONTROLS:
            self._held = self._held[1:]
            return Key(_CONTROLS[first])
        end = next((i for i, char in enumerate(self._held) if char < " " or char == "\x7f"), len(self._held))
        text, self._held = self._held[:end], self._held[end or 1 :]
        return Key("text", text) if text else None

    def _escape(self) -> Key | None:
        if len(self._held) < 2:
            return None
        second = self._held[1]
        if second == "[":
            return self._control_sequence()
        if second == "O":
            return self._take(3, _FINALS.get(self._held[2], "")) if len(self._held) > 2 else None
        if second in _STRINGS:
            return self._string()
        if second == "\x1b":
            return self._take(1, "escape")
        return self._take(2, _ALTS.get(second, ""))

    def _take(self, length: int, name: str) -> Key | None:
        self._held = self._held[length:]
        return Key(name) if name else None

    def _control_sequence(self) -> Key | None:
        index = 2
        while index < len(self._held) and " " <= self._held[index] <= "?":
            index += 1
        if index == len(self._held):
            if index > MAX_HELD:
                self._held = ""
            return None
        final, parameters = self._held[index], self._held[2:index].split(";")
        if not "@" <= final <= "~":
            return self._take(index, "")  # cut short by another byte, which counts by itself
        if self._held.startswith(PASTE_START):
            self._held = self._held[len(PASTE_START) :]
            self._paste, self._paste_size = [], 0
            return None
        is_modified = len(parameters) > 1 and parameters[1] in ("3", "5", "7")
        name = _TILDES.get(parameters[0], "") if final == "~" else _FINALS.get(final, "")
        if is_modified and name in ("left", "right"):
            name = f"word {name}"
        return self._take(index + 1, name)

    def _string(self) -> Key | None:
        ends = [(self._held.find(end, 2), len(end)) for end in ("\x1b\\", "\x07")]
        found = [at + size for at, size in ends if at >= 0]
        if found:
            self._held = self._held[min(found) :]
        elif len(self._held) > MAX_HELD:
            self._held = ""
        return None

    def _next_pasted(self) -> Key | None:
        """Move what was pasted out of the way; a paste event when its end is there."""
        end = self._held.find(PASTE_END)
        if end >= 0:
            self._hold(self._held[:end])
            self._held = self._held[end + len(PASTE_END) :]
            return self._end_paste()
        keep = next((n for n in range(len(PASTE_END) - 1, 0, -1) if self._held.endswith(PASTE_END[:n])), 0)
        cut = len(self._held) - keep
        self._hold(self._held[:cut])
        self._held = self._held[cut:]
        return None

    def _hold(self, text: str) -> None:
        room = max(0, MAX_HELD - self._paste_size)
        if self._paste is not None and room:
            self._paste.append(text[:room])
        self._paste_size += len(text)

    def _end_paste(self) -> Key:
        text = "".join(self._paste or ())
        self._paste = None
        return Key("paste", text)
