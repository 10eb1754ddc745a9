"""How much of an ask the bar shows, and from which row on; and the widget that the wheel turns it with."""

from __future__ import annotations

from textual import events

from hivemind.protocol.settled import Permit
from hivemind.tui.board import AskKey
from hivemind.tui.drawn import Drawn

WHEEL_ROWS = 2


class Bar:
    """The state of the bar. What an ask was opened to is forgotten with the ask."""

    def __init__(self) -> None:
        self.is_open = False
        """Whether the whole matter is shown, as far as there are rows for it."""
        self.top = 0
        """The first row of it that is in view."""
        self.is_lost = False
        """Whether there is no connection: what is shown may have changed, and cannot be answered."""
        self.permits: tuple[Permit, ...] = ()
        """Standing permissions, also those whose time is over."""
        self._of: AskKey | None = None
        self._hidden = 0
        self._room = 1

    def standing(self, now_ms: int) -> list[Permit]:
        """The permissions that stand now."""
        return [permit for permit in self.permits if permit.until > now_ms]

    def turn_to(self, ask: AskKey | None) -> None:
        """Show that ask: another one begins closed."""
        if ask != self._of:
            self.is_open, self.top, self._of = False, 0, ask

    @property
    def is_at_end(self) -> bool:
        """Whether nothing is below what is in view."""
        return self.top >= self._hidden

    def fit(self, rows: int, room: int) -> None:
        """That many rows there are, and that many can be seen at once."""
        self._hidden, self._room = max(0, rows - room), room
        self.top = max(0, min(self.top, self._hidden))

    def more(self) -> None:
        """Show all of it; then the rows below, and behind the last ones close it."""
        if not self.is_open:
            self.is_open, self.top = True, 0
        elif self.top < self._hidden:
            self.top = min(self.top + max(1, self._room - 1), self._hidden)
        else:
            self.is_open = False

    def scroll(self, rows: int) -> None:
        """Move what is in view, down or (negative) up; a closed bar opens."""
        self.is_open, self.top = True, max(0, self.top + rows) if self.is_open else 0


class AskBar(Drawn):
    """The bar on the screen."""

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The rows below."""
        event.stop()
        self.post_message(self.Acted(f"scroll_matter:{WHEEL_ROWS}"))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The rows above."""
        event.stop()
        self.post_message(self.Acted(f"scroll_matter:{-WHEEL_ROWS}"))
