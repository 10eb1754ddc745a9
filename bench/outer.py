"""A terminal as a person has it, for a program under measurement: typed at, and what it shows noted with the time.

While something is timed, what the program writes is only kept; afterwards our emulator reads it and tells when which
text stood on the screen. So reading costs neither side anything, and only what a terminal shows counts: no frame that
is not finished (DECSET 2026), and nothing that stands inside a control sequence.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator

READ_BYTES = 1 << 16

SHOWN_SECONDS = 30.0
"""Longest that a program may take to show something."""

END_SECONDS = 5.0

TOLD_BY = 8
"""Letters that end with the last one: what an echo is known by."""


Noted = tuple[float, bytes]
"""When something came, and what."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A key, when it was pressed, and the text that stands on the screen once it is echoed."""

    at: float
    text: str


class Outer:
    """A context manager: one program in a PTY of its own."""

    def __init__(self, argv: Sequence[str], *, env: Mapping[str, str], cwd: Path, size: Size) -> None:
        self._argv, self._env, self._cwd, self._size = tuple(argv), dict(env), cwd, size
        self._emulator = Emulator(size)
        self._master = -1
        self.pid = 0
        self.began = 0.0
        """When the program was started."""

    def __enter__(self) -> Self:
        self.began = time.perf_counter()
        self.pid, self._master = pty.fork()
        if not self.pid:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", self._size.rows, self._size.columns, 0, 0))
                os.chdir(self._cwd)
                os.execvpe(self._argv[0], self._argv, self._env)
            finally:
                os._exit(127)
        return self

    def __exit__(self, *exc: object) -> None:
        os.kill(self.pid, signal.SIGHUP)
        deadline = time.monotonic() + END_SECONDS
        while time.monotonic() < deadline and os.waitpid(self.pid, os.WNOHANG) == (0, 0):
            self._read(0.02)
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._master)

    def _read(self, seconds: float) -> bytes:
        """What comes within that time; nothing when nothing does, or the program has ended."""
        if not select.select([self._master], [], [], max(0.0, seconds))[0]:
            return b""
        try:
            return os.read(self._master, READ_BYTES)
        except OSError:
            return b""

    def _take(self, data: bytes) -> None:
        self._emulator.feed(data)
        if replies := self._emulator.take_replies():
            os.write(self._master, replies)

    def rows(self) -> list[str]:
        """What the terminal shows."""
        return [row.text.replace("\0", "") for row in self._emulator.snapshot().lines]

    def until(self, name: str, look: Callable[[str], bool]) -> float:
        """Wait until a screen, one row a line, is as it should be; when it was first seen."""
        deadline = time.perf_counter() + SHOWN_SECONDS
        while True:
            if data := self._read(0.05):
                seen = time.perf_counter()
                self._take(data)
                if not self._emulator.is_synchronized and look("\n".join(self.rows())):
                    return seen
            if time.perf_counter() > deadline:
                raise AssertionError(f"not within {SHOWN_SECONDS:g} s: {name}\n" + "\n".join(self.rows()))

    def settle(self, seconds: float) -> None:
        """Let time pass, and read."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            if data := self._read(left):
                self._take(data)

    def discard(self, seconds: float) -> None:
        """Let time pass and read, as cheaply as can be; what the terminal shows is not known any more."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            self._read(left)

    def press(self, keys: bytes) -> None:
        """Type, without timing it."""
        os.write(self._master, keys)

    def type(
        self, keys: str, gaps: Sequence[float], *, before: str, patience: float
    ) -> tuple[list[Typed], list[Noted]]:
        """Press keys after their gaps, whether the one before has been echoed or not: people do not wait.

        `before` stands in the line already. What was pressed, and what came until some time after the last one, is for
        `times` to read.
        """
        typed: list[Typed] = []
        noted: list[Noted] = []
        due = time.perf_counter()
        for number, gap in enumerate([*gaps, patience]):
            due += gap
            while (left := due - time.perf_counter()) > 0:
                if data := self._read(left):
                    noted.append((time.perf_counter(), data))
            if number < len(keys):
                text = (before + keys[: number + 1])[-TOLD_BY:]
                typed.append(Typed(time.perf_counter(), text))
                os.write(self._master, keys[number].encode())
        return typed, noted

    def times(self, typed: Sequence[Typed], noted: Sequence[Noted]) -> list[float | None]:
        """Seconds from each key to the screen that shows it; None for one that never came."""
        found: list[float | None] = []
        for at, data in noted:
            self._take(data)
            while len(found) < len(typed) and not self._emulator.is_synchronized:
                key = typed[len(found)]
                if key.at > at or not any(key.text in row.text for row in self._emulator.snapshot().lines):
                    break
                found.append(at - key.at)
        return found + [None] * (len(typed) - len(found))
