"""When the room is painted again: at once for the person, a few times a second for what programs do, and as ages go on.

Nothing wakes up every second unless seconds are shown somewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hivemind.protocol.status import Status
from hivemind.tui.bar import Bar
from hivemind.tui.board import Board
from hivemind.tui.look import Look
from hivemind.tui.says import Says
from hivemind.tui.signs import IN_SECONDS

if TYPE_CHECKING:
    from textual.app import App

GAP: Final = 0.1
"""Seconds between two paintings for what programs do, however much that is."""

SECOND, SELDOM = 1.0, 15.0
"""Seconds until ages are painted again: where some count seconds, and where none does."""

COUNTED: Final = frozenset({Status.WORKING, Status.PERMISSION, Status.QUESTION, Status.BLOCKED})
"""Statuses whose age is shown in seconds at first."""


class Repaints:
    """Decides when; `paint` brings the whole room up to date, `tick` only what goes on with the time."""

    def __init__(
        self, app: App[Any], *, paint: Callable[[], None], tick: Callable[[], None], counts: Callable[[], bool]
    ) -> None:
        self._app = app
        self._paint = paint
        self._tick = tick
        self._counts = counts
        self._is_asked = False
        self._last = 0.0
        self._later: asyncio.TimerHandle | None = None
        self._age: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Let ages go on from now."""
        self._await_age(SECOND)

    def stop(self) -> None:
        """Paint no more by itself."""
        for handle in (self._later, self._age):
            if handle is not None:
                handle.cancel()
        self._later = self._age = None

    def at_once(self) -> None:
        """Paint when what is at hand is done."""
        if not self._is_asked and self._app.is_running:
            self._is_asked = True
            self._app.call_next(self._do)

    def soon(self) -> None:
        """Paint at once, unless that was done just now: then a little later, once for all that happens until then."""
        if self._later is not None:
            return
        loop = asyncio.get_running_loop()
        left = self._last + GAP - loop.time()
        if left <= 0:
            self.at_once()
        else:
            self._later = loop.call_later(left, self._do_later)

    def _do(self) -> None:
        self._is_asked = False
        loop = asyncio.get_running_loop()
        self._last = loop.time()
        self._paint()
        if self._age is not None and self._age.when() - loop.time() > SECOND and self._counts():
            self._await_age(SECOND)

    def _do_later(self) -> None:
        self._later = None
        self.at_once()

    def _await_age(self, seconds: float) -> None:
        if self._age is not None:
            self._age.cancel()
        self._age = asyncio.get_running_loop().call_later(seconds, self._grow_older)

    def _grow_older(self) -> None:
        self._age = None
        if self._app.is_running:
            self._app.call_next(self._tick)
            self._await_age(SECOND if self._counts() else SELDOM)


def counts_seconds(board: Board, bar: Bar, says: Says, look: Look) -> bool:
    """Whether something in the room changes within seconds by itself."""
    now = look.clock.epoch_ms()
    return (
        says.is_passing
        or bool(board.asks)
        or bool(bar.standing(now))
        or any(tile.status in COUNTED and now - tile.since < IN_SECONDS for tile in board.tiles.values())
    )
