"""Following a link of a tile from where it was clicked, also on the live screen."""

from __future__ import annotations

from hivemind.base.errors import HiveError
from hivemind.tui.copying.lines import Lines, Spot, UnfetchedError
from hivemind.tui.copying.links import Link, link_at
from hivemind.tui.opener import Opener
from hivemind.tui.reader import Start
from hivemind.tui.says import Say
from hivemind.tui.tile_view import TileView
from hivemind.tui.wire import Wire
from hivemind.verbs.rows import Rows, StyledRows

AROUND = 60
"""Lines around a click that are looked at: an address may go over several rows."""


class Following:
    """What a click on a link does."""

    def __init__(self, wire: Wire, opener: Opener, *, say: Say, start: Start) -> None:
        self._wire = wire
        self._opener = opener
        self._say = say
        self._start = start

    def sees(self, view: TileView, at: tuple[int, int]) -> bool:
        """Whether a cell of the live screen leads somewhere, as far as its row says."""
        row, column = view.shown.row + at[0], view.shown.column + at[1]
        if not 0 <= row < len(view.mirror.rows):
            return False
        lines = Lines()
        lines.page = view.mirror
        text, styles = view.mirror.rows[row].text, view.mirror.rows[row].styles
        lines.take(StyledRows(0, 1, 1, [(0, text, styles)], (), ()))
        return link_at(lines, Spot(0, column)) is not None

    def open(self, view: TileView, at: tuple[int, int]) -> None:
        """Open the link at a row and column of a view."""
        scroll, (row, column) = view.scroll, at
        if scroll and scroll.is_loaded:
            self._start(self._follow(view, Spot(scroll.top + row, scroll.left + column), is_shown=False))
        else:
            self._start(self._follow(view, Spot(view.shown.row + row, view.shown.column + column), is_shown=True))

    async def _follow(self, view: TileView, spot: Spot, *, is_shown: bool) -> None:
        """Where `is_shown`, lines count from the top of the screen: of the alternate one only the daemon knows more."""
        tile = view.tile.tile_id
        try:
            top = (await self._wire.call(Rows(tile=tile, start=0, stop=0))).screen if is_shown else 0
            spot = Spot(top + spot.line, spot.column)
            span = range(max(0, spot.line - AROUND), spot.line + AROUND)
            lines = Lines()
            lines.take(await self._wire.call(Rows(tile=tile, start=span.start, stop=span.stop)), span)
        except HiveError as error:
            self._say(f"cannot be read: {error.message}", is_error=True)
            return
        if link := _link(lines, spot):
            self._opener.open(link)
        else:
            self._say("no link there", is_refusal=True)


def _link(lines: Lines, spot: Spot) -> Link | None:
    try:
        return link_at(lines, spot)
    except UnfetchedError:
        return None  # a line of more rows than any address has
