"""A tile's screen on this side of the wire, kept up to date from `ScreenChanged` events. The twin of the daemon's peer.

Only state lives here: what to do about a mismatch (ask for the whole screen again) is the caller's.
"""

from __future__ import annotations

from hivemind.protocol.events import ScreenChanged
from hivemind.protocol.screen import Cursor, Modes, Row, Size, Style

EMPTY = Row("", "")
"""A row nothing was written to."""


class Mirror:
    """The last screen a tile showed: after any run of updates it equals the snapshot they were made from."""

    def __init__(self) -> None:
        self.revision = 0
        """Revision of this picture; 0 before the first whole screen."""
        self.size = Size(0, 0)
        self.cursor = Cursor(0, 0, visible=False)
        self.title = ""
        self.modes = Modes()
        self.rows: list[Row] = []
        """Exactly `size.rows` of them, from the top."""
        self.styles: list[Style] = []
        """Style ids count from `protocol.screen.STYLE_BASE` into this table."""
        self.clusters: list[str] = []
        """Private code points count from `protocol.screen.CLUSTER_BASE` into this table."""
        self.top = 0
        """Stable number of the first visible line."""

    def apply(self, update: ScreenChanged) -> frozenset[int] | None:
        """Take one update and return the rows to paint again, the cursor's old and new one included.

        None when the update builds on a picture that this mirror does not have: nothing was changed, and only a whole
        screen helps. A whole screen (`base` 0) always fits; it restarts the style and cluster tables.
        """
        if update.base and update.base != self.revision:
            return None
        before = (self.size, self.cursor)
        if not update.base:
            self.rows, self.styles, self.clusters = [], [], []
        self.styles.extend(update.styles)
        self.clusters.extend(update.clusters)
        self._fit(update.size.rows)
        touched = {row for row, _, _ in update.lines if row < update.size.rows}
        for row, text, styles in update.lines:
            if row < update.size.rows:
                self.rows[row] = Row(text, styles)
        self.revision = update.revision
        self.size, self.cursor, self.title = update.size, update.cursor, update.title
        self.modes, self.top = update.modes, update.top
        if not update.base or before[0] != self.size:
            return frozenset(range(self.size.rows))
        if before[1] != self.cursor:
            touched |= {before[1].row, self.cursor.row}
        return frozenset(touched)

    def _fit(self, rows: int) -> None:
        """Make it exactly that many rows; new ones are empty."""
        del self.rows[rows:]
        self.rows.extend(EMPTY for _ in range(rows - len(self.rows)))
