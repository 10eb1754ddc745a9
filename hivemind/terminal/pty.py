"""A borrowed PTY master: read, write, resize. Parsing is the emulator's, starting and reaping the keeper's."""

from __future__ import annotations

import asyncio
import errno
import os
import select
import termios
from collections import deque
from collections.abc import Callable

from hivemind.base.errors import BadRequestError, ExitedError, HiveError, UnavailableError
from hivemind.protocol.screen import Size

WRITE_LIMIT = 4 << 20
"""Bytes that wait for a program which is not reading; what would go beyond is refused whole."""

_WRITE_CHUNK = 64 * 1024
_GONE = {errno.EIO, errno.EBADF, errno.ENXIO, errno.EPIPE}


class Pty:
    """One PTY master, owned from here on: `close` closes the descriptor.

    Nothing blocks. Reading is the caller's move: `watch` tells when there is something. An end seen here means that
    nobody holds the other side open; whether the program still runs, only the keeper knows.
    """

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        os.set_inheritable(fd, False)  # noqa: FBT003 - the call takes no keywords
        self._fd = fd
        self._queue: deque[bytes] = deque()
        self._on_readable: Callable[[], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_paused = False
        self.pending = 0
        """Bytes written here that the program's side has not taken."""
        self.has_ended = False
        """Whether everything up to the end was read."""

    def fileno(self) -> int:
        """The descriptor; -1 once closed."""
        return self._fd

    def read(self, limit: int) -> bytes | None:
        """Up to `limit` bytes; None when there are none now; empty at the end, after all that came before it.

        Raises:
            UnavailableError: the terminal broke.
        """
        if self.has_ended or self._fd < 0:
            return b""
        try:
            data = os.read(self._fd, limit)
        except BlockingIOError:
            return None
        except OSError as error:
            # Linux says EIO once nobody holds the other side and nothing is left (pty(7)); macOS reads empty.
            if error.errno not in _GONE:
                raise UnavailableError(f"the terminal cannot be read: {error}") from error
            data = b""
        if not data:
            self._end()
        return data

    def _end(self) -> None:
        # The descriptor stays readable for ever now, and nobody is left to take what waits.
        self.has_ended = True
        self._unwatch()
        self._drop_queue()

    def write(self, data: bytes) -> None:
        """Give bytes to the program, in order; what it does not take now waits here.

        Raises:
            ExitedError: the program's side is closed.
            HiveError: RATE_LIMITED, more than `WRITE_LIMIT` bytes would wait; nothing of `data` was written.
        """
        if self.has_ended or self._fd < 0:
            raise ExitedError("the program has closed its terminal")
        if self.pending + len(data) > WRITE_LIMIT:
            told, hint = f"the program is not reading: {self.pending} bytes wait for it", "wait, or interrupt it"
            if not self.pending:
                told, hint = f"{len(data)} bytes are too many at once, at most {WRITE_LIMIT} fit", "send it in parts"
            raise HiveError(told, hint=hint, code="RATE_LIMITED")
        sent = 0 if self._queue else self._send(data)
        if sent < len(data):
            self._queue.append(data[sent:])
            self.pending += len(data) - sent
            self._loop = self._loop or asyncio.get_running_loop()
            self._loop.add_writer(self._fd, self._flush)

    def _send(self, data: bytes) -> int:
        try:
            return os.write(self._fd, data[:_WRITE_CHUNK])
        except BlockingIOError:
            return 0
        except OSError as error:
            if error.errno in _GONE:
                raise ExitedError("the program has closed its terminal") from error
            raise UnavailableError(f"the terminal cannot be written: {error}") from error

    def _flush(self) -> None:
        data = self._queue[0]
        try:
            sent = self._send(data)
        except HiveError:
            # Its end shows when it is read; there is no caller to tell here.
            self._drop_queue()
            return
        if not sent and self._is_hung_up():
            # Always "writable" and never taken: waiting on would spin.
            self._drop_queue()
            return
        self.pending -= sent
        if sent == len(data):
            self._queue.popleft()
        else:
            self._queue[0] = data[sent:]
        if not self._queue and self._loop is not None:
            self._loop.remove_writer(self._fd)

    def _is_hung_up(self) -> bool:
        poll = select.poll()
        poll.register(self._fd, 0)
        return bool(poll.poll(0))

    def _drop_queue(self) -> None:
        self._queue.clear()
        self.pending = 0
        if self._loop is not None and self._fd >= 0:
            self._loop.remove_writer(self._fd)

    def size(self) -> Size:
        """The size the program sees.

        Raises:
            UnavailableError: it is closed.
        """
        try:
            rows, columns = termios.tcgetwinsize(self._fd)
        except (OSError, ValueError, termios.error) as error:
            raise UnavailableError(f"the terminal has no size: {error}") from error
        return Size(rows, columns)

    def resize(self, size: Size) -> None:
        """Change the size; the kernel sends SIGWINCH when it differs.

        Raises:
            BadRequestError: not 1 to 65535 rows and columns.
            UnavailableError: it is closed.
        """
        if not (0 < size.rows <= 0xFFFF and 0 < size.columns <= 0xFFFF):
            raise BadRequestError(f"a terminal cannot have {size.rows} rows and {size.columns} columns")
        try:
            termios.tcsetwinsize(self._fd, (size.rows, size.columns))
        except (OSError, ValueError, termios.error) as error:
            raise UnavailableError(f"the terminal cannot be resized: {error}") from error

    def watch(self, on_readable: Callable[[], None]) -> None:
        """Call that whenever there is something to read, until `read` has told the end, `pause` or `close`."""
        self._loop = asyncio.get_running_loop()
        self._on_readable = on_readable
        self._rewatch()

    def pause(self) -> None:
        """Stop calling: a program whose output nobody reads stalls by itself."""
        self._is_paused = True
        self._unwatch()

    def resume(self) -> None:
        """Call again; at once if something waits."""
        self._is_paused = False
        self._rewatch()

    @property
    def is_paused(self) -> bool:
        """Whether `pause` holds."""
        return self._is_paused

    def _rewatch(self) -> None:
        if self._loop is None or self._on_readable is None or self._is_paused or self.has_ended or self._fd < 0:
            return
        self._loop.add_reader(self._fd, self._on_readable)

    def _unwatch(self) -> None:
        if self._loop is not None and self._fd >= 0:
            self._loop.remove_reader(self._fd)

    def close(self) -> None:
        """Close the descriptor; the program keeps its terminal as long as the keeper holds one too."""
        if self._fd < 0:
            return
        self._unwatch()
        self._drop_queue()
        os.close(self._fd)
        self._fd = -1
