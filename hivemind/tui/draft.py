"""A text that a person writes in the bar: its letters, its cursor, and how keys change it. Paints and sends nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

MOST = 100_000
"""Characters; more than anybody types, and what is pasted beyond this is not taken."""

NEW_LINE = frozenset({"alt+enter", "shift+enter", "ctrl+j"})


class Draft:
    """A text with a cursor."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.at = len(text)
        """The cursor stands before this character."""

    def insert(self, text: str) -> bool:
        """Put a text in at the cursor; False when not all of it found room. Of control characters, line ends stay."""
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
        clean = "".join(c for c in text if c == "\n" or unicodedata.category(c) != "Cc")
        taken = clean[: MOST - len(self.text)]
        self.text = self.text[: self.at] + taken + self.text[self.at :]
        self.at += len(taken)
        return taken == clean

    def press(self, name: str) -> bool:
        """Edit with one key by our name for it; False for a key that edits nothing."""
        if len(name) == 1 or name == "space":
            return self.insert(" " if name == "space" else name)
        if name in NEW_LINE:
            return self.insert("\n")
        edit = EDITS.get(name)
        if edit is None:
            return False
        edit(self)
        return True

    @property
    def place(self) -> tuple[int, int]:
        """Line and character of the cursor, both from 0."""
        before = self.text[: self.at]
        return before.count("\n"), self.at - (before.rfind("\n") + 1)

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.at = start

    def _line_start(self) -> int:
        return self.text.rfind("\n", 0, self.at) + 1

    def _line_end(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def backspace(self) -> None:
        """Take away the character before the cursor."""
        self._cut(max(0, self.at - 1), self.at)

    def delete(self) -> None:
        """Take away the character behind it."""
        self._cut(self.at, self.at + 1)

    def left(self) -> None:
        """One character back."""
        self.at = max(0, self.at - 1)

    def right(self) -> None:
        """One character on."""
        self.at = min(len(self.text), self.at + 1)

    def home(self) -> None:
        """To the start of the line."""
        self.at = self._line_start()

    def end(self) -> None:
        """To its end."""
        self.at = self._line_end()

    def up(self) -> None:
        """To the line above, as far in as here."""
        start, column = self._line_start(), self.place[1]
        if start:
            above = self.text.rfind("\n", 0, start - 1) + 1
            self.at = min(above + column, start - 1)

    def down(self) -> None:
        """To the line below, as far in as here."""
        end, column = self._line_end(), self.place[1]
        if end < len(self.text):
            self.at = end + 1
            self.at = min(self.at + column, self._line_end())

    def cut_word(self) -> None:
        """Take away the word before the cursor."""
        kept = self.text[: self.at].rstrip()
        cut = max(kept.rfind(" "), kept.rfind("\n")) + 1
        self._cut(cut, self.at)

    def cut_before(self) -> None:
        """Take away the line before the cursor."""
        self._cut(self._line_start(), self.at)

    def cut_after(self) -> None:
        """Take away the line behind it."""
        at = self.at
        self._cut(at, self._line_end())


EDITS: dict[str, Callable[[Draft], None]] = {
    "backspace": Draft.backspace,
    "ctrl+h": Draft.backspace,
    "delete": Draft.delete,
    "ctrl+d": Draft.delete,
    "left": Draft.left,
    "right": Draft.right,
    "up": Draft.up,
    "down": Draft.down,
    "home": Draft.home,
    "ctrl+a": Draft.home,
    "end": Draft.end,
    "ctrl+e": Draft.end,
    "ctrl+w": Draft.cut_word,
    "alt+backspace": Draft.cut_word,
    "ctrl+u": Draft.cut_before,
    "ctrl+k": Draft.cut_after,
}
"""Keys as shells have them; the cursor keys and what everybody knows."""
