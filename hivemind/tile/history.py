"""What a tile shows and has shown: its scrollback and a screen, by stable line numbers. Reads, never changes.

While a program uses the alternate screen, which has no scrollback, `texts` and `find` still read the main one, for
those who want what was said; the others read what stands there now, for those who look at it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import islice

from hivemind.protocol.screen import Row, Style
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import plain_text
from hivemind.terminal.search import Match, cells_of, find, find_all, lines_of
from hivemind.terminal.strips import BLANKS, goes_on
from hivemind.terminal.styles import PLAIN


class History:
    """The lines of one terminal, oldest first; numbers do not change when old lines are dropped."""

    def __init__(self, emulator: Emulator) -> None:
        self._emulator = emulator

    @property
    def first(self) -> int:
        """The oldest line that is kept."""
        past = self._emulator.screen.past
        return past.end - len(past)

    @property
    def screen(self) -> int:
        """The first line of the screen: what stands before it does not change any more."""
        return self._emulator.screen.past.end

    @property
    def end(self) -> int:
        """The number behind the last line of the screen."""
        return self.screen + len(self._emulator.screen.main_texts)

    @property
    def styles(self) -> Sequence[Style]:
        """The tile's style table."""
        return self._emulator.screen.styles.styles

    @property
    def clusters(self) -> Sequence[str]:
        """The tile's cluster table."""
        return self._emulator.screen.clusters.clusters

    def rows(self, start: int, stop: int) -> list[tuple[int, Row]]:
        """The lines from `start` to before `stop`, as far as they are kept, with the screen that is shown."""
        marks = self._part(self._emulator.screen.past.marks, self._emulator.screen.marks, start, stop)
        return [
            (number, Row(text.rstrip(BLANKS), styles.rstrip(PLAIN)))
            for number, text, styles in zip(
                range(max(start, self.first), stop), self._shown(start, stop), marks, strict=False
            )
        ]

    def wraps(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Those of the same lines that went on by themselves in the next one, and how many cells of each are text."""
        lines = enumerate(self._shown(start, stop), max(start, self.first))
        return [(number, len(cells_of(text))) for number, text in lines if goes_on(text)]

    def texts(self, start: int, stop: int) -> list[tuple[int, str]]:
        """Lines of the scrollback and of the main screen, as people read them."""
        grid = self._emulator.screen
        rows = self._part(grid.past.texts, grid.main_texts, start, stop)
        return [
            (number, plain_text(text.rstrip(BLANKS), self.clusters))
            for number, text in enumerate(rows, max(start, self.first))
        ]

    async def find(self, text: str, start: int, *, backwards: bool, ignores_case: bool) -> Match | None:
        """The next match that begins in line `start` or further on; backwards, the last one above it.

        A long history takes seconds to look through; it is done beside everything else, as it was when it began.
        """
        lines = lines_of(self._emulator.screen)
        return await asyncio.to_thread(find, lines, text, start, backwards=backwards, ignores_case=ignores_case)

    async def find_all(self, text: str, *, ignores_case: bool) -> list[Match]:
        """Every match in the scrollback and on the screen that is shown, in order; beside everything else, too."""
        first, grid = self.first, self._emulator.screen
        rows = [*grid.past.texts, *grid.texts]
        found = await asyncio.to_thread(find_all, rows, grid.clusters.clusters, text, ignores_case=ignores_case)
        return [Match(first + m.line, m.column, first + m.end_line, m.end_column) for m in found]

    def _shown(self, start: int, stop: int) -> list[str]:
        grid = self._emulator.screen
        return self._part(grid.past.texts, grid.texts, start, stop)

    def _part(self, past: Sequence[str], screen: Sequence[str], start: int, stop: int) -> list[str]:
        """Of lines that left the screen and lines on it, those from `start` to before `stop`."""
        first, seam = self.first, self.screen
        start = max(start, first)
        old = list(islice(past, start - first, max(start, stop) - first)) if start < seam else []
        return old + list(screen[max(start - seam, 0) : max(stop - seam, 0)])
