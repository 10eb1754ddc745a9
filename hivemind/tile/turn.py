"""Whether a tile's idle means "done": a task that was just given must have gone in first.

A reading says only what the screen shows. Right after a task was typed (or while the program still starts with one) the
screen shows an empty prompt, which reads idle and is not the end of anything.
"""

from __future__ import annotations

from hivemind.base.clock import Clock
from hivemind.protocol.status import Reading, Status

AFTER_ENTER = 3.0
"""Seconds of idle after which a typed text counts as done though no working screen was seen (a very short turn)."""

AFTER_START = 10.0
"""The same for a task given on the command line: the program starts with an empty prompt first."""

QUIET = 1.0
"""Seconds without output that such an idle needs besides."""


class TurnGate:
    """Opens when the turn that is expected has begun."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: float | None = None
        self._grace = AFTER_ENTER
        self._is_held = False
        self.is_lost = False
        """The task will not go in: nobody should wait for its end."""

    def expect(self, *, grace: float = AFTER_ENTER, is_held_task: bool = False) -> None:
        """A task is on its way; while one is held, only that one counts."""
        if self._is_held and not is_held_task:
            return
        self._since = self._clock.monotonic()
        self._grace = grace
        self._is_held = self.is_lost = False

    def hold(self) -> None:
        """A task waits to be typed: no idle counts until `expect` is called."""
        self._since = self._clock.monotonic()
        self._is_held = True

    def lose(self) -> None:
        """The task that was held will not be typed."""
        self.is_lost = True

    def told(self, event: str) -> None:
        """A hook reports: a turn that it speaks of has begun."""
        if event in {"turn.started", "turn.ended", "input.requested"} and not self._is_held:
            self._since = None

    def observe(self, reading: Reading, last_output: float) -> None:
        """Take in what the screen says."""
        if self._since is None or self._is_held:
            return
        if reading.status in {Status.WORKING, Status.PERMISSION, Status.QUESTION} and last_output > self._since:
            self._since = None

    def is_over(self, reading: Reading, last_output: float) -> bool:
        """Whether an idle counts now."""
        if self._since is None:
            return True
        if self._is_held:
            return False
        now = self._clock.monotonic()
        if reading.rule is None:
            return False
        if now - self._since >= self._grace and now - last_output >= QUIET:
            self._since = None
            return True
        return False
