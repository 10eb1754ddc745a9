"""Screens that no rule recognises and that stand: handed to whoever keeps them for an author, a little at a time.

It looks at tiles from outside, once a second; nothing that goes wrong in the keeping reaches them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hivemind.base.clock import Clock
from hivemind.detect.text import ScreenText
from hivemind.tile.tile import Tile

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Seconds between two looks."""

STILL_SECONDS = 3.0
"""Seconds. A screen is kept once it has stood, and read as nothing that a rule knows, for so long."""

REST_SECONDS = 30.0
"""Seconds between two screens of one tile."""

Keep = Callable[[str, ScreenText], object]
"""Keeps a screen of the agent with that id; may raise OSError or ValueError."""


@dataclass(slots=True)
class _Stand:
    """What one tile has shown."""

    revision: int = -1
    since: float = 0.0
    """When it began to show that, and to read as nothing."""
    kept_at: float | None = None
    is_kept: bool = False
    """Whether the screen that it shows was handed over."""


class Strangers:
    """Looks at tiles for such screens."""

    def __init__(self, clock: Clock, keep: Keep) -> None:
        self._clock = clock
        self._keep = keep
        self._stands: dict[str, _Stand] = {}
        self._has_failed = False

    async def watch(self, tiles: Callable[[], Iterable[Tile]]) -> None:
        """Look for as long as the daemon lives."""
        while True:
            await self._clock.sleep(LOOK_SECONDS)
            await self.look(tiles())

    async def look(self, tiles: Iterable[Tile]) -> None:
        """Look once, and hand over at most one screen: what is left comes with the next look."""
        looked = list(tiles)
        self._stands = {tile.id: self._stands.get(tile.id, _Stand()) for tile in looked}
        due = [tile for tile in looked if self._is_due(tile)]
        if due:
            # whoever was handed over longest ago comes first
            tile = min(due, key=lambda one: self._stands[one.id].kept_at or 0.0)
            stand = self._stands[tile.id]
            stand.kept_at, stand.is_kept = self._clock.monotonic(), True
            await self._hand_over(tile)

    def _is_due(self, tile: Tile) -> bool:
        stand, now = self._stands[tile.id], self._clock.monotonic()
        if not tile.is_read or tile.exit is not None or tile.reading.seen:
            stand.revision = -1
            return False
        if stand.revision != tile.snapshot.revision:
            stand.revision, stand.since, stand.is_kept = tile.snapshot.revision, now, False
            return False
        rests = stand.kept_at is not None and now - stand.kept_at < REST_SECONDS
        return not stand.is_kept and not rests and now - stand.since >= STILL_SECONDS

    async def _hand_over(self, tile: Tile) -> None:
        text = ScreenText.from_snapshot(tile.snapshot)
        try:
            await asyncio.to_thread(self._keep, tile.record.agent or "", text)
        except (OSError, ValueError) as error:
            if not self._has_failed:  # tried again with the next one, said once
                logger.warning("screen not kept", extra={"tile": tile.id, "reason": str(error)})
            self._has_failed = True
