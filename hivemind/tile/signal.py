"""Waking whoever waits for something to change. Used inside one event loop; nothing is remembered between fires."""

from __future__ import annotations

import asyncio


class Signal:
    """Many may wait; `fire` wakes all that wait at that moment."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def fire(self) -> None:
        """Wake everybody who waits now."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def wait(self, seconds: float | None = None) -> bool:
        """True when fired, False when `seconds` went by first."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            async with asyncio.timeout(seconds):
                await future
        except TimeoutError:
            return False
        finally:
            self._waiting.discard(future)
        return True
