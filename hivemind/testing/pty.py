"""A PTY without a kernel: what a program would write is fed by the test, what it would read is kept."""

from __future__ import annotations

from collections.abc import Callable

from hivemind.base.errors import ExitedError
from hivemind.protocol.screen import Size

Respond = Callable[[bytes], bytes]
"""What the program writes when it reads something; empty for nothing."""


class FakePty:
    """Stands where `terminal.pty.Pty` stands."""

    def __init__(self, respond: Respond | None = None) -> None:
        self.written: list[bytes] = []
        """What was typed, one item a write."""
        self.sizes: list[Size] = []
        self.pending = 0
        """Bytes that the program has not read; the test says how many."""
        self.is_closed = False
        self.is_paused = False
        self._respond = respond
        self._unread = b""
        self._has_ended = False
        self._on_readable: Callable[[], None] | None = None

    def feed(self, data: bytes) -> None:
        """The program writes."""
        self._unread += data
        self._tell()

    def end(self) -> None:
        """The program's side closes."""
        self._has_ended = True
        self._tell()

    def _tell(self) -> None:
        if self._on_readable and not self.is_paused:
            self._on_readable()

    @property
    def typed(self) -> bytes:
        """Everything that was typed."""
        return b"".join(self.written)

    # -- as Pty --------------------------------------------------------------------------------------------------

    def fileno(self) -> int:
        """No descriptor."""
        return -1

    def read(self, limit: int) -> bytes | None:
        """What was fed and not read yet."""
        if not self._unread:
            return b"" if self._has_ended else None
        data, self._unread = self._unread[:limit], self._unread[limit:]
        return data

    def write(self, data: bytes) -> None:
        """Keep what is typed, and let the program respond."""
        if self.is_closed:
            raise ExitedError("the program has closed its terminal")
        self.written.append(data)
        if self._respond and (answer := self._respond(data)):
            self.feed(answer)

    def resize(self, size: Size) -> None:
        """Keep the size."""
        self.sizes.append(size)

    def watch(self, on_readable: Callable[[], None]) -> None:
        """Call that whenever something is fed."""
        self._on_readable = on_readable
        if self._unread:
            on_readable()

    def pause(self) -> None:
        """Nothing is told any more."""
        self.is_paused = True

    def resume(self) -> None:
        """Tell again; at once if something waits."""
        self.is_paused = False
        if self._unread or self._has_ended:
            self._tell()

    def close(self) -> None:
        """Let go."""
        self.is_closed = True
        self._on_readable = None
