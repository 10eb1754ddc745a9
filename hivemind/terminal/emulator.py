"""A terminal without a device: bytes in, pictures out. Does no I/O and knows no clock."""

from __future__ import annotations

from hivemind.protocol.screen import Modes, Size, Snapshot
from hivemind.terminal import private
from hivemind.terminal.grid import Bell, Grid, TerminalEvent
from hivemind.terminal.parser import Parser
from hivemind.terminal.scrollback import Scrollback
from hivemind.terminal.snapshots import Freezer

__all__ = ["Bell", "Emulator", "TerminalEvent"]


class Emulator:
    """The terminal of one program, an xterm-256color as far as the program can tell.

    The same bytes, cut anywhere, give the same snapshot, and no bytes make it raise. `modes` are those a program set
    that was running before this emulator was made.
    """

    def __init__(self, size: Size, *, modes: Modes | None = None) -> None:
        self._grid = Grid(max(1, size.columns), max(1, size.rows))
        self._parser = Parser(self._grid)
        self._freezer = Freezer(self._grid)
        self._snapshot: Snapshot | None = None
        if modes is not None:
            self._grid.set_mode(*private.numbers_of(modes), private=True)
            self._grid.use_alternate(on=modes.alternate)

    def feed(self, data: bytes) -> None:
        """Take what the program wrote."""
        self._snapshot = None
        self._parser.feed(data)

    def resize(self, size: Size) -> None:
        """Change the size, at least one cell: the main screen wraps its lines anew, the alternate screen is clipped."""
        self._snapshot = None
        self._grid.resize(max(1, size.rows), max(1, size.columns))

    def snapshot(self) -> Snapshot:
        """The screen now. The same object as before when nothing is different."""
        if self._snapshot is None:
            self._snapshot = self._freezer.freeze()
        return self._snapshot

    def take_replies(self) -> bytes:
        """Answers to what the program asked since the last call; they belong on its input."""
        replies = bytes(self._grid.replies)
        self._grid.replies.clear()
        return replies

    def take_events(self) -> list[TerminalEvent]:
        """What the program told its terminal since the last call, beside what it drew."""
        events = self._grid.events.copy()
        self._grid.events.clear()
        return events

    @property
    def size(self) -> Size:
        """Cells of the screen."""
        return Size(self._grid.lines, self._grid.columns)

    @property
    def modes(self) -> Modes:
        """What the program asked of keys and mouse."""
        return private.modes_of(self._grid.mode, alternate=self._grid.is_alternate)

    @property
    def is_synchronized(self) -> bool:
        """Whether the program is in the middle of a frame (DECSET 2026)."""
        return private.is_set(self._grid.mode, private.SYNCHRONIZED)

    @property
    def revision(self) -> int:
        """The revision of `snapshot()`; it grows when the picture changes."""
        return self.snapshot().revision

    @property
    def screen(self) -> Grid:
        """The pyte screen."""
        return self._grid

    @property
    def scrollback(self) -> Scrollback:
        """The lines that left the top of the main screen."""
        return self._grid.past
