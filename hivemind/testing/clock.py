"""Clocks that tests can turn."""

from __future__ import annotations

import asyncio
import time


class ManualClock:
    """Stands still until it is turned; a sleep turns it."""

    def __init__(self, start: float = 1000.0) -> None:
        self._now = start

    def monotonic(self) -> float:
        """Seconds."""
        return self._now

    def epoch_ms(self) -> int:
        """The same in milliseconds, as if the epoch were the start."""
        return int(self._now * 1000)

    def turn(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds

    async def sleep(self, seconds: float) -> None:
        """Let time pass, and everybody else run."""
        self.turn(seconds)
        await asyncio.sleep(0)


class FastClock:
    """The machine's clock, so many times faster: waits of seconds take milliseconds."""

    def __init__(self, factor: float = 20.0) -> None:
        self._factor = factor
        self._start = time.monotonic()

    def monotonic(self) -> float:
        """Seconds, of which there are `factor` in a real one."""
        return (time.monotonic() - self._start) * self._factor + 1000.0

    def epoch_ms(self) -> int:
        """The same in milliseconds."""
        return int(self.monotonic() * 1000)

    async def sleep(self, seconds: float) -> None:
        """Wait that many of them."""
        await asyncio.sleep(seconds / self._factor)
