"""What a tile's screen says: by the rules of its agent, or by the signs that programs have in common.

The latter is a guess: it opens no ask, and a screen without any such sign says nothing.
"""

from __future__ import annotations

from hivemind.detect.ruleset import Ruleset
from hivemind.detect.text import ScreenText
from hivemind.protocol.status import Reading, Status


class Reader:
    """The rules of one tile: its agent's own, else those that are `common` to all programs, else none."""

    def __init__(self, own: Ruleset | None, common: Ruleset | None = None) -> None:
        self.is_own = own is not None
        """Whether its agent's own rules read it; else what they say is a guess."""
        self._rules = own if own is not None else common

    @property
    def is_blind(self) -> bool:
        """Whether nothing reads it."""
        return self._rules is None

    def read(self, text: ScreenText) -> Reading:
        """What the screen says; `running` where only common signs were looked for, and none is there."""
        if self._rules is None:
            return Reading(Status.RUNNING)
        reading = self._rules.read(text)
        return reading if self.is_own or reading.rule is not None else Reading(Status.RUNNING)

    def last_line(self, text: ScreenText) -> str:
        """The last line that the program said; nothing where nobody knows which rows are its speech."""
        return self._rules.last_line(text) if self._rules is not None and self.is_own else ""
