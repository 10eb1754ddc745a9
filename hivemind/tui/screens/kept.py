"""A screen that was kept: what a tile showed, row by row, to be read."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from hivemind.tui.drawn import Bit, Drawn, Line
from hivemind.tui.look import Look
from hivemind.tui.screens.dialog import Dialog, plain
from hivemind.tui.screens.foot import CLOSES, Foot
from hivemind.tui.visible import visible, wrap

WHEEL_ROWS = 3


class KeptScreen(Dialog[None]):
    """Rows under a heading; scrolls where they are more than the terminal has."""

    DEFAULT_CSS = """
    KeptScreen > .box { width: 100%; height: 100%; }
    KeptScreen Drawn { height: 1fr; }
    """

    def __init__(self, heading: str, rows: Sequence[str], look: Look) -> None:
        super().__init__(look)
        self._heading = heading
        self._kept = rows or ("its screen was not kept",)
        self._top = 1 << 30  # the question stands at the bottom

    def compose(self) -> ComposeResult:
        """The heading, the rows, the keys."""
        with Vertical(classes="box"):
            yield plain(self._heading, "title")
            yield Drawn(self.look.palette.background, is_fixed=True)
            yield Foot(self.look, ("up down pageup pagedown", "scroll"), CLOSES)

    def on_mount(self) -> None:
        """Show the end, once there is room."""
        super().on_mount()
        self.call_after_refresh(self._scroll, 0)

    def on_resize(self) -> None:
        """Rows have another width."""
        self._scroll(0)

    def on_key(self, event: events.Key) -> None:
        """Arrows and page keys move."""
        page = max(1, self.query_one(Drawn).size.height - 1)
        moves = {
            "up": -1,
            "k": -1,
            "down": 1,
            "j": 1,
            "pageup": -page,
            "pagedown": page,
            "home": -1 << 30,
            "end": 1 << 30,
        }
        if event.key in moves:
            event.stop()
            self._scroll(moves[event.key])

    def on_mouse_scroll_down(self) -> None:
        """The rows below."""
        self._scroll(WHEEL_ROWS)

    def on_mouse_scroll_up(self) -> None:
        """The rows above."""
        self._scroll(-WHEEL_ROWS)

    def action_confirm(self) -> None:
        """Enter closes it, as Esc does."""
        self.dismiss(None)

    def _scroll(self, by: int) -> None:
        drawn, palette = self.query_one(Drawn), self.look.palette
        if not drawn.size.width:
            return
        rows = [part for row in self._kept for part in wrap(visible(row), drawn.size.width)]
        self._top = max(0, min(self._top + by, len(rows) - drawn.size.height))
        drawn.draw([Line((Bit(row, palette.text),)) for row in rows[self._top : self._top + drawn.size.height]])
