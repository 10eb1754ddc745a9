"""The only source of time. Code that waits or ages things takes a `Clock`; tests pass one they can turn."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Time as the hive sees it."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        ...

    def epoch_ms(self) -> int:
        """Milliseconds since 1970-01-01 UTC, as JSON results carry them."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""
        ...


class SystemClock:
    """The machine's own clock."""

    def monotonic(self) -> float:
        """Seconds of the system's monotonic clock."""
        return time.monotonic()

    def epoch_ms(self) -> int:
        """Milliseconds of the system's wall clock."""
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        """Sleep on the running event loop."""
        await asyncio.sleep(seconds)
