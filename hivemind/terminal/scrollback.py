"""Lines that left the top of the main screen, bounded; the same strings that were on it.

Numbers are stable: the line that left first has number 0, and dropping old lines renumbers nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from hivemind.protocol.screen import Row
from hivemind.terminal.strips import BLANKS
from hivemind.terminal.styles import PLAIN

SCROLLBACK_LINES = 10_000
"""Lines kept for a tile."""


class Scrollback:
    """Text and marks of past lines, oldest first."""

    def __init__(self, limit: int = SCROLLBACK_LINES) -> None:
        self.texts: deque[str] = deque(maxlen=limit)
        self.marks: deque[str] = deque(maxlen=limit)
        self.end = 0
        """Lines that ever left the screen and did not come back; the number of the screen's first line."""

    def keep(self, limit: int) -> None:
        """Keep so many lines at most from now on; the oldest of more than that are dropped."""
        self.texts, self.marks = deque(self.texts, limit), deque(self.marks, limit)

    def __len__(self) -> int:
        return len(self.texts)

    def extend(self, texts: Sequence[str], marks: Sequence[str]) -> None:
        """Take lines that left the screen, in order; the oldest make room."""
        self.texts.extend(texts)
        self.end += len(texts)
        self.marks.extend(marks)

    def take_back(self, count: int) -> tuple[list[str], list[str]]:
        """Remove the newest `count` lines (or what there is) and give them back, oldest first."""
        count = min(count, len(self.texts))
        texts = [self.texts.pop() for _ in range(count)]
        marks = [self.marks.pop() for _ in range(count)]
        self.end -= count
        return texts[::-1], marks[::-1]

    def rows(self, start: int, stop: int) -> list[tuple[int, Row]]:
        """The kept lines numbered `start` to `stop - 1`, with their numbers."""
        first = self.end - len(self.texts)
        texts, marks = self.texts, self.marks
        return [
            (number, Row(texts[number - first].rstrip(BLANKS), marks[number - first].rstrip(PLAIN)))
            for number in range(max(start, first), min(stop, self.end))
        ]
