"""What a program and its terminal tell each other beside what is drawn: answers, events, status, progress, bells.

Apart from the grid, which has as many attributes as Python finds fast.
"""

from __future__ import annotations

from hivemind.protocol.program import Progress
from hivemind.terminal.events import Bell, Events
from hivemind.terminal.notices import Desktop
from hivemind.terminal.palette import Theme
from hivemind.terminal.program_status import ProgramStatus

REPLIES = 0x10000
"""Bytes of answers kept for a program that does not read them; more is dropped."""

MODIFY_OTHER_KEYS = 3
"""The highest level of XTMODKEYS, resource 4."""

_BELL = Bell()


class Talk:
    """The talk of one terminal."""

    def __init__(self) -> None:
        self.replies = bytearray()
        """What belongs on the program's input."""
        self.events = Events()
        self.program_status = ProgramStatus()
        self.desktop = Desktop()
        self.progress: Progress | None = None
        self.bells = 0
        """How often it rang."""
        self.modify_other_keys = 0
        self.pushed_titles: list[str] = []
        self.theme = Theme()
        self.takes_clipboard = False
        self.answers_program_status = True

    def copy(self) -> Talk:
        """What the program asked for and counted so far; nothing of it is on its way to anybody, or to a clipboard."""
        twin = Talk()
        twin.progress, twin.bells, twin.modify_other_keys = self.progress, self.bells, self.modify_other_keys
        twin.pushed_titles, twin.theme = self.pushed_titles.copy(), self.theme
        return twin

    def reset(self) -> None:
        """RIS: what the program said of itself and asked of the keyboard is gone."""
        self.program_status.reset()
        self.progress = None
        self.modify_other_keys = 0

    def end_program(self) -> None:
        """The program has ended: it works no more, and is not blocked."""
        self.program_status.end_work()
        self.progress = None

    def answer(self, text: str) -> None:
        """Keep an answer until somebody takes it to the program."""
        if len(self.replies) < REPLIES:
            self.replies += text.encode()

    def take_replies(self) -> bytes:
        """The answers since the last call."""
        taken = bytes(self.replies)
        self.replies.clear()
        return taken

    def ring(self) -> None:
        """BEL: however often it rings before somebody listens, it is one event."""
        self.bells += 1
        self.events.add(_BELL)

    def modify_keys(self, level: int) -> None:
        """XTMODKEYS, resource 4."""
        if level <= MODIFY_OTHER_KEYS:
            self.modify_other_keys = level
