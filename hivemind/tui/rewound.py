"""A tile as it was: the moment that is shown, and the time line in its title. State and looks; fetches nothing."""

from __future__ import annotations

import time

from textual.strip import Strip

from hivemind.client.mirror import Mirror
from hivemind.protocol.screen import Row
from hivemind.tui.drawn import Bit, Line, bits_width
from hivemind.tui.look import Look
from hivemind.tui.paint import Painter
from hivemind.tui.signs import age
from hivemind.tui.viewport import viewport
from hivemind.tui.visible import clip
from hivemind.verbs.moment import Moment

NAME_CELLS = 24
"""Of the tile's name, beside a time line."""

LEAVES = " Esc live "
"""At the end of the title; a click there leaves too."""

SHORTEST_BAR = 8
"""Cells of a time line; where there is no room for that, the time alone is shown."""


class Rewound:
    """One look at what was. Times in milliseconds since the epoch."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._painter = Painter(look.palette, fancy=look.has_underlines)
        self.page = Mirror()
        """The screen of that moment, with tables of its own."""
        self.moment: Moment | None = None
        """What is shown; None before the first one has come."""
        self.is_playing = False
        self.early: list[str] = []
        """Keys that came before the first moment did."""
        self._bar = (0, 0)
        """The first column of the time line in the title, and its length."""

    def take(self, moment: Moment) -> None:
        """Show that moment."""
        page = self.page
        self.moment = moment
        page.styles.extend(moment.styles)
        page.clusters.extend(moment.clusters)
        page.rows = [Row(text, styles) for text, styles in moment.rows]
        page.size, page.cursor, page.title = moment.size, moment.cursor, moment.title

    def strip(self, y: int, rows: int, columns: int) -> Strip:
        """A row in view: of a screen that is larger, the part around its cursor."""
        view = viewport(self.page, rows, columns)
        number, cursor = view.row + y, self.page.cursor
        if number >= len(self.page.rows):
            return self._painter.blank(columns)
        at = cursor.column if cursor.visible and cursor.row == number else -1
        return self._painter.strip(self.page, self.page.rows[number], view, at)

    def title(self, name: str, corners: tuple[str, str], *, edge: str, width: int) -> Line:
        """`┌ fix nav ── 2m 13s ago 12:01:22 ━━━━━●──── Esc live ┐`."""
        look, moment = self._look, self.moment
        palette, signs = look.palette, look.signs
        ago, clock = "", ""
        if moment is not None:
            ago = f" {age(look.clock.epoch_ms() - moment.at)} ago "
            clock = f"{time.strftime('%H:%M:%S', time.localtime(moment.at / 1000))} "
        left = [
            Bit(corners[0], edge),
            Bit(f" {clip(name, NAME_CELLS)} ", palette.text, bold=True),
            Bit(
                f"{signs.across} {'playing' if self.is_playing else 'rewound'} {signs.dot if ago else ''}",
                palette.focus,
            ),
            Bit(ago, palette.focus, bold=True),
            Bit(clock, palette.dim),
        ]
        right = (Bit(LEAVES, palette.focus), Bit(corners[1], edge))
        room = width - bits_width(left) - bits_width(right)
        self._bar = (bits_width(left), room) if moment is not None and room >= SHORTEST_BAR else (0, 0)
        if self._bar[1]:
            left += self._line(room)
        return Line(tuple(left), right, fill=signs.across, fill_colour=edge)

    def _line(self, cells: int) -> list[Bit]:
        palette, across = self._look.palette, self._look.signs.across
        done, knob = ("━", "●") if across == "─" else ("=", "o")
        at = self._cell(cells)
        return [
            Bit(done * at, palette.focus),
            Bit(knob, palette.text, bold=True),
            Bit(across * (cells - at - 1), palette.dim),
        ]

    def _cell(self, cells: int) -> int:
        """Where on a line of that many cells the moment is."""
        moment = self.moment
        if moment is None or moment.last <= moment.first:
            return cells - 1
        return round((moment.at - moment.first) / (moment.last - moment.first) * (cells - 1))

    def has_bar(self, column: int) -> bool:
        """Whether that column of the title is part of the time line."""
        start, cells = self._bar
        return start <= column < start + cells

    def leaves_at(self, column: int, width: int) -> bool:
        """Whether a click on that column of a title so wide leaves."""
        return width - 1 - len(LEAVES) <= column < width - 1

    def time_at(self, column: int) -> int:
        """The moment that stands there on the time line; beyond its ends, the first or the last one."""
        start, cells = self._bar
        moment = self.moment
        if moment is None or cells < 2:
            return 0
        share = min(max(column - start, 0), cells - 1) / (cells - 1)
        return moment.first + round(share * (moment.last - moment.first))
