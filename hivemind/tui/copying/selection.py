"""What is selected: by characters, by lines or as a block, and its text. Pure.

A line that wrapped by itself is copied as the one line it is; blanks behind the last character of a row are not copied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hivemind.protocol.screen import STUB
from hivemind.tui.copying.lines import Lines, Spot

Kind = Literal["chars", "lines", "block"]

WORD_SIGNS = frozenset("_-./~?&=%+#@:")
"""Belong to a word that a double click selects, beside letters and digits: paths and addresses are words."""

ENDS = ".,:;?"
"""Stand behind a word and are no part of it."""


@dataclass(frozen=True, slots=True)
class Selection:
    """From where it was begun to where the cursor is, both ends included."""

    kind: Kind
    anchor: Spot

    def columns(self, lines: Lines, cursor: Spot, line: int, width: int) -> tuple[int, int] | None:
        """The columns of a line that are selected, in a view of that width; None when none are.

        Of a wide character both halves are.
        """
        start, end = self.rows(lines, cursor)
        if not start <= line <= end:
            return None
        if self.kind == "lines":
            return 0, width
        first, last = sorted((self.anchor, cursor))
        if self.kind == "block":
            low, high = min(first.column, last.column), max(first.column, last.column)
            return _whole(lines.peek(line).text, low, high + 1)
        low = first.column if line == first.line else 0
        return _whole(lines.peek(line).text, low, last.column + 1) if line == last.line else (low, width)

    def rows(self, lines: Lines, cursor: Spot) -> tuple[int, int]:
        """Its first and its last row."""
        start, end = sorted((self.anchor, cursor))
        if self.kind == "lines":
            return lines.begin(start.line), lines.finish(end.line)
        return start.line, end.line

    def text(self, lines: Lines, cursor: Spot) -> str:
        """What is copied. Raises UnfetchedError."""
        start, end = self.rows(lines, cursor)
        parts = []
        for line in range(start, end + 1):
            low, high = self.columns(lines, cursor, line, len(lines.cells(line))) or (0, 0)
            part = lines.text(line, low, high)
            goes_on = self.kind != "block" and line < end and lines.goes_on(line)
            parts.append(part if goes_on else part.rstrip(" ") + "\n")
        return "".join(parts).removesuffix("\n")


def _whole(text: str, low: int, high: int) -> tuple[int, int]:
    """The same columns with both halves of the wide characters at their edges."""
    return low - (text[low : low + 1] == STUB), high + (text[high : high + 1] == STUB)


def word_at(lines: Lines, spot: Spot) -> tuple[Spot, Spot]:
    """The first and the last cell of the word there, over the places where its line wrapped; else that cell twice."""
    spot = lines.clamp(spot)
    cells = list(lines.whole(spot.line))
    at = next((index for index, (place, _) in enumerate(cells) if place == spot), None)
    if at is None or not _is_of_word(cells[at][1]):
        return spot, spot
    start = end = at
    while start > 0 and _is_of_word(cells[start - 1][1]):
        start -= 1
    while end + 1 < len(cells) and _is_of_word(cells[end + 1][1]):
        end += 1
    while end > at and cells[end][1] in ENDS:
        end -= 1
    return cells[start][0], cells[end][0]


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character in WORD_SIGNS
