"""The first picture: nothing is drawn before the tiles' screens have come, so that it is drawn once, and whole.

Textual draws the whole screen anew with each step of its start: that alone would take longer than all the rest.

Relies on a private part of Textual 8.2 (`Screen._compositor_refresh`), which the tests of this module pin.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from textual.screen import Screen

LONGEST: Final = 0.4
"""Seconds after the start at which it is drawn whatever has come."""


class HeldScreen(Screen[None]):
    """A screen that is not drawn until it is ready; `hold` must be called for that."""

    is_held = False
    on_shown: Callable[[], None] | None = None
    """Called once, with the first picture."""
    _is_ready: Callable[[], bool] | None = None
    _last: asyncio.TimerHandle | None = None

    def hold(self, is_ready: Callable[[], bool]) -> None:
        """Draw nothing until that is so, though not for ever."""
        self.is_held = True
        self._is_ready = is_ready
        self._last = asyncio.get_running_loop().call_later(LONGEST, self._give_up)

    def let_go(self) -> None:
        """Draw from now on, if what was waited for is there."""
        if self.is_held and self._is_ready is not None and self._is_ready():
            self._show()

    def _give_up(self) -> None:
        if self.is_held and self.app.is_running:
            self._show()

    def _show(self) -> None:
        self.is_held = False
        if self._last is not None:
            self._last.cancel()
        super()._compositor_refresh()
        if self.on_shown is not None:
            self.on_shown()

    def _compositor_refresh(self) -> None:
        """What changed is drawn; while it is held, that waits."""
        if self.is_held:
            self.let_go()
        else:
            super()._compositor_refresh()
