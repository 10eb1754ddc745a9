"""Which statuses a tile had: the last ones, when each began and what said so. In memory, as long as its daemon."""

from __future__ import annotations

import logging
from collections import deque

from hivemind.protocol.status import Reading, Status, StatusChange

logger = logging.getLogger(__name__)

KEPT = 500
"""Changes; the oldest go."""


class Timeline:
    """The statuses of one tile."""

    def __init__(self, tile_id: str) -> None:
        self._tile_id = tile_id
        self._changes: deque[StatusChange] = deque(maxlen=KEPT)

    def note(self, at: int, reading: Reading, source: str) -> None:
        """It is that from now on (milliseconds since the epoch); `source` says whether hooks or the screen told."""
        rule = str(reading.rule) if reading.rule and source != "hooks" else ""
        told = "" if reading.status is Status.EXITED else source
        self._changes.append(StatusChange(at, reading.status, reading.says, rule, told))
        logger.info("status changed", extra={"tile": self._tile_id, "status": reading.status.value, "rule": rule})

    @property
    def changes(self) -> tuple[StatusChange, ...]:
        """What is kept, oldest first."""
        return tuple(self._changes)
