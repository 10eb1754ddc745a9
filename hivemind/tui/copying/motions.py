"""Where each motion of vi goes. Pure: from a place to a place, over lines that may still have to be fetched.

A word goes on where a line wrapped by itself. Every motion ends on a cell with text on it, or at the start of a blank
line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hivemind.protocol.screen import STUB
from hivemind.tui.copying.lines import Lines, Spot

FAR = 1 << 30
"""More lines or columns than there are."""


class Window(NamedTuple):
    """What of the lines is in view."""

    top: int
    height: int


Motion = Callable[[Lines, Spot, Window], Spot]


def left(lines: Lines, at: Spot, _: Window) -> Spot:
    """One character to the left, not over the start of the row."""
    return lines.clamp(Spot(at.line, at.column - 1))


def right(lines: Lines, at: Spot, _: Window) -> Spot:
    """One character to the right, not over the end of the row."""
    cells = lines.cells(at.line)
    step = 2 if cells[at.column + 1 : at.column + 2] == STUB else 1
    return Spot(at.line, at.column + step) if at.column + step < len(cells) else at


def line_start(_lines: Lines, at: Spot, _: Window) -> Spot:
    """The first column."""
    return Spot(at.line, 0)


def line_text(lines: Lines, at: Spot, _: Window) -> Spot:
    """The first character that is not blank."""
    cells = lines.cells(at.line)
    return lines.clamp(Spot(at.line, len(cells) - len(cells.lstrip(" "))))


def line_end(lines: Lines, at: Spot, _: Window) -> Spot:
    """The last character."""
    return lines.clamp(Spot(at.line, FAR))


def top(lines: Lines, _at: Spot, _: Window) -> Spot:
    """The oldest line."""
    return Spot(lines.first, 0)


def bottom(lines: Lines, _at: Spot, _: Window) -> Spot:
    """The last line with anything on it."""
    line = lines.end - 1
    while line > lines.settled and not lines.cells(line):
        line -= 1
    return Spot(line, 0)


def view_top(lines: Lines, _at: Spot, window: Window) -> Spot:
    """The first line in view."""
    return lines.clamp(Spot(window.top, 0))


def view_middle(lines: Lines, _at: Spot, window: Window) -> Spot:
    """The line in the middle of the view."""
    return lines.clamp(Spot(window.top + (window.height - 1) // 2, 0))


def view_bottom(lines: Lines, _at: Spot, window: Window) -> Spot:
    """The last line in view."""
    return lines.clamp(Spot(window.top + window.height - 1, 0))


def paragraph_up(lines: Lines, at: Spot, _: Window) -> Spot:
    """The blank line before this paragraph."""
    line = at.line - 1
    while line > lines.first and (lines.cells(line) or not lines.cells(line + 1)):
        line -= 1
    return lines.clamp(Spot(line, 0))


def paragraph_down(lines: Lines, at: Spot, _: Window) -> Spot:
    """The blank line behind this paragraph."""
    line = at.line + 1
    while line < lines.end - 1 and (lines.cells(line) or not lines.cells(line - 1)):
        line += 1
    return lines.clamp(Spot(line, 0))


Kind = int
BLANK, WORD, OTHER = range(3)


def _kind(character: str) -> Kind:
    """Vi's classes: letters, digits and `_` are one kind of word, everything else that is not blank the other."""
    if character.isspace():
        return BLANK
    return WORD if character.isalnum() or character == "_" else OTHER


def _big_kind(character: str) -> Kind:
    """Vi's WORDs: anything between blanks."""
    return BLANK if character.isspace() else WORD


