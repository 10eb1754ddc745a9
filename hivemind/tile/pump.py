"""Bytes from a PTY to its emulator, and the emulator's answers back.

Fairness: the event loop calls every readable PTY once a turn, and each call reads one bounded chunk, so a program that
floods gets one chunk between two of anybody else's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from hivemind.base.errors import HiveError
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.pty import Pty

logger = logging.getLogger(__name__)

CHUNK = 16 * 1024
"""Bytes read in one turn: 0.5–5 ms of parsing, whatever they hold."""

DRAIN_LIMIT = 1024 * 1024
"""Bytes read at most before a screen is judged; a program that writes more than this without a pause is not asking."""


class Pump:
    """One tile's way from PTY to emulator."""

    def __init__(
        self, pty: Pty, emulator: Emulator, *, on_output: Callable[[], None], on_end: Callable[[], None]
    ) -> None:
        self._pty = pty
        self._emulator = emulator
        self._on_output = on_output
        self._on_end = on_end
        self.has_ended = False

    def start(self) -> None:
        """Begin to read whenever there is something."""
        self._pty.watch(self._readable)

    def drain(self, limit: int = DRAIN_LIMIT) -> None:
        """Read what the program has already written, up to about `limit` bytes."""
        taken = 0
        while taken < limit and not self.has_ended:
            count = self._turn()
            if not count:
                return
            taken += count

    def _readable(self) -> None:
        if not self.has_ended:
            self._turn()

    def _turn(self) -> int:
        """One chunk; the number of bytes read."""
        try:
            data = self._pty.read(CHUNK)
        except HiveError as error:
            logger.warning("terminal broke", extra={"code": error.code, "reason": error.message})
            data = b""
        if data is None:
            return 0
        if not data:
            self.has_ended = True
            self._pty.pause()
            self._on_end()
            return 0
        self._emulator.feed(data)
        replies = self._emulator.take_replies()
        if replies:
            try:
                self._pty.write(replies)
            except HiveError as error:
                # a program that asks and never reads its answers: its loss, not the daemon's
                logger.warning("terminal replies dropped", extra={"bytes": len(replies), "code": error.code})
        self._on_output()
        return len(data)
