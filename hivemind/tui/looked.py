"""Which results a person has looked at: told to the daemon, so that they are no news in any UI.

A tile was looked at when it had the focus, in view, for a moment, and the person has been here lately: a result that
comes while somebody is at lunch is still one afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual import events

from hivemind.protocol.tile import TileSummary
from hivemind.verbs.seen import Seen

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp

MOMENT: Final = 1.0
"""Seconds that it takes to see what is there."""

LATELY: Final = 60.0
"""Seconds after the last key or move of the mouse in which somebody is taken to be here."""

Result = tuple[str, int]
"""A tile, and when its turn ended."""


class Looked:
    """Sees to it for an app."""

    def __init__(self, app: HiveApp) -> None:
        self._app = app
        self._stirred = app.look.clock.monotonic()
        self._at: Result | None = None
        """What somebody is looking at, or has looked at already."""
        self.has_told = False
        """Whether the terminal has ever told that it got or lost the focus."""

    def connected(self) -> None:
        """There is a new connection: whether the daemon behind it was told is not known."""
        self._at = None

    def stir(self, event: events.Event) -> None:
        """Something happened at the terminal; keys and the mouse are signs of a person."""
        self.has_told |= isinstance(event, events.AppFocus | events.AppBlur)
        if isinstance(event, events.InputEvent | events.AppFocus):
            self._stirred = self._app.look.clock.monotonic()
            if (tile := self._app.board.focused) and tile.done:
                self._app.call_later(self.look)  # once the app has taken it, too

    @property
    def is_lively(self) -> bool:
        """Whether a person has given a sign lately."""
        return self._app.look.clock.monotonic() - self._stirred < LATELY

    def look(self) -> None:
        """See whether somebody is looking at a result."""
        tile = self._seen_now()
        result = _result(tile) if tile else None
        if result != self._at:
            self._at = result
            if result:
                self._app.start(self._wait(result))

    async def _wait(self, result: Result) -> None:
        await self._app.look.clock.sleep(MOMENT)
        tile = self._seen_now()
        if tile and _result(tile) == result == self._at:
            self._app.wire.send(Seen(tile=tile.tile_id))

    def _seen_now(self) -> TileSummary | None:
        """The focused tile, if it has a result and a person has it before their eyes."""
        app, tile = self._app, self._app.board.focused
        if tile is None or not tile.done or app.room.grid.view(tile.tile_id) is None:
            return None
        is_here = app.app_focus and self.is_lively
        return tile if is_here and app.screen is app.room else None


def _result(tile: TileSummary) -> Result:
    return tile.tile_id, tile.since
