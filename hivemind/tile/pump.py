"""Bytes from a PTY to its emulator, and the emulator's answers back, so that no tile's flood delays another's echo.

Time is what is shared, not bytes: the same 4 KB cost 0.1 ms or 1.5 ms. A tile that says little is read at once. One
that has more to read than its credit pays for gets its turn among those like it, and between two turns the loop serves
everybody else. While an echo is on its way to the screen nobody has a turn. What is not read stays in the kernel, where
it holds the program back.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Protocol

from hivemind.base.clock import Clock
from hivemind.base.errors import HiveError
from hivemind.terminal.pty import Pty
from hivemind.tile.beat import ECHO

logger = logging.getLogger(__name__)

PIECE = 4 * 1024
"""Bytes read at once; the clock is looked at after each. The kernel hands out no more of a PTY at a time."""

BUDGET = 0.002
"""Seconds of reading and parsing in one turn, give or take a piece."""

REFILL = 0.05
"""Seconds of credit that a tile gets in a second. It has `BUDGET` at most, so a pause of 40 ms fills it."""

REST = 5
"""Passes of the event loop between two turns: a key goes from the socket to its PTY, and its echo back, in four."""

DRAIN_LIMIT = 128 * 1024
"""Bytes read at most before a screen is judged: more than the kernel holds of what a program has already written."""


class Terminal(Protocol):
    """What is fed."""

    def feed(self, data: bytes) -> None:
        """Take what the program wrote."""

    def take_replies(self) -> bytes:
        """Answers to what the program asked since the last call."""
        ...


class RoundRobin:
    """The pumps of one event loop that have more to read, in turn; every other turn is the focused one's."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._waiting: deque[Pump] = deque()
        self._focused: Pump | None = None
        self._was_focused = False
        self._rest = 0
        self._awaits_echo = False
        self._held_until = 0.0
        self._is_turning = False

    def focus(self, pump: Pump) -> None:
        """Somebody types into that tile: it comes first, until another does."""
        self._focused = pump
        self._awaits_echo = True

    def has_echoed(self, pump: Pump) -> None:
        """That pump has read all there was. If somebody has just typed there, it is shown before anybody's turn."""
        if self._awaits_echo and pump is self._focused:
            # once a key, so that a focused tile which says a little all the time stops nobody
            self._awaits_echo = False
            self._held_until = self.clock.monotonic() + ECHO

    def join(self, pump: Pump) -> None:
        """There is more to read for that pump than it may now; it is told to `resume` when it has read all."""
        self._waiting.append(pump)
        if not self._is_turning:
            self._is_turning = True
            self._come_back()

    def leave(self, pump: Pump) -> None:
        """That pump reads no more."""
        if pump in self._waiting:
            self._waiting.remove(pump)
        if self._focused is pump:
            self._focused = None

    def _come_back(self) -> None:
        loop = asyncio.get_running_loop()
        held = self._held_until - self.clock.monotonic()
        if held > 0:
            loop.call_later(held, self._turn)
        else:
            loop.call_soon(self._turn)

    def _turn(self) -> None:
        try:
            if self._rest:
                self._rest -= 1
            elif self._waiting and self.clock.monotonic() >= self._held_until:
                self._rest = REST
                self._serve(self._next())
        finally:
            self._is_turning = bool(self._waiting)
            if self._is_turning:
                self._come_back()

    def _serve(self, pump: Pump) -> None:
        is_more = False
        try:
            is_more = pump.read(BUDGET)
        finally:  # whatever went wrong with these bytes, the next ones are read
            if is_more:
                self._waiting.append(pump)
            else:
                pump.resume()

    def _next(self) -> Pump:
        focused = self._focused
        self._was_focused = focused in self._waiting and not self._was_focused
        if focused is None or not self._was_focused:
            return self._waiting.popleft()
        self._waiting.remove(focused)
        return focused


class Pump:
    """One tile's way from PTY to emulator. `on_output` is called once for all that is read at a time."""

    def __init__(
        self,
        pty: Pty,
        emulator: Terminal,
        robin: RoundRobin,
        *,
        on_output: Callable[[], None],
        on_end: Callable[[], None],
    ) -> None:
        self._pty = pty
        self._emulator = emulator
        self._robin = robin
        self._on_output = on_output
        self._on_end = on_end
        self._credit = BUDGET
        self._credited = robin.clock.monotonic()
        self._is_deaf = False
        """Whether its program did not take the last answer."""
        self.has_ended = False

    def start(self) -> None:
        """Begin to read whenever there is something."""
        self._pty.watch(self._readable)

    def resume(self) -> None:
        """Read again whenever there is something."""
        if not self.has_ended:
            self._pty.resume()

    def stop(self) -> None:
        """Read no more."""
        self.has_ended = True
        self._robin.leave(self)

    def focus(self) -> None:
        """Somebody types: come first."""
        self._robin.focus(self)

    def drain(self, limit: int = DRAIN_LIMIT) -> None:
        """Read what the program has already written, up to about `limit` bytes."""
        taken = 0
        while taken < limit and (count := self._piece()):
            taken += count
        if taken:
            self._on_output()

    def read(self, seconds: float) -> bool:
        """Read until nothing is left or that much time went by, at least a piece; whether there may be more."""
        clock = self._robin.clock
        until = clock.monotonic() + seconds
        is_more = False
        has_read = False
        while self._piece():
            has_read = True
            if is_more := clock.monotonic() >= until:
                break
        if has_read:
            self._on_output()
        return is_more

    def _readable(self) -> None:
        """Read at once as far as the credit goes, else in turn."""
        if self.has_ended:
            return
        start = self._robin.clock.monotonic()
        self._credit = min(BUDGET, self._credit + (start - self._credited) * REFILL)
        self._credited = start
        is_more = True
        if self._credit > 0:
            is_more = self.read(self._credit)
            self._credit -= self._robin.clock.monotonic() - start
        if is_more:
            self._pty.pause()
            self._robin.join(self)
        else:
            self._robin.has_echoed(self)

    def _piece(self) -> int:
        """The number of bytes read, 0 when there are none now or will never be."""
        if self.has_ended:
            return 0
        try:
            data = self._pty.read(PIECE)
        except HiveError as error:
            logger.warning("terminal broke", extra={"code": error.code, "reason": error.message})
            data = b""
        if data is None:
            return 0
        if not data:
            self.stop()
            self._pty.pause()
            self._on_end()
            return 0
        self._emulator.feed(data)
        self._reply()
        return len(data)

    def _reply(self) -> None:
        replies = self._emulator.take_replies()
        if replies:
            try:
                self._pty.write(replies)
                self._is_deaf = False
            except HiveError as error:
                # a program that asks and never reads its answers: its loss, not the daemon's, and said once
                if not self._is_deaf:
                    logger.warning("terminal replies dropped", extra={"bytes": len(replies), "code": error.code})
                self._is_deaf = True
