"""What a tile shows and has shown: its scrollback and main screen, by stable line numbers. Reads, never changes.

While a program uses the alternate screen, which has no scrollback, this is still the main one.
"""

from __future__ import annotations

from collections.abc import Sequence

from hivemind.protocol.screen import Row, Style
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import row_text
from hivemind.terminal.search import Match
from hivemind.terminal.strips import BLANKS
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
        """The first line of the main screen: what stands before it does not change any more."""
        return self._emulator.screen.past.end

    @property
    def end(self) -> int:
        """The number behind the last line of the main screen."""
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
        """The lines from `start` to before `stop`, as far as they are kept.

        Lines of a main screen that is not shown now come without their styles.
        """
        grid, screen = self._emulator.screen, self.screen
        found = grid.past.rows(start, stop)
        for number in range(max(start, screen), min(stop, self.end)):
            marks = "" if grid.is_alternate else grid.marks[number - screen]
            found.append((number, Row(grid.main_texts[number - screen].rstrip(BLANKS), marks.rstrip(PLAIN))))
        return found

    def texts(self, start: int, stop: int) -> list[tuple[int, str]]:
        """The same as people read them."""
        return [(number, row_text(row, self.clusters)) for number, row in self.rows(start, stop)]

    def find(self, text: str, start: int, *, backwards: bool, ignores_case: bool) -> Match | None:
        """The next match that begins in line `start` or further on; backwards, the last one above it."""
        return self._emulator.find(text, start=start, backwards=backwards, ignores_case=ignores_case)
