"""A real program under a real PTY, played by a test: type, wait for what the screen shows, look at every byte.

For programs that are tested by themselves; a test of the whole hive uses `sandbox`. Everything runs in the caller's
thread: the screen moves on only while something here waits.
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
from pathlib import Path
from typing import Self

from hivemind.protocol.screen import Size, Snapshot
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of

SHOW_SECONDS = 15.0
"""Longest that something may take to show, unless a test says otherwise; a busy machine is slow, not broken."""

CHUNK = 65536


class Played:
    """A running program and its screen. A context manager: the program ends with it."""

    def __init__(
        self, argv: Sequence[str], *, cwd: Path, env: Mapping[str, str], size: Size, has_answers: bool = False
    ) -> None:
        """Start it. With `has_answers` its terminal answers what it asks, as that of a tile does."""
        self.size = size
        self._has_answers = has_answers
        self.events: list[tuple[float, str, str]] = []
        """Seconds since the start, kind and data, as in an asciicast (version 2): `o`, `i`, `r`."""
        self.raw = b""
        """Everything that the program wrote."""
        self.exit: int | None = None
        """Its exit status as a shell gives it: 128 and the signal for one that ended by a signal."""
        self._emulator = Emulator(size)
        self._started = time.monotonic()
        self._held = b""
        pid, self._master = pty.fork()
        if pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", size.rows, size.columns, 0, 0))
                os.chdir(cwd)
                os.execvpe(argv[0], list(argv), dict(env))  # noqa: S606 - argv of a test
            finally:
                os._exit(127)
        self.pid = pid
        self.before: list[object] = termios.tcgetattr(self._master)
        """The terminal's settings as the program found them."""
        self._set_size(size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.exit is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self._reap()
        os.close(self._master)

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._started

    @property
    def settings(self) -> list[object]:
        """The terminal's settings now."""
        return termios.tcgetattr(self._master)

    @property
    def is_restored(self) -> bool:
        """Whether settings and modes of the terminal are as the program found them."""
        modes = self.snapshot().modes
        is_plain = not (modes.alternate or modes.bracketed_paste or modes.mouse or modes.focus_events)
        return is_plain and self.snapshot().cursor.visible and self.settings == self.before

    def snapshot(self) -> Snapshot:
        """The screen as it is."""
        return self._emulator.snapshot()

    def rows(self) -> list[str]:
        """The screen's rows, right-trimmed."""
        return [row.rstrip() for row in text_of(self.snapshot())]

    def text(self) -> str:
        """The screen's rows, one a line."""
        return "\n".join(self.rows())

    def type(self, data: str | bytes) -> None:
        """Type that, byte by byte as it is."""
        raw = data.encode() if isinstance(data, str) else data
        self.events.append((self.seconds, "i", raw.decode(errors="replace")))
        while raw:
            self._read(0)  # a program that nobody reads may stop reading itself
            raw = raw[os.write(self._master, raw[:1024]) :]

    def resize(self, size: Size) -> None:
        """Give the terminal another size, which tells the program."""
        self.size = size
        self.events.append((self.seconds, "r", f"{size.columns}x{size.rows}"))
        self._emulator.resize(size)
        self._set_size(size)

    def kill(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def until(self, name: str, look: Callable[[], object], *, seconds: float = SHOW_SECONDS) -> None:
        """Read on until `look` returns something true.

        Raises:
            AssertionError: it did not in time; holds the name and the screen.
        """
        deadline = time.monotonic() + seconds
        while not look():
            if time.monotonic() > deadline or (self.exit is not None and not look()):
                raise AssertionError(f"not yet: {name} (exit {self.exit})\n{self.snapshot().title!r}\n{self.text()}")
            self._read(0.05)

    def until_shows(self, *texts: str, seconds: float = SHOW_SECONDS) -> None:
        """Read on until each of the texts stands in some row."""
        self.until(f"shows {texts}", lambda: all(text in self.text() for text in texts), seconds=seconds)

    def until_title(self, start: str, *, seconds: float = SHOW_SECONDS) -> None:
        """Read on until the window title starts like that."""
        self.until(f"has the title {start}", lambda: self.snapshot().title.startswith(start), seconds=seconds)

    def until_still(self, *, seconds: float = 0.3) -> None:
        """Read on until nothing was written for that long."""
        while self._read(seconds):
            pass

    def until_ended(self, *, seconds: float = SHOW_SECONDS) -> int:
        """Read on until the program has ended; its exit status."""
        deadline = time.monotonic() + seconds
        while self.exit is None:
            if time.monotonic() > deadline:
                raise AssertionError(f"has not ended\n{self.text()}")
            self._read(0.05)
        return self.exit

    def has_ended(self) -> bool:
        """Whether the program has ended, without reading what it writes."""
        if self.exit is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.exit = _exit(status) if pid else None
        return self.exit is not None

    def _set_size(self, size: Size) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", size.rows, size.columns, 0, 0))

    def _read(self, seconds: float) -> bool:
        """Take what the program writes within that time; False when it wrote nothing."""
        if self.exit is not None or not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, CHUNK)
        except OSError:  # Linux: EIO once the program's side is closed
            data = b""
        if not data:
            self._reap()
            return False
        self.raw += data
        self._emulator.feed(data)
        if self._has_answers and (replies := self._emulator.take_replies()):
            os.write(self._master, replies)
        self._held += data
        text, self._held = _whole(self._held)
        self.events.append((self.seconds, "o", text))
        return True

    def _reap(self) -> None:
        _, status = os.waitpid(self.pid, 0)
        self.exit = _exit(status)


def _exit(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _whole(data: bytes) -> tuple[str, bytes]:
    """The bytes as text, and the start of a character that is not complete yet."""
    for cut in range(min(4, len(data) + 1)):
        end = len(data) - cut
        with contextlib.suppress(UnicodeDecodeError):
            return data[:end].decode(), data[end:]
    return data.decode(errors="replace"), b""
