"""The way to the person's terminal: bytes go out at once, and one that does not read holds nobody up.

Textual hands what it draws to a thread that blocks on the terminal, and blocks itself once thirty pieces wait. Here the
event loop writes, to a descriptor of our own that does not block; what the terminal does not take waits, and whoever
draws asks `is_busy` first, so that a slow terminal misses pictures instead of seeing them late.

Relies on private parts of Textual 8.2 (`App._begin_batch`, `App._end_batch`,
`LinuxDriver._get_terminal_size`, `LinuxDriver._sigcont_application`), which the tests of this module pin.
"""

# ruff: noqa: SLF001 (see above)

from __future__ import annotations

import asyncio
import os
import select
import threading
import time
from collections.abc import Callable
from typing import ClassVar, Final

from textual.drivers.linux_driver import LinuxDriver

from hivemind.tui.guard import SCREEN, STATUS, TITLE, UNDONE, Due, nothing_due

FULL: Final = 1 << 20
"""Bytes unsent, some pictures of a large terminal: nothing more is drawn until it has taken them."""

STDERR: Final = 2
"""Where Textual draws, so that standard output stays free."""

LAST_SECONDS: Final = 1.0
"""Longest that leaving waits for a terminal that does not read."""


class Outlet:
    """Bytes to one descriptor that does not block, in their order."""

    def __init__(self, descriptor: int, loop: asyncio.AbstractEventLoop, on_drained: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._loop = loop
        self._on_drained = on_drained
        self._unsent = bytearray()
        self._is_waiting = False
        self._is_open = True

    @property
    def pending(self) -> int:
        """Bytes that the terminal has not taken yet."""
        return len(self._unsent)

    @property
    def is_busy(self) -> bool:
        """Whether the terminal is slower than what is drawn."""
        return self._is_waiting

    def write(self, text: str) -> None:
        """Add text; it goes out with `flush`."""
        if self._is_open:
            self._unsent += text.encode("utf-8", "replace")

    def flush(self) -> None:
        """Send what the terminal takes now; the rest follows as it reads."""
        if not self._is_waiting and self._unsent and not self._send():
            self._is_waiting = True
            self._loop.add_writer(self._descriptor, self._go_on)

    def close(self) -> bool:
        """Send the rest, within a second, and let go of the terminal; whether all is gone."""
        if not self._is_open:
            return True
        self._stop_waiting()
        until = time.monotonic() + LAST_SECONDS  # no clock of the app: it has ended
        while not self._send() and (left := until - time.monotonic()) > 0:
            select.select([], [self._descriptor], [], left)
        is_sent = not self._unsent
        self._is_open = False
        self._unsent.clear()
        os.close(self._descriptor)
        return is_sent

    def _go_on(self) -> None:
        if self._send():
            self._stop_waiting()
            self._on_drained()

    def _stop_waiting(self) -> None:
        if self._is_waiting:
            self._is_waiting = False
            self._loop.remove_writer(self._descriptor)

    def _send(self) -> bool:
        """Write once; whether all is gone. What a terminal that went away would have shown is dropped."""
        try:
            count = os.write(self._descriptor, self._unsent) if self._unsent else 0
        except BlockingIOError:
            return False
        except OSError:
            count = len(self._unsent)
        del self._unsent[:count]
        return not self._unsent


class OutletDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, writing through an outlet where the terminal can be opened anew."""

    due: ClassVar[Due] = nothing_due()
    """What must be undone in the terminal once the UI has ended, in whatever way."""
    keeps_status = False
    """Whether the terminal has said that it keeps program status (OSC 7501)."""
    _outlet: Outlet | None = None
    _is_holding = _has_left = False
    on_drained: Callable[[], None] | None = None
    """Called when a terminal that was too slow has taken everything."""

    def start_application_mode(self) -> None:
        """Open the outlet first: everything goes through it."""
        self.due[SCREEN], self._has_left = 1, False
        self._outlet = self._open()
        super().start_application_mode()  # type: ignore[no-untyped-call] # as Textual has it

    def stop_application_mode(self) -> None:
        """Give the terminal its modes back, and what else it was told."""
        for what in (STATUS, TITLE):
            if self.due[what]:
                self.write(UNDONE[what])
        super().stop_application_mode()
        self._has_left = True

    def write(self, data: str) -> None:
        """Add to what the terminal gets."""
        if self._outlet is None:
            super().write(data)
        elif threading.current_thread() is not threading.main_thread():
            self._loop.call_soon_threadsafe(self.write, data)
        else:
            self._outlet.write(data)
            self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send it."""
        if self._outlet is None:
            super().flush()
            return
        self._outlet.flush()
        if self._outlet.pending > FULL and not self._is_holding:
            self._is_holding = True
            self._app._begin_batch()

    def close(self) -> None:
        """Send the rest before anybody else writes to the terminal."""
        if self._outlet is not None:
            self._has_left = self._outlet.close() and self._has_left
        super().close()
        if self._has_left:
            for what in UNDONE:
                self.due[what] = 0

    @property
    def is_busy(self) -> bool:
        """Whether the terminal is slower than what is drawn."""
        return self._outlet is not None and self._outlet.is_busy

    @property
    def is_ours(self) -> bool:
        """Whether the terminal shows us, and we can write to it."""
        return self._outlet is not None and not self._has_left

    def _get_terminal_size(self) -> tuple[int, int]:
        """What the terminal says, which no COLUMNS that a shell exported overrules: that was its size at that time."""
        try:
            columns, lines = os.get_terminal_size(STDERR)
        except OSError:
            columns = lines = 0
        return (columns, lines) if columns and lines else super()._get_terminal_size()

    def _sigcont_application(self, *_: object) -> None:
        """Go on after a stop, and paint all anew; one that came without a word (SIGSTOP) our parent has undone."""
        if not self._has_left and not self.due[SCREEN]:
            self.close()
        if self._has_left or not self.due[SCREEN]:
            super()._sigcont_application()
        self._loop.call_soon_threadsafe(lambda: self._app.screen.refresh(layout=True))

    def _open(self) -> Outlet | None:
        """An outlet to the terminal; None where it cannot be opened by its name (another user's, or no terminal).

        A descriptor of our own: not to block is a property of what was opened, and the shell shares the other one.
        """
        try:
            name = os.ttyname(STDERR)
            descriptor = os.open(name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return None
        return Outlet(descriptor, self._loop, self._drained)

    def _drained(self) -> None:
        if self._is_holding:
            self._is_holding = False
            self._app._end_batch()
            if self._app.is_running:
                self._app.screen.refresh()  # a layout that was made meanwhile was drawn nowhere
        if self.on_drained:
            self.on_drained()
