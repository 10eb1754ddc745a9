"""A tile that is scrolled back: where its view stands, the cursor in it, what is selected and searched. Pure state.

Lines are named by their stable numbers, so that new output moves nothing.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

from hivemind.protocol.screen import STUB, Size
from hivemind.tui.copying.lines import Lines, Spot, UnfetchedError
from hivemind.tui.copying.motions import Find, Window
from hivemind.tui.copying.selection import Selection
from hivemind.verbs.rows import StyledRows
from hivemind.verbs.search import Places

MARGIN = 200
"""Lines that are fetched beyond those in view, on both sides."""

STEP = 8
"""Columns by which a view that is narrower than the lines moves sideways."""

LONG_ROWS = 20
"""Rows that one match may go over and still be marked on all of them."""

Mark = Literal["match", "found", "selected", "cursor"]
"""Why cells are painted in another way; the later one counts."""


@dataclass(slots=True)
class Prompt:
    """A text to search for, while it is typed."""

    text: str
    backwards: bool
    origin: Spot
    """Where the cursor was."""
    is_first: bool = False
    """Whether the look back was opened for it."""


class Finds:
    """What was searched, and every place it stands at."""

    def __init__(self, text: str, found: Places, *, backwards: bool, revision: int) -> None:
        self.text = text
        self.backwards = backwards
        self.revision = revision
        """The screen it was searched at."""
        self.places = found.places
        self.unseen = found.count - len(found.places)
        """Places before these, of which there were too many."""
        self.current: int | None = None
        """The place one is at."""

    @property
    def count(self) -> int:
        """How many places there are."""
        return self.unseen + len(self.places)

    @property
    def number(self) -> int:
        """Which of them one is at, counted from 1; 0 at none."""
        return 0 if self.current is None else self.unseen + self.current + 1

    def step(self, cursor: Spot, *, backwards: bool) -> bool:
        """Go to the next place from there, or over the end to the first; whether it went over the end."""
        if not self.places:
            self.current = None
            return False
        if backwards:
            before = [n for n, place in enumerate(self.places) if place[:2] < cursor]
            self.current = before[-1] if before else len(self.places) - 1
            return not before
        after = next((n for n, place in enumerate(self.places) if place[:2] > cursor), None)
        self.current = after or 0
        return after is None

    def cut(self, line: int) -> None:
        """From that line on, what stands where has changed."""
        del self.places[bisect_left(self.places, (line,)) :]
        if self.current is not None and self.current >= len(self.places):
            self.current = None

    def marks(self, number: int, width: int) -> list[tuple[int, int, Mark]]:
        """The columns of a line that are part of a match."""
        start, stop = bisect_left(self.places, (number - LONG_ROWS,)), bisect_left(self.places, (number + 1,))
        marks: list[tuple[int, int, Mark]] = []
        for at in range(start, stop):
            line, column, end_line, end_column = self.places[at]
            if number <= end_line:
                begin, end = column if number == line else 0, end_column if number == end_line else width
                marks.append((begin, end, "found" if at == self.current else "match"))
        return marks

    @property
    def spot(self) -> Spot | None:
        """The first cell of the place one is at."""
        return None if self.current is None else Spot(*self.places[self.current][:2])


class Scroll:
    """One look back. `live` is the line at which the live view begins; None when only the daemon knows it."""

    def __init__(
        self, live: int | None, *, keeps_keys: bool, row: int = 0, left: int = 0, size: Size | None = None
    ) -> None:
        """`row` and `left` are the part of the screen that is in view, `size` is the whole of it."""
        self.lines = Lines()
        self.live = live
        self.top = live or 0
        """Number of the first line in view."""
        self.left = left
        """The first column in view."""
        self.keeps_keys = keeps_keys
        """Whether it was opened with the keyboard: keys move in it then, until it is left."""
        self.cursor = Spot(self.top, 0)
        self.goal = 0
        """The column that lines up and down are gone to at."""
        self.selection: Selection | None = None
        self.is_held = False
        """Whether a button of the mouse is held in it."""
        self.is_passing = False
        """Whether it was opened for a selection of the mouse, and ends with that."""
        self.count = 0
        """How often the next motion is repeated, as far as it was typed."""
        self.find: Find | None = None
        """The character of the row that was looked for last; an empty one is about to be typed."""
        self.kept_count = 0
        """The same, while that character is typed."""
        self.prompt: Prompt | None = None
        self.finds: Finds | None = None
        self.is_fetching = False
        self.lock = asyncio.Lock()
        """Held while lines are fetched: the tables come in order."""
        self._row = row
        self._size = size
        self._seen = live or 0
        """The live view when it was last looked at."""
        self._moved = 0
        self._has_other_size = False
        """Whether where the live view begins is not known yet since the screen was resized."""

    @property
    def is_loaded(self) -> bool:
        """Whether there is something to show."""
        return self.live is not None and self.lines.end > 0

    @property
    def back(self) -> int:
        """Lines between the view and the live one."""
        return max(0, (self.live or 0) - self.top)

    @property
    def news(self) -> int:
        """Lines that came since the live view was last looked at."""
        return max(0, (self.live or 0) - self._seen)

    def grow(self, live: int, end: int) -> None:
        """The live view stands further down now, or anywhere since the screen was resized."""
        if self._has_other_size:
            self._settle(live)
            self.lines.end = end if self.lines.end else 0
        self.live = live
        if self.lines.end:
            self.lines.end = max(end, self.lines.end)

    def resize(self, size: Size) -> None:
        """The screen has that size now. Lines keep their numbers, but for those on it and near it that wrap anew.

        What was selected or found there is no more.
        """
        had, self._size = self._size, size
        if had in {None, size} or not self.is_loaded:
            return
        self.lines.resize()
        self._has_other_size = True
        if had and had.columns == size.columns:
            return
        stable = self.lines.settled - size.rows  # so many lines may have come back to the screen
        if self.selection and max(self.selection.anchor, self.cursor).line >= stable:
            self.selection = None
        if self.finds:
            self.finds.cut(stable)

    def _settle(self, live: int) -> None:
        """Where the live view begins after a resize: who looked at it goes on to."""
        was_live, shift = self.back == 0, live - (self.live or 0)
        self._has_other_size = False
        self.live, self._seen = live, self._seen + shift
        if was_live and self.selection is None:
            self.top, self.cursor = live, Spot(self.cursor.line + shift, self.cursor.column)
        self.top = min(self.top, live)

    def move(self, lines: int) -> None:
        """Go that many lines down, or up when negative, as far as there are any."""
        if self.live is None:
            self._moved += lines
            return
        self.top = max(self.lines.first, min(self.top + lines, self.live))
        if lines > 0:
            if self.selection is None:
                self.lines.refresh()
            if self.top == self.live:
                self._seen = self.live

    def missing(self, height: int) -> range | None:
        """The lines to fetch, when one in view is not there."""
        if self.live is None:
            return range(0)
        if self.lines.has(range(self.top, self.top + height)):
            return None
        return range(max(0, self.top - MARGIN), self.top + height + MARGIN)

    def take(self, reply: StyledRows, asked: range) -> None:
        """Take lines that were fetched."""
        if self._has_other_size and self.live is not None:
            self._settle(self.live + reply.screen - self.lines.settled)
        self.lines.take(reply, asked)
        if self.live is None:
            self.live = self.top = self._seen = reply.screen + self._row
            self.cursor = Spot(self.cursor.line + self.top, self.cursor.column)
            self.move(self._moved)
        self.top = max(self.top, self.lines.first)

    def go(self, spot: Spot, window: Window, columns: int) -> None:
        """Put the cursor there and bring it into view: at the edge when it is near, else in the middle."""
        self.cursor = spot
        below = spot.line - (window.top + window.height - 1)
        distance = max(window.top - spot.line, below)
        if distance > window.height:
            self.move(spot.line - window.height // 2 - self.top)
        elif distance > 0:
            self.move(below if below > 0 else -distance)
        self.show_column(spot.column, columns)

    def bring(self, window: Window, columns: int) -> None:
        """Bring the cursor into view where it is, or where the nearest line is."""
        line = max(self.lines.first, min(self.cursor.line, self.lines.end - 1))
        self.go(Spot(line, self.cursor.column), window, columns)

    def show_column(self, column: int, columns: int) -> None:
        """Move sideways until that column is in view."""
        if column < self.left:
            self.left = column // STEP * STEP
        elif column >= self.left + columns:
            self.left = -(-(column - columns + 1) // STEP) * STEP

    def keep_cursor(self, height: int) -> None:
        """Bring the cursor into view after the view moved."""
        line = max(self.top, min(self.cursor.line, self.top + height - 1))
        if line != self.cursor.line:
            try:
                self.cursor = self.lines.clamp(Spot(line, self.goal))
            except UnfetchedError:
                self.cursor = Spot(line, 0)

    def marks(self, y: int, columns: int) -> list[tuple[int, int, Mark]]:
        """The columns of a line in view that look otherwise, counted from the first one in view."""
        number, width = self.top + y, self.left + columns
        marks = self.finds.marks(number, width) if self.finds else []
        if span := self._selected(number, width):
            marks.append((*span, "selected"))
        if self.keeps_keys and number == self.cursor.line:
            column = self.cursor.column
            is_wide = self.lines.peek(number).text[column + 1 : column + 2] == STUB
            marks.append((column, column + 1 + is_wide, "cursor"))
        return [
            (max(start, self.left) - self.left, min(end, width) - self.left, mark)
            for start, end, mark in marks
            if start < width and end > self.left
        ]

    def _selected(self, number: int, width: int) -> tuple[int, int] | None:
        if self.selection is None:
            return None
        try:
            return self.selection.columns(self.lines, self.cursor, number, width)
        except UnfetchedError:
            return None  # its ends are being fetched
