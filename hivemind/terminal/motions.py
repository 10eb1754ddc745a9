"""Where the cursor goes: positions, the scroll region, tab stops. Wherever it is asked to go, it stays inside."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from pyte import modes as mo
from pyte.screens import Margins

from hivemind.terminal.edits import EditScreen

TAB_WIDTH = 8


class MotionScreen(EditScreen):
    """An edit screen whose cursor moves as xterm's does."""

    _stops: list[int] | None = None
    """The tab stops in order, once somebody asked."""

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
        self.cursor.x = self.stop_after(self.cursor.x, count)

    def tab_back(self, count: int) -> None:
        """CBT."""
        before = bisect_left(self._sorted_stops(), min(self.cursor.x, self.columns - 1))
        self.cursor.x = self._sorted_stops()[before - count] if before >= count else 0

    def stop_after(self, x: int, count: int = 1) -> int:
        """Where so many HT go from column `x`; a cursor that waits to wrap stays."""
        stops = self._sorted_stops()
        index = bisect_right(stops, x) + count - 1
        return min(stops[index], self.columns - 1) if index < len(stops) else max(x, self.columns - 1)

    def set_tab_stop(self) -> None:
        """HTS."""
        self.tabstops.add(min(self.cursor.x, self.columns - 1))
        self._stops = None

    def clear_tab_stop(self, how: int = 0) -> None:
        """TBC: 0 here, 3 all."""
        if how == 0:
            self.tabstops.discard(min(self.cursor.x, self.columns - 1))
        elif how == 3:
            self.tabstops.clear()
        self._stops = None

    def default_tab_stops(self) -> None:
        """DECST8C."""
        self.place_tabs(set(range(TAB_WIDTH, self.columns, TAB_WIDTH)))

    def place_tabs(self, stops: set[int]) -> None:
        """Set all stops."""
        self.tabstops = stops
        self._stops = None

    def _sorted_stops(self) -> list[int]:
        if self._stops is None:
            self._stops = sorted(self.tabstops)
        return self._stops
