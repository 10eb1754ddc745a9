"""The real terminal: raw mode, signals, reading, writing, and giving it back as it was."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import termios
import tty
from collections.abc import Iterator
from types import FrameType

from hivemind.demo.paint import ENTER, LEAVE

FALLBACK_SIZE = (80, 24)
"""Columns and rows of a terminal that says it has none."""

RESTORE_WAIT = 0.5
"""Seconds. How long a terminal that takes no output is waited for on the way out."""

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


class EndedError(Exception):
    """The program has to end now, with that exit status: a signal came, or the terminal is gone."""

    def __init__(self, status: int) -> None:
        super().__init__(f"ended with status {status}")
        self.status = status


class Console:
    """A terminal in raw mode. Use it through `open_console`."""

    def __init__(self, source: int, target: int, wake: int) -> None:
        self.source = source
        self.is_changed = True
        """Whether the terminal may show something else than was drawn: set by a new size, set back by who draws."""
        self._target = target
        self._wake = wake
        self._signal = 0
        self._is_writing = False
        self._is_stopped = False

    def size(self) -> tuple[int, int]:
        """Columns and rows, at least one each."""
        try:
            size = os.get_terminal_size(self._target)
        except OSError:
            return FALLBACK_SIZE
        return (size.columns or FALLBACK_SIZE[0], size.lines or FALLBACK_SIZE[1])

    def wait(self, seconds: float | None, *others: int) -> set[int]:
        """Wait for input, a signal, or one of the other descriptors; returns those that can be read.

        Raises:
            EndedError: a signal asked the program to end.
        """
        self._check()
        ready, _, _ = select.select([self.source, self._wake, *others], [], [], seconds)
        if self._wake in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._wake, 512)
        self._check()
        if self._is_stopped:  # whoever had the terminal meanwhile left it in modes of its own
            self._is_stopped = False
            self.enter()
        return set(ready)

    def read(self) -> bytes:
        """What was typed; called when `wait` says there is something.

        Raises:
            EndedError: the terminal is gone.
        """
        try:
            data = os.read(self.source, 65536)
        except OSError as error:
            raise EndedError(128 + signal.SIGHUP) from error
        if not data:
            raise EndedError(128 + signal.SIGHUP)
        return data

    def write(self, text: str) -> None:
        """Write it all, however long the terminal takes.

        Raises:
            EndedError: the terminal is gone, or a signal came while it took nothing.
        """
        data = memoryview(text.encode("utf-8", "replace"))
        self._is_writing = True
        try:
            self._check()
            while data:
                data = data[os.write(self._target, data) :]
        except OSError as error:
            raise EndedError(128 + signal.SIGHUP) from error
        finally:
            self._is_writing = False

    def take_signal(self, number: int, _frame: FrameType | None) -> None:
        """The signal handler: ends a write that may never end by itself; all else waits for `wait`."""
        if number in ENDING:
            self._signal = number
            if self._is_writing:
                raise EndedError(128 + number)
            return
        self.is_changed = True
        self._is_stopped = self._is_stopped or number == signal.SIGCONT

    def enter(self) -> None:
        """Raw mode and the alternate screen.

        Raises:
            EndedError: the terminal is gone.
        """
        tty.setraw(self.source, termios.TCSANOW)
        self.write(ENTER)

    def give_back(self, before: list[object]) -> None:
        """Leave every mode that was entered; a terminal that takes no output is not waited for long."""
        data = LEAVE.encode()
        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(self.source, termios.TCSANOW, before)  # type: ignore[arg-type]
            if select.select([], [self._target], [], RESTORE_WAIT)[1]:
                os.set_blocking(self._target, False)  # "writable" may mean less room than this takes
                os.write(self._target, data)
        with contextlib.suppress(OSError):
            os.set_blocking(self._target, True)

    def _check(self) -> None:
        if self._signal:
            raise EndedError(128 + self._signal)


@contextlib.contextmanager
def open_console(source: int = 0, target: int = 1) -> Iterator[Console]:
    """The terminal in raw mode on its alternate screen; given back however the block is left."""
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_read, False)
    os.set_blocking(wake_write, False)
    console = Console(source, target, wake_read)
    before = termios.tcgetattr(source)
    old_handlers = {
        number: signal.signal(number, console.take_signal) for number in (*ENDING, signal.SIGWINCH, signal.SIGCONT)
    }
    old_wake = signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    try:
        console.enter()
        yield console
    finally:
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
        console.give_back(before)
        signal.set_wakeup_fd(old_wake)
        for number, handler in old_handlers.items():
            signal.signal(number, handler)
        os.close(wake_read)
        os.close(wake_write)
