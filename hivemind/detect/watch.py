"""Readings over time to one settled status.

A pause in a spinner is not the end of a turn, and a screen that is drawn only in part says nothing.

No screen and no rules here: readings come in, and the caller asks again at `deadline`.
"""

from __future__ import annotations

from hivemind.base.clock import Clock
from hivemind.protocol.status import Reading, Status

WORKING_HOLD = 2.0
"""Seconds. A program that worked is idle once it has read idle for this long."""

STEADY_HOLD = 0.1
"""Seconds that any other change must last. Programs draw a screen in several writes, and what stands there between two
of them may look like anything; some say for 20 to 30 ms of their start that they work (Codex 0.171.0)."""

RESIZE_HOLD = 0.7
"""Seconds. After a resize, while the program repaints, no reading changes the status."""

RESIZES_HOLD = 2.0
"""Seconds. Resizes in a row (a window that is dragged) hold it no longer than this; nor does one, while no rule
recognises what its program has made of it."""


class Watch:
    """The settled status of one tile."""

    def __init__(self, clock: Clock, working_hold: float = WORKING_HOLD) -> None:
        self._clock = clock
        self._working_hold = working_hold
        self.current: Reading | None = None
        """The settled reading, with the rule that gave it last; None before the first one."""
        self.deadline: float | None = None
        """Monotonic seconds at which `settle` should be called; None when nothing is held."""
        self._held: Reading | None = None
        self._held_since = 0.0
        """When the held reading began."""
        self._resized_at = self._resizes_since = -RESIZE_HOLD
        """The last resize, and the first of those in a row that it ended."""
        self._steady_at = 0.0
        """Until then a repaint after a resize may be under way."""

    def observe(self, reading: Reading) -> Reading | None:
        """Take the reading of the newest screen. Returns the settled reading if its status or `says` changed."""
        now = self._clock.monotonic()
        if self._held is None or not _is_same(self._held, reading):
            self._held_since = now
        return self._take(reading, now)

    def settle(self) -> Reading | None:
        """Let a held reading count if its time has come. Returns the settled reading if it changed."""
        now = self._clock.monotonic()
        return None if self._held is None else self._take(self._held, now)

    def resized(self) -> None:
        """The program is about to repaint: hold what its screen says for a moment."""
        now = self._clock.monotonic()
        if now - self._resized_at >= RESIZE_HOLD:
            self._resizes_since = now
        self._resized_at = now
        self._steady_at = min(now + RESIZE_HOLD, self._resizes_since + RESIZES_HOLD)

    def _take(self, reading: Reading, now: float) -> Reading | None:
        if self.current and _is_same(self.current, reading):
            self.current, self._held, self.deadline = reading, None, None
            return None
        due = self._due(reading)
        if now < due:
            self._held, self.deadline = reading, due
            return None
        self.current, self._held, self.deadline = reading, None, None
        return reading

    def _due(self, reading: Reading) -> float:
        """When the reading may count."""
        if self.current is None:
            return 0.0
        is_end = self.current.status is Status.WORKING and reading.status in {Status.IDLE, Status.RUNNING}
        steady = self._steady_at
        if not reading.seen:
            steady = max(steady, self._resizes_since + RESIZES_HOLD)
        return max(steady, self._held_since + (self._working_hold if is_end else STEADY_HOLD))


def _is_same(one: Reading, other: Reading) -> bool:
    return one.status is other.status and one.says == other.says
