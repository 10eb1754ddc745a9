"""What a program wrote lately, so that any moment of it can be shown again. Bounded, in memory, the program untouched.

A tape is a row of reels: each begins with a copy of the terminal and holds the bytes that came then, with their times.
So a moment costs a reel's bytes at most. A new size begins a reel, since what it does to lines depends on scrollback.
"""

from __future__ import annotations

import asyncio
from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Protocol

from hivemind.base.clock import Clock
from hivemind.protocol.screen import Size, Snapshot
from hivemind.terminal.emulator import Emulator

REEL_SECONDS, REEL_BYTES = 0.01, 128 * 1024
"""What a reel holds at most, give or take a piece: as much as took so long to parse, so that a moment is there at once
whatever it was; and so many bytes. A copy of the terminal costs about a hundredth of that."""

REEL_MS = 5 * 60_000
"""Milliseconds that a reel is about."""

TAPE_BYTES, TAPE_MS = 1024 * 1024, 30 * 60_000
"""What a tile's tape holds at most: bytes, and milliseconds back from the newest ones."""

CELL_BYTES = 3
"""What a cell of a copied terminal counts as: text and style. Most are shared with others."""

PIECE = 4 * 1024
"""Bytes parsed between two looks at the loop."""

FRAME_MS = 150
"""Milliseconds for which a moment in the middle of a frame (DECSET 2026) goes on to the end of it."""


class Ear(Protocol):
    """Hears everything that happens to a terminal, after the tape does and before the terminal."""

    def take(self, data: bytes) -> None:
        """The program wrote that."""

    def resized(self, emulator: Emulator) -> None:
        """It has another size now."""

    def end(self, exit_code: int | None) -> None:
        """Nothing comes any more: its program has ended, perhaps with that code."""


@dataclass(slots=True)
class Reel:
    """Some of a tape."""

    at: int
    """Milliseconds since the epoch."""
    start: Emulator
    """The terminal as it was then; never fed, only copied."""
    data: bytearray = field(default_factory=bytearray)
    times: array[int] = field(default_factory=lambda: array("I"))
    """Milliseconds after `at` at which something came, ascending."""
    ends: array[int] = field(default_factory=lambda: array("I"))
    """How many bytes there were then, beside `times`."""

    @property
    def weight(self) -> int:
        """Bytes that it holds, about."""
        size = self.start.size
        return len(self.data) + 8 * len(self.times) + CELL_BYTES * size.rows * size.columns


@dataclass(frozen=True, slots=True)
class Moment:
    """A tile as it was. Times in milliseconds since the epoch."""

    at: int
    first: int
    """The oldest moment there is."""
    last: int
    """The newest one: when the program wrote last."""
    before: int | None
    """When something was written last before this moment."""
    after: int | None
    """When something was written next."""
    snapshot: Snapshot


@dataclass(slots=True)
class _Shown:
    """The terminal of the moment that was asked for last: the next one is often a little later."""

    reel: Reel
    taken: int
    """Bytes of the reel that it has had."""
    emulator: Emulator