class _Walk:
    """Goes from character to character, over the ends of lines."""

    def __init__(self, lines: Lines, at: Spot, kind: Callable[[str], Kind]) -> None:
        self._lines = lines
        self._kind = kind
        self.at = lines.clamp(at)

    @property
    def kind(self) -> Kind:
        """What the cursor is on; a blank line is blank."""
        text = self._lines.text(self.at.line, self.at.column, self.at.column + 1)
        return self._kind(text[:1] or " ")

    def on(self) -> bool | None:
        """One character on; whether it begins another line, None at the very end."""
        line, column = self.at
        cells = self._lines.cells(line)
        column += 2 if cells[column + 1 : column + 2] == STUB else 1
        if column < len(cells):
            self.at = Spot(line, column)
            return False
        if line >= self._lines.end - 1:
            return None
        self.at = Spot(line + 1, 0)
        return not self._lines.goes_on(line)

    def back(self) -> bool | None:
        """One character back; whether it ends another line, None at the very start."""
        line, column = self.at
        if column > 0:
            self.at = self._lines.clamp(Spot(line, column - 1))
            return False
        if line <= self._lines.first:
            return None
        self.at = self._lines.clamp(Spot(line - 1, FAR))
        return not self._lines.goes_on(line - 1)

    def is_empty(self) -> bool:
        """Whether the line has nothing on it: vi stops there too."""
        return not self._lines.cells(self.at.line)


def word_on(kind: Callable[[str], Kind]) -> Motion:
    """The start of the next word."""

    def motion(lines: Lines, at: Spot, _: Window) -> Spot:
        walk = _Walk(lines, at, kind)
        was = walk.kind
        while True:
            breaks = walk.on()
            if breaks is None:
                return walk.at
            now = walk.kind
            if (now != BLANK and (breaks or now != was)) or (breaks and walk.is_empty()):
                return walk.at
            was = now

    return motion


def word_end(kind: Callable[[str], Kind]) -> Motion:
    """The end of this word, or of the next one when there already."""
    return _edge(kind, _Walk.on)


def word_back(kind: Callable[[str], Kind]) -> Motion:
    """The start of this word, or of the one before when there already."""
    return _edge(kind, _Walk.back, _Walk.is_empty)


def _edge(
    kind: Callable[[str], Kind],
    step: Callable[[_Walk], bool | None],
    is_halt: Callable[[_Walk], bool] = lambda _: False,
) -> Motion:
    """The far end of a word in the direction of the steps, which halt among blanks where that says so."""

    def motion(lines: Lines, at: Spot, _: Window) -> Spot:
        walk = _Walk(lines, at, kind)
        if step(walk) is None:
            return walk.at
        while walk.kind == BLANK:
            if is_halt(walk) or step(walk) is None:
                return walk.at
        was = walk.kind
        while True:
            last = walk.at
            if step(walk) or walk.at == last or walk.kind != was:
                return last

    return motion


class Find(NamedTuple):
    """A character that is looked for in the row."""

    character: str
    backwards: bool
    stops_before: bool
    """Whether it goes to the character before it, as seen from where it comes."""

    def turned(self) -> Find:
        """The same in the other direction."""
        return self._replace(backwards=not self.backwards)

    def go(self, lines: Lines, at: Spot) -> Spot:
        """The next place; the same one when there is none."""
        cells = list(lines.cells(at.line))
        step = -1 if self.backwards else 1
        column = at.column + step * (1 + self.stops_before)
        while 0 <= column < len(cells):
            if lines.text(at.line, column, column + 1) == self.character:
                return lines.clamp(Spot(at.line, column - step * self.stops_before))
            column += step
        return at


MOTIONS: dict[str, Motion] = {
    "left": left,
    "right": right,
    "line_start": line_start,
    "line_text": line_text,
    "line_end": line_end,
    "word": word_on(_kind),
    "word_end": word_end(_kind),
    "word_back": word_back(_kind),
    "big_word": word_on(_big_kind),
    "big_word_end": word_end(_big_kind),
    "big_word_back": word_back(_big_kind),
    "top": top,
    "bottom": bottom,
    "view_top": view_top,
    "view_middle": view_middle,
    "view_bottom": view_bottom,
    "paragraph_up": paragraph_up,
    "paragraph_down": paragraph_down,
}
"""By the names of the key table. Those that go straight up and down are the mode's, which remembers the column."""
