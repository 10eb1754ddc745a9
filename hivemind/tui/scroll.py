"""A tile that is scrolled back: where it stands, the lines that were fetched, what is searched. Pure state.

Lines are named by their stable numbers, so that new output moves nothing.
"""

from __future__ import annotations

from hivemind.client.mirror import EMPTY, Mirror
from hivemind.protocol.screen import Row
from hivemind.verbs.history import Place
from hivemind.verbs.rows import StyledRows

MARGIN = 200
"""Lines that are fetched beyond those in view, on both sides."""


class Scroll:
    """One look back. `live` is the line at which the live view begins; None when only the daemon knows it."""

    def __init__(self, live: int | None, *, keeps_keys: bool) -> None:
        self.live = live
        self.top = live or 0
        """Number of the first line in view."""
        self.keeps_keys = keeps_keys
        """Whether it was opened with the keyboard: keys move in it then, until it is left."""
        self.search: str | None = None
        """What is being typed to search for."""
        self.wanted = ""
        """What was searched last."""
        self.found: Place | None = None
        self.is_fetching = False
        self.is_loaded = False
        """Whether there is something to show."""
        self.page = Mirror()
        """The tables that paint the lines; they are this side's own, since a mirror counts what it was sent."""
        self._rows: dict[int, Row] = {}
        self._first = 0
        self._settled = 0
        self._moved = 0

    @property
    def back(self) -> int:
        """Lines between the view and the live one."""
        return max(0, (self.live or 0) - self.top)

    def row(self, y: int) -> Row:
        """A line in view."""
        return self._rows.get(self.top + y, EMPTY)

    def move(self, lines: int) -> None:
        """Go that many lines down, or up when negative, as far as there are any."""
        if self.live is None:
            self._moved += lines
            return
        self.top = max(self._first, min(self.top + lines, self.live))
        if lines > 0:
            # what stood on the screen when it was fetched may have been painted over
            self._rows = {number: row for number, row in self._rows.items() if number < self._settled}

    def missing(self, height: int) -> range | None:
        """The lines to fetch, when one in view is not there."""
        if self.live is None:
            return range(0)
        if all(number in self._rows for number in range(self.top, self.top + height)):
            return None
        return range(max(0, self.top - MARGIN), self.top + height + MARGIN)

    def take(self, reply: StyledRows, asked: range, height: int) -> None:
        """Take lines that were fetched, for a view of that height."""
        self.page.styles.extend(reply.styles)
        self.page.clusters.extend(reply.clusters)
        self._first, self._settled = reply.first, reply.screen
        self._rows.update({number: EMPTY for number in asked if number not in self._rows})
        self._rows.update({number: Row(text, styles) for number, text, styles in reply.rows})
        if self.live is None:
            self.live = self.top = max(0, reply.end - height)
            self.move(self._moved)
        else:
            self.is_loaded = True
        self.top = max(self.top, self._first)

    def show(self, place: Place, height: int) -> None:
        """Bring a match into view, in the middle unless it is in view already."""
        self.found = place
        if not self.top <= place.line < self.top + height:
            self.move(place.line - height // 2 - self.top)

    def marked(self, y: int, width: int) -> tuple[int, int] | None:
        """The columns of the match on a line in view."""
        number, found = self.top + y, self.found
        if found is None or not found.line <= number <= found.end_line:
            return None
        return (
            found.column if number == found.line else 0,
            found.end_column if number == found.end_line else width,
        )