class Tape:
    """What goes to an emulator, kept. Feed the tape, not the emulator."""

    def __init__(self, emulator: Emulator, clock: Clock, *, limit: int = TAPE_BYTES) -> None:
        self.emulator = emulator
        self._clock, self._limit = clock, limit
        self._reels: deque[Reel] = deque()
        self._weight = 0
        """Of all reels but the newest."""
        self._now = 0
        self._seconds = 0.0
        """How long it took to parse what is on the newest reel."""
        self._shown: _Shown | None = None
        self._one_at_a_time = asyncio.Lock()
        self.ear: Ear | None = None

    # -- in ------------------------------------------------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        """Keep what the program wrote, and show it."""
        reel = self._reel()
        since = self._now - reel.at
        if reel.times and reel.times[-1] == since:
            reel.ends[-1] += len(data)
        else:
            reel.times.append(since)
            reel.ends.append(len(reel.data) + len(data))
        reel.data += data
        if self.ear is not None:
            self.ear.take(data)
        start = self._clock.monotonic()
        self.emulator.feed(data)
        self._seconds += self._clock.monotonic() - start

    def resize(self, size: Size) -> None:
        """Give the terminal another size."""
        self.emulator.resize(size)
        if self._reels:
            self._begin()
        if self.ear is not None:
            self.ear.resized(self.emulator)

    def end(self, exit_code: int | None) -> None:
        """The program has ended; what it wrote stays."""
        if self.ear is not None:
            self.ear.end(exit_code)

    def take_replies(self) -> bytes:
        """The terminal's answers."""
        return self.emulator.take_replies()

    def _reel(self) -> Reel:
        """The one to write on now."""
        self._tick()
        if self._reels:
            reel = self._reels[-1]
            is_long = self._seconds > REEL_SECONDS or len(reel.data) >= REEL_BYTES
            if not is_long and self._now - reel.at < REEL_MS:
                return reel
        return self._begin()

    def _begin(self) -> Reel:
        self._tick()
        if self._reels and not self._reels[-1].times:
            self._reels.pop()  # nothing happened on it
        elif self._reels:
            self._weight += self._reels[-1].weight
        self._seconds = 0.0
        reel = Reel(self._now, self.emulator.copy())
        self._reels.append(reel)
        self._trim()
        return reel

    def _tick(self) -> None:
        """The wall clock may be set back; a tape never goes back."""
        self._now = max(self._now, self._clock.epoch_ms())

    def _trim(self) -> None:
        oldest = self._now - TAPE_MS
        while len(self._reels) > 1 and (
            self._weight + self._reels[-1].weight + REEL_BYTES > self._limit or self._reels[1].at < oldest
        ):
            dropped = self._reels.popleft()
            self._weight -= dropped.weight
            if self._shown is not None and self._shown.reel is dropped:
                self._shown = None

    # -- out -----------------------------------------------------------------------------------------------------

    @property
    def weight(self) -> int:
        """Bytes that it holds, about."""
        return self._weight + (self._reels[-1].weight if self._reels else 0)

    async def moment(self, at: int) -> Moment | None:
        """The tile as it was then, or at the nearest moment there is; None before the program has written anything.

        Between pieces the loop serves everybody else.
        """
        async with self._one_at_a_time:
            if not any(reel.times for reel in self._reels):
                return None
            first, last = self._reels[0].at, self._last()
            at = min(max(at, first), last)
            reel = next(reel for reel in reversed(self._reels) if reel.at <= at)
            entry = bisect_right(reel.times, at - reel.at)
            shown = await self._wind(reel, entry)
            return Moment(at, first, last, self._before(at), self._after(at), shown.emulator.snapshot())

    async def told(self, since: int, gap: int) -> AsyncIterator[tuple[int, Snapshot]]:
        """Every picture from a moment on, in order; of what came within `gap` milliseconds the last one."""
        for reel in tuple(self._reels):
            shown, entry = _Shown(reel, 0, reel.start.copy()), 0
            while entry < len(reel.times):
                until = reel.times[entry] + gap
                while entry + 1 < len(reel.times) and reel.times[entry + 1] < until:
                    entry += 1
                at, entry = reel.at + reel.times[entry], entry + 1
                await self._play(shown, reel.ends[entry - 1])
                await self._clock.sleep(0)
                if at >= since and not shown.emulator.is_synchronized:
                    yield at, shown.emulator.snapshot()
                await self._clock.sleep(0)

    async def _wind(self, reel: Reel, entry: int) -> _Shown:
        """The terminal after so many entries of a reel, and after the frame that it is in the middle of then."""
        stop, shown = reel.ends[entry - 1] if entry else 0, self._shown
        if shown is None or shown.reel is not reel or shown.taken > stop:
            shown = self._shown = _Shown(reel, 0, reel.start.copy())
        await self._play(shown, stop)
        latest = reel.times[entry - 1] + FRAME_MS if entry else 0
        while shown.emulator.is_synchronized and entry < len(reel.times) and reel.times[entry] <= latest:
            await self._play(shown, reel.ends[entry])
            entry += 1
        return shown

    async def _play(self, shown: _Shown, stop: int) -> None:
        while shown.taken < stop:
            piece = bytes(shown.reel.data[shown.taken : min(stop, shown.taken + PIECE)])
            shown.emulator.feed(piece)
            shown.emulator.take_replies()
            shown.taken += len(piece)
            if shown.taken < stop:
                await self._clock.sleep(0)

    def _last(self) -> int:
        return next(reel.at + reel.times[-1] for reel in reversed(self._reels) if reel.times)

    def _before(self, at: int) -> int | None:
        return next(
            (
                reel.at + reel.times[entry - 1]
                for reel in reversed(self._reels)
                if (entry := bisect_right(reel.times, at - reel.at - 1) if at > reel.at else 0)
            ),
            None,
        )

    def _after(self, at: int) -> int | None:
        return next(
            (
                reel.at + reel.times[entry]
                for reel in self._reels
                if (entry := bisect_right(reel.times, at - reel.at) if at >= reel.at else 0) < len(reel.times)
            ),
            None,
        )
