"""The input box: a text, a cursor, the texts before it. Knows keys, not screens."""

from __future__ import annotations

from hivemind.demo.keys import Key
from hivemind.demo.text import clean, hard_wrap, width

MAX_TEXT = 20_000
"""Characters. What is typed or pasted beyond this is not taken."""


class Composer:
    """What the person is writing."""

    def __init__(self) -> None:
        self.text = ""
        self.at = 0
        """Index of the character that the cursor stands on."""
        self.history: list[str] = []
        """Oldest first."""
        self._recalled: int | None = None
        self._draft = ""

    def replace(self, text: str) -> None:
        """Put another text into the box, cursor at its end."""
        self.text = text[:MAX_TEXT]
        self.at = len(self.text)

    def insert(self, text: str) -> bool:
        """Insert text at the cursor, cleaned; False when not all of it found room."""
        text = clean(text, newlines=True)
        taken = text[: MAX_TEXT - len(self.text)]
        self.text = self.text[: self.at] + taken + self.text[self.at :]
        self.at += len(taken)
        self._recalled = None
        return taken == text

    def take(self) -> str:
        """Empty the box and return what was in it; it becomes part of the history."""
        text = self.text.strip()
        self.replace("")
        self._recalled = None
        if text and (not self.history or self.history[-1] != text):
            self.history.append(text)
        return text

    def press(self, key: Key) -> None:
        """Edit with one key; keys that mean nothing here do nothing."""
        edit = _EDITS.get(key.name)
        if edit is not None:
            edit(self)

    def wraps_enter(self) -> bool:
        """Whether Enter means a line break, because a backslash stands before the cursor; it is taken away then."""
        if not self.text[: self.at].endswith("\\"):
            return False
        self.backspace()
        return True

    def newline(self) -> None:
        """A line break at the cursor."""
        self.insert("\n")

    def left(self) -> None:
        """One character back."""
        self.at = max(0, self.at - 1)

    def right(self) -> None:
        """One character on."""
        self.at = min(len(self.text), self.at + 1)

    def word_left(self) -> None:
        """To the start of the word before the cursor."""
        before = self.text[: self.at].rstrip()
        self.at = max(before.rfind(" "), before.rfind("\n")) + 1

    def word_right(self) -> None:
        """Behind the next word."""
        at = self.at
        while at < len(self.text) and self.text[at].isspace():
            at += 1
        while at < len(self.text) and not self.text[at].isspace():
            at += 1
        self.at = at

    def home(self) -> None:
        """To the start of the line."""
        self.at = self.text.rfind("\n", 0, self.at) + 1

    def end(self) -> None:
        """To the end of the line."""
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def backspace(self) -> None:
        """Take away the character before the cursor."""
        start = max(0, self.at - 1)
        self._cut(start, self.at)

    def delete(self) -> None:
        """Take away the character under the cursor."""
        self._cut(self.at, min(len(self.text), self.at + 1))

    def cut_word(self) -> None:
        """Take away the word before the cursor."""
        end = self.at
        self.word_left()
        self._cut(self.at, end)

    def cut_before(self) -> None:
        """Take away the line up to the cursor; at its start, the line break."""
        end = self.at
        self.home()
        self._cut(max(0, self.at - (self.at == end)), end)

    def cut_after(self) -> None:
        """Take away the line from the cursor on."""
        start = self.at
        self.end()
        self._cut(start, self.at)

    def up(self) -> None:
        """A line up; on the first line the text before this one in the history."""
        if "\n" in self.text[: self.at]:
            column = self.at - self.text.rfind("\n", 0, self.at) - 1
            self.home()
            previous = self.text.rfind("\n", 0, self.at - 1) + 1
            self.at = min(previous + column, self.at - 1)
        elif self.history:
            if self._recalled is None:
                self._draft = self.text
                self._recalled = len(self.history)
            self._recalled = max(0, self._recalled - 1)
            self.replace(self.history[self._recalled])

    def down(self) -> None:
        """A line down; on the last line the next text of the history, at last the draft."""
        end = self.text.find("\n", self.at)
        if end >= 0:
            column = self.at - self.text.rfind("\n", 0, self.at) - 1
            next_end = self.text.find("\n", end + 1)
            self.at = min(end + 1 + column, len(self.text) if next_end < 0 else next_end)
        elif self._recalled is not None:
            self._recalled += 1
            is_draft = self._recalled >= len(self.history)
            self.replace(self._draft if is_draft else self.history[self._recalled])
            self._recalled = None if is_draft else self._recalled

    def rows(self, columns: int) -> tuple[list[str], tuple[int, int]]:
        """The text as rows of at most that many cells, and the cursor's row and column among them."""
        columns = max(2, columns)
        rows: list[str] = []
        cursor = (0, 0)
        start = 0
        for paragraph in self.text.split("\n"):
            end = start + len(paragraph)
            if start <= self.at <= end:
                before = hard_wrap(paragraph[: self.at - start], columns)
                cursor = (len(rows) + len(before) - 1, width(before[-1]))
            rows.extend(hard_wrap(paragraph, columns))
            start = end + 1
        if cursor[1] >= columns:  # behind a full row stands the start of the next one
            cursor = (cursor[0] + 1, 0)
            if cursor[0] == len(rows):
                rows.append("")
        return rows, cursor

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.at = start
        self._recalled = None


_EDITS = {
    "newline": Composer.newline,
    "left": Composer.left,
    "right": Composer.right,
    "word left": Composer.word_left,
    "word right": Composer.word_right,
    "home": Composer.home,
    "end": Composer.end,
    "backspace": Composer.backspace,
    "delete": Composer.delete,
    "ctrl+d": Composer.delete,
    "ctrl+w": Composer.cut_word,
    "ctrl+u": Composer.cut_before,
    "ctrl+k": Composer.cut_after,
    "up": Composer.up,
    "down": Composer.down,
}
