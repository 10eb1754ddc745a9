"""Finds text on the main screen and in its scrollback, also across the places where a line wrapped by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from hivemind.protocol.screen import STUB
from hivemind.terminal.clusters import ClusterTable
from hivemind.terminal.rows import plain_text
from hivemind.terminal.scrollback import Scrollback
from hivemind.terminal.strips import BLANKS, goes_on, written

LONGEST = 1000
"""Rows of one wrapped line that are read together; longer ones are read in pieces."""


class Match(msgspec.Struct, frozen=True):
    """Where a text stands: cells, lines by their stable numbers."""

    line: int
    column: int
    end_line: int
    """The line of its last cell."""
    end_column: int
    """The column behind its last cell."""


class Pages(Protocol):
    """Where is looked."""

    clusters: ClusterTable

    @property
    def past(self) -> Scrollback:
        """The scrollback of the main screen."""

    @property
    def main_texts(self) -> list[str]:
        """The lines of the main screen."""


class Lines(msgspec.Struct, frozen=True):
    """The lines of a terminal as they were: nothing that comes changes them, so they can be looked through anywhere."""

    rows: list[str]
    first: int
    """The stable number of the first one."""
    clusters: list[str]


def lines_of(pages: Pages) -> Lines:
    """What there is now; the rows are shared, only their list is copied."""
    past = pages.past
    return Lines([*past.texts, *pages.main_texts], past.end - len(past.texts), pages.clusters.clusters)


def find(lines: Lines, text: str, start: int, *, backwards: bool, ignores_case: bool) -> Match | None:
    """The first match that begins in line `start` or after it, or the last one that begins before it."""
    needle = text.casefold() if ignores_case else text
    if not needle:
        return None
    rows, first = lines.rows, lines.first
    at = min(max(start - first, 0), len(rows))
    for begin, end in _lines_before(rows, at) if backwards else _lines_from(rows, at):
        line = _Line(rows[begin:end], lines.clusters, folds=ignores_case)
        found = [place for place in line.places(needle) if (begin + place[0] < at) == backwards]
        if found:
            (row, column), (end_row, end_column) = (
                (found[-1][:2], found[-1][2:]) if backwards else (found[0][:2], found[0][2:])
            )
            return Match(first + begin + row, column, first + begin + end_row, end_column)
    return None


def find_all(rows: Sequence[str], clusters: list[str], text: str, *, ignores_case: bool) -> list[Match]:
    """Every match in these rows, in order; lines count from the first of them."""
    needle = text.casefold() if ignores_case else text
    if not needle:
        return []
    found = []
    for begin, end in _lines_from(rows, 0):
        row = rows[begin]
        if end - begin == 1 and row.isascii() and STUB not in row:  # nearly every line; a cell is a character there
            text = cells_of(row.casefold() if ignores_case else row)
            found += [Match(begin, at, begin, at + len(needle)) for at in _starts(text, needle)]
            continue
        places = _Line(rows[begin:end], clusters, folds=ignores_case).places(needle)
        found += [Match(begin + y, column, begin + end_y, end_column) for y, column, end_y, end_column in places]
    return found


def _starts(text: str, needle: str) -> list[int]:
    """Where the text stands, without overlaps."""
    starts = []
    at = text.find(needle)
    while at >= 0:
        starts.append(at)
        at = text.find(needle, at + len(needle))
    return starts


def cells_of(row: str) -> str:
    """The cells that are text: not the column that a wide character had no room in."""
    return written(row) if goes_on(row) else row.rstrip(BLANKS)


def _lines_from(rows: Sequence[str], at: int) -> Iterator[tuple[int, int]]:
    """First and behind-last row of each line, from the one that row `at` belongs to."""
    begin = at
    while begin > max(0, at - LONGEST) and goes_on(rows[begin - 1]):
        begin -= 1
    while begin < len(rows):
        end = begin + 1
        while end < min(len(rows), begin + LONGEST) and goes_on(rows[end - 1]):
            end += 1
        yield begin, end
        begin = end


def _lines_before(rows: Sequence[str], at: int) -> Iterator[tuple[int, int]]:
    """The same backwards, from the line that the row before `at` belongs to."""
    end = at
    while 0 < end < min(len(rows), at + LONGEST) and goes_on(rows[end - 1]):
        end += 1
    while end > 0:
        begin = end - 1
        while begin > max(0, end - LONGEST) and goes_on(rows[begin - 1]):
            begin -= 1
        yield begin, end
        end = begin


class _Line:
    """One line as people read it, and the cells that its characters came from."""

    def __init__(self, rows: Sequence[str], clusters: list[str], *, folds: bool) -> None:
        self._rows = [cells_of(row) for row in rows]
        self._clusters = clusters
        self._folds = folds

    def places(self, needle: str) -> list[tuple[int, int, int, int]]:
        """Row and column of the first cell, and row and end column of the last one, of every match."""
        starts = _starts(self._read("".join(self._rows)), needle)
        cells = self._cells() if starts else []
        ends = [(cells[start], cells[start + len(needle) - 1]) for start in starts]
        return [(row, column, end_row, end_column) for (row, column, _), (end_row, _, end_column) in ends]

    def _read(self, cells: str) -> str:
        text = plain_text(cells, self._clusters)
        return text.casefold() if self._folds else text

    def _cells(self) -> list[tuple[int, int, int]]:
        """For each character its row, its column and the column behind its cell."""
        cells = []
        for row, text in enumerate(self._rows):
            for column, cell in enumerate(text):
                if cell != STUB:
                    end = column + 1 + (text[column + 1 : column + 2] == STUB)
                    cells += [(row, column, end)] * len(self._read(cell))
        return cells
