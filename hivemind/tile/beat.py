"""When a tile's screen is looked at: an echo at once, output after a pause soon, else on the tick, never mid-frame."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hivemind.base.clock import Clock

TICK = 1 / 30
"""Seconds. A screen that changes all the time is read and published this often."""

READ_GAP = 0.1
"""Seconds between two readings while the screen changes all the time; the last screen is always read."""

STEADY, STEADY_GAP = 10, 0.2
"""Readings that came to the same, after which the next ones are so many seconds apart."""

ECHO = 0.003
"""Seconds after the first output that follows a pause; long enough for one write cut in two."""

ECHO_SECONDS, ECHO_BEATS = 0.1, 3
"""For how long after something was typed output counts as its echo, and how many looks at once that is worth. More than
one, so that what a program draws in two steps does not wait for the tick with the second."""

SYNC_HOLD = 0.15
"""Seconds. Longest we hold a snapshot back for a program in synchronized output (DECSET 2026)."""


class Beat:
    """Calls `on_beat` after output; `is_mid_frame` says whether the program is in synchronized output."""

    def __init__(self, clock: Clock, is_mid_frame: Callable[[], bool], on_beat: Callable[[], None]) -> None:
        self._clock = clock
        self._is_mid_frame = is_mid_frame
        self._on_beat = on_beat
        self._handle: asyncio.Handle | None = None
        self._last = 0.0
        self._held_since: float | None = None
        self._echoes = 0
        self._echoes_until = 0.0
        self._is_echoing = False

    def expect(self) -> None:
        """Something is typed: what comes next is looked at as soon as it is read."""
        self._echoes, self._echoes_until = ECHO_BEATS, self._clock.monotonic() + ECHO_SECONDS

    def poke(self) -> None:
        """There was output: beat soon. A frame that has just ended is not held any longer."""
        now = self._clock.monotonic()
        is_echo = self._echoes > 0 and now < self._echoes_until
        if self._handle is not None:
            is_held = self._held_since is not None
            if (is_held and self._is_mid_frame()) or (not is_held and (self._is_echoing or not is_echo)):
                return
            self._handle.cancel()
        if is_echo:
            self._is_echoing = True
            # two passes of the loop: what came meanwhile is read in the first
            self._handle = asyncio.get_running_loop().call_soon(self._echo)
        else:
            self._arm(max(ECHO, TICK - (now - self._last)))

    def _echo(self) -> None:
        self._echoes -= 1
        self._handle = asyncio.get_running_loop().call_soon(self._beat)

    def stop(self) -> None:
        """No beat follows any more, unless it is poked again."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        self._is_echoing = False

    def _arm(self, seconds: float) -> None:
        self._handle = asyncio.get_running_loop().call_later(seconds, self._beat)

    def _beat(self) -> None:
        self._handle = None
        self._is_echoing = False
        now = self._clock.monotonic()
        if self._is_mid_frame():
            if self._held_since is None:
                self._held_since = now
            left = SYNC_HOLD - (now - self._held_since)
            if left > 0:
                self._arm(left)
                return
        self._held_since = None
        self._last = now
        self._on_beat()


class Pace:
    """Lets something be done once in `READ_GAP`; what comes sooner is done when its time has come, once.

    Where it comes to the same again and again it is done half as often: forty agents at work cost half of it.
    """

    def __init__(self, clock: Clock, on_due: Callable[[], None]) -> None:
        self._clock = clock
        self._on_due = on_due
        self._last = clock.monotonic() - READ_GAP
        self._handle: asyncio.TimerHandle | None = None
        self._seen: object = None
        self._same = 0

    def saw(self, what: object) -> None:
        """What it came to."""
        self._same = self._same + 1 if what == self._seen else 0
        self._seen = what

    @property
    def is_held(self) -> bool:
        """Whether something waits for its time."""
        return self._handle is not None

    def is_due(self) -> bool:
        """Whether it may be done now; else `on_due` follows."""
        if self._handle is not None:
            return False
        gap = READ_GAP if self._same < STEADY else STEADY_GAP
        left = gap - (self._clock.monotonic() - self._last)
        if left > 0:
            self._handle = asyncio.get_running_loop().call_later(left, self._due)
            return False
        self.done()
        return True

    def done(self) -> None:
        """It is done now: nothing waits any more."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        self._last = self._clock.monotonic()

    def _due(self) -> None:
        self.done()
        self._on_due()


class Alarm:
    """Calls `on_due` once at a monotonic time, never before it; setting it anew forgets what it was set to."""

    def __init__(self, clock: Clock, on_due: Callable[[], None]) -> None:
        self._clock = clock
        self._on_due = on_due
        self._handle: asyncio.TimerHandle | None = None
        self._due: float | None = None

    def check(self) -> None:
        """Ring now if the time has come."""
        if self._due is not None and self._clock.monotonic() >= self._due:
            self._ring()

    def set(self, *due: float | None) -> None:
        """Ring at the earliest of these; without any, not at all."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        self._due = min((one for one in due if one is not None), default=None)
        if self._due is not None:
            delay = max(0.0, self._due - self._clock.monotonic()) + 0.005
            self._handle = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self.set()
        self._on_due()
