"""Where the cursor goes: positions, the scroll region, tab stops. Wherever it is asked to go, it stays inside."""

from __future__ import annotations

from pyte import modes as mo
from pyte.screens import Margins

from hivemind.terminal.edits import EditScreen

TAB_WIDTH = 8


class MotionScreen(EditScreen):
    """An edit screen whose cursor moves as xterm's does."""

    def cursor_position(self, line: int | None = None, column: int | None = None) -> None:
        """CUP: counted from 1; in origin mode inside the region."""
        first, last = self.region if mo.DECOM in self.mode else Margins(0, self.lines - 1)
        self.cursor.y = min(first + (line or 1) - 1, last)
        self.cursor.x = min((column or 1) - 1, self.columns - 1)

    def cursor_to_line(self, line: int | None = None) -> None:
        """VPA: as CUP, in the same column."""
        self.cursor_position(line, min(self.cursor.x, self.columns - 1) + 1)

    def cursor_up(self, count: int | None = None) -> None:
        """CUU: from inside the region not out of it."""
        first = self.region.top
        self.cursor.y = max(self.cursor.y - (count or 1), first if self.cursor.y >= first else 0)
        self._settled()

    def cursor_down(self, count: int | None = None) -> None:
        """CUD: from inside the region not out of it."""
        last = self.region.bottom
        self.cursor.y = min(self.cursor.y + (count or 1), last if self.cursor.y <= last else self.lines - 1)
        self._settled()

    def set_margins(self, top: int | None = None, bottom: int | None = None) -> None:
        """DECSTBM: a region of two lines or more, and the cursor goes home; anything else is ignored."""
        first = (top or 1) - 1
        last = min(bottom or self.lines, self.lines) - 1
        if first < last:
            self.margins = None if (first, last) == (0, self.lines - 1) else Margins(first, last)
            self.cursor_position()

    def next_line(self) -> None:
        """NEL."""
        self.cursor.x = 0
        self.index()

    # Tab stops

    def tab(self) -> None:
        """HT: to the next stop, else to the last column."""
        self.tab_forward(1)

    def tab_forward(self, count: int) -> None:
        """CHT."""
        for _ in range(min(count, self.columns)):
            self.cursor.x = self.next_stop[self.cursor.x]

    def tab_back(self, count: int) -> None:
        """CBT."""
        stops = [0, *sorted(stop for stop in self.tabstops if stop < min(self.cursor.x, self.columns - 1))]
        self.cursor.x = stops[max(0, len(stops) - count)] if self.cursor.x else 0

    def set_tab_stop(self) -> None:
        """HTS."""
        self._place_tabs(self.tabstops | {min(self.cursor.x, self.columns - 1)})

    def clear_tab_stop(self, how: int = 0) -> None:
        """TBC: 0 here, 3 all."""
        if how in {0, 3}:
            self._place_tabs(self.tabstops - {min(self.cursor.x, self.columns - 1)} if how == 0 else set())

    def default_tab_stops(self) -> None:
        """DECST8C."""
        self._place_tabs(set(range(TAB_WIDTH, self.columns, TAB_WIDTH)))

    def _place_tabs(self, stops: set[int]) -> None:
        self.tabstops = stops
        self.next_stop = [self.columns - 1] * (self.columns - 1) + [self.columns - 1, self.columns]
        """Where HT goes from each column; a cursor that waits to wrap stays."""
        following = self.columns - 1
        for column in range(self.columns - 2, -1, -1):
            if column + 1 in stops:
                following = column + 1
            self.next_stop[column] = following
