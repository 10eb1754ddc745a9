"""A terminal without a device: bytes in, pictures out. Does no I/O and knows no clock."""

from __future__ import annotations

import copy

from hivemind.protocol.program import ProgramRecord
from hivemind.protocol.screen import Modes, Size, Snapshot
from hivemind.terminal import answers, private
from hivemind.terminal.events import Bell, TerminalEvent
from hivemind.terminal.grid import Grid
from hivemind.terminal.palette import Theme
from hivemind.terminal.parser import Parser
from hivemind.terminal.scrollback import SCROLLBACK_LINES, Scrollback
from hivemind.terminal.search import Match, find, lines_of
from hivemind.terminal.snapshots import Freezer, modes_of

__all__ = ["Bell", "Emulator", "TerminalEvent"]

DEFAULT_THEME = Theme()


class Emulator:
    """The terminal of one program, an xterm-256color as far as the program can tell.

    The same bytes, cut anywhere, give the same snapshot, and no bytes make it raise. `modes` are those a program set
    that was running before this emulator was made, `theme` is what it is told when it asks for colours. Told that we
    read program status (OSC 7501), some programs leave the signs for it out of their titles. `scrollback` is in lines.
    """

    def __init__(
        self,
        size: Size,
        *,
        modes: Modes | None = None,
        scrollback: int = SCROLLBACK_LINES,
        theme: Theme = DEFAULT_THEME,
        answers_program_status: bool = True,
    ) -> None:
        self._grid = Grid(max(1, size.columns), max(1, size.rows))
        self._grid.scrollback.keep(scrollback)
        self._grid.talk.theme = theme
        self._grid.talk.answers_program_status = answers_program_status
        self._parser = Parser(self._grid)
        self._freezer = Freezer(self._grid)
        self._snapshot: Snapshot | None = None
        if modes is not None:
            self._grid.set_mode(*private.numbers_of(modes), private=True)
            self._grid.use_alternate(on=modes.alternate)
            self._grid.change_keyboard(modes.keyboard, 1)
            self._grid.set_modify_other_keys(modes.modify_other_keys)

    def copy(self) -> Emulator:
        """One that shows the same and, until it is resized, makes the same of what comes; without the scrollback."""
        twin = copy.copy(self)
        twin.part()
        return twin

    def part(self) -> None:
        """Share nothing that changes with the one that this is a copy of."""
        self._grid = self._grid.copy()
        self._parser = self._parser.copy(self._grid)
        self._freezer = Freezer(self._grid)
        self._snapshot = None

    def feed(self, data: bytes) -> None:
        """Take what the program wrote."""
        self._snapshot = None
        self._parser.feed(data)

    def resize(self, size: Size) -> None:
        """Change the size, at least one cell: the main screen wraps its lines anew, the alternate screen is clipped."""
        self._snapshot = None
        self._grid.resize(max(1, size.rows), max(1, size.columns))

    def end_program(self) -> None:
        """The program has ended: it works no more, and is not blocked; what it did and what failed stays."""
        self._snapshot = None
        self._grid.talk.end_program()

    def snapshot(self) -> Snapshot:
        """The screen now. The same object as before when nothing is different."""
        if self._snapshot is None:
            self._snapshot = self._freezer.freeze()
        return self._snapshot

    def take_replies(self) -> bytes:
        """Answers to what the program asked since the last call; they belong on its input."""
        return self._grid.talk.take_replies()

    def take_events(self) -> list[TerminalEvent]:
        """What the program told its terminal since the last call, beside what it drew."""
        return self._grid.talk.events.take()

    def find(self, text: str, *, start: int, backwards: bool = False, ignores_case: bool = False) -> Match | None:
        """The next place of `text` on the main screen or in its scrollback.

        `start` is the stable number of a line: what begins in it or further on is found, backwards what begins above.
        """
        return find(lines_of(self._grid), text, start, backwards=backwards, ignores_case=ignores_case)

    @property
    def size(self) -> Size:
        """Cells of the screen."""
        return Size(self._grid.lines, self._grid.columns)

    @property
    def modes(self) -> Modes:
        """What the program asked of keys and mouse."""
        return modes_of(self._grid)

    @property
    def theme(self) -> Theme:
        """The colours that the program is told."""
        return self._grid.talk.theme

    @theme.setter
    def theme(self, theme: Theme) -> None:
        was_dark, self._grid.talk.theme = self._grid.talk.theme.is_dark, theme
        if was_dark != theme.is_dark and private.is_set(self._grid.mode, private.COLOUR_SCHEME):
            answers.colour_scheme(self._grid)

    @property
    def unfinished(self) -> bytes:
        """The end of what was fed, as far as it is only the beginning of something."""
        return self._parser.unfinished

    @property
    def takes_clipboard(self) -> bool:
        """Whether the program may write the clipboard (OSC 52); at first it may not."""
        return self._grid.talk.takes_clipboard

    @takes_clipboard.setter
    def takes_clipboard(self, takes: bool) -> None:
        self._grid.talk.takes_clipboard = takes

    @property
    def program_status(self) -> tuple[ProgramRecord, ...]:
        """What the program says of itself (OSC 7501), by id: a record comes before those beneath it."""
        return self._grid.talk.program_status.records

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
