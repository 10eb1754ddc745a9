"""The lines of a tile that were fetched, by their stable numbers: what motions walk over and selections cut from.

What one looks at is what one copies: a line stays as it was fetched until it is fetched again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hivemind.client.mirror import EMPTY, Mirror
from hivemind.protocol.screen import STUB, STYLE_BASE, Row, Style
from hivemind.terminal.rows import plain_text
from hivemind.verbs.rows import StyledRows

LONGEST = 1000
"""Rows of one line that are taken together."""

SURROGATES = 0xD800, 0x800
"""Style ids skip these: where they begin, and how many code points they are."""


class Spot(NamedTuple):
    """One cell: a line by its stable number, and a column."""

    line: int
    column: int


class UnfetchedError(Exception):
    """A line is needed that was not fetched yet."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class Lines:
    """Rows as they came, and what paints them."""

    def __init__(self) -> None:
        self.page = Mirror()
        """The tables that paint the lines; they are this side's own, since a mirror counts what it was sent."""
        self.first = 0
        """The oldest line there is."""
        self.settled = 0
        """What stands before this line does not change any more."""
        self.end = 0
        """Behind the newest line, as of the last fetch."""
        self._rows: dict[int, Row] = {}
        self._wraps: dict[int, int] = {}
        self._loose: set[int] = set()
        """Lines that stood on the screen when they were fetched."""
        self._stale: set[int] = set()
        """Those of them that are to be fetched again, and shown as they were until then."""

    def take(self, reply: StyledRows, asked: range = range(0)) -> None:
        """Take lines that were fetched; what did not come of those that were asked for is blank."""
        self.page.styles.extend(reply.styles)
        self.page.clusters.extend(reply.clusters)
        self.first, self.settled, self.end = reply.first, reply.screen, reply.end
        self._rows.update((number, EMPTY) for number in asked if number not in self._rows)
        for number, text, styles in reply.rows:
            self._rows[number] = Row(text, styles)
            self._wraps.pop(number, None)
            (self._loose.add if number >= reply.screen else self._loose.discard)(number)
        self._wraps.update(reply.wraps)
        self._stale.difference_update(asked, (number for number, _, _ in reply.rows))

    def refresh(self) -> None:
        """What stood on the screen when it was fetched may have been painted over: fetch it again."""
        self._stale |= self._loose

    def resize(self) -> None:
        """Lines near the screen may have wrapped anew, and which these are only the daemon knows: fetch all again."""
        self._stale.update(self._rows)

    def has(self, numbers: range) -> bool:
        """Whether all of these were fetched, as far as there are any."""
        wanted = range(max(numbers.start, self.first), min(numbers.stop, self.end))
        return self.end > 0 and all(number in self._rows and number not in self._stale for number in wanted)

    def peek(self, number: int) -> Row:
        """A line; blank while it was not fetched, and where there is none any more."""
        return self._rows.get(number, EMPTY) if number < self.end else EMPTY

    def row(self, number: int) -> Row:
        """A line; blank where there is none. Raises UnfetchedError."""
        if not self.first <= number < self.end:
            return EMPTY
        if number not in self._rows:
            raise UnfetchedError(number)
        return self._rows[number]

    def cells(self, number: int) -> str:
        """The cells of a line that are text: of one that went on in the next, with the blanks at its end."""
        text, width = self.row(number).text, self._wraps.get(number)
        return text if width is None else text.ljust(width)

    def goes_on(self, number: int) -> bool:
        """Whether a line went on by itself in the next one."""
        self.row(number)
        return number in self._wraps

    def text(self, number: int, start: int, stop: int) -> str:
        """What people read in those columns."""
        return plain_text(self.cells(number)[start:stop], self.page.clusters)

    def style(self, spot: Spot) -> Style:
        """How a cell looks."""
        code = self.row(spot.line).styles[spot.column : spot.column + 1]
        number = ord(code) if code else STYLE_BASE
        index = number - STYLE_BASE - (SURROGATES[1] if number > SURROGATES[0] else 0)
        return self.page.styles[index] if 0 <= index < len(self.page.styles) else Style()

    def begin(self, number: int) -> int:
        """The first row of the line that a row belongs to."""
        stop = max(self.first, number - LONGEST)
        while number > stop and self.goes_on(number - 1):
            number -= 1
        return number

    def finish(self, number: int) -> int:
        """The last row of the line that a row belongs to."""
        stop = min(self.end - 1, number + LONGEST)
        while number < stop and self.goes_on(number):
            number += 1
        return number

    def whole(self, number: int) -> Iterator[tuple[Spot, str]]:
        """The characters of the line that a row belongs to, each with its cell; of a cluster the first one."""
        for row in range(self.begin(number), self.finish(number) + 1):
            for column, cell in enumerate(self.cells(row)):
                if cell != STUB:
                    yield Spot(row, column), plain_text(cell, self.page.clusters)[:1]

    def clamp(self, spot: Spot) -> Spot:
        """The nearest cell with text on it, or the first of a blank line; of a wide character its first half."""
        line = max(self.first, min(spot.line, self.end - 1))
        text = self.cells(line)
        column = max(0, min(spot.column, len(text) - 1))
        return Spot(line, column - 1 if text[column : column + 1] == STUB and column else column)
