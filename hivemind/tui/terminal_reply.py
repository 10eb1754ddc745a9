"""What the person's terminal answers to our question whether it keeps program status (OSC 7501).

Textual would type such an answer as keys: it is taken out of the stream before anything looks into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual.message import Message

QUERY: Final = "\x1b]7501;?\x1b\\"
"""Asks whether the terminal keeps program status; one that does answers with the same bytes."""

START: Final = "\x1b]7501;"
ENDS: Final = ("\x1b\\", "\x07")

LIMIT: Final = 64
"""Characters of an answer; a longer one is none, and gone."""


class KeepsStatus(Message):
    """The terminal keeps program status."""


class ReplySplitter:
    """Takes answers out of a stream of characters, however it is cut into pieces."""

    def __init__(self) -> None:
        self._held = ""

    @property
    def is_open(self) -> bool:
        """Whether an answer has begun, or may have."""
        return bool(self._held)

    def feed(self, text: str) -> Iterator[str | KeepsStatus]:
        """What was typed, and answers, in order."""
        text, self._held = self._held + text, ""
        while text:
            typed, found, rest = text.partition(START)
            if not found:
                kept = next((n for n in range(min(len(START) - 1, len(typed)), 1, -1) if typed.endswith(START[:n])), 0)
                typed, self._held = typed[: len(typed) - kept], typed[len(typed) - kept :]
            if typed:
                yield typed
            if not found:
                return
            ends = [(at, end) for end in ENDS if (at := rest.find(end)) >= 0]
            if not ends:
                self._held = "" if len(rest) > LIMIT else START + rest
                return
            at, end = min(ends)
            if rest.startswith("?"):
                yield KeepsStatus()
            text = rest[at + len(end) :]

    def flush(self, *, is_over: bool) -> str:
        """What was held back in case an answer began there; one that began goes on, unless it `is_over`."""
        held = self._held
        if is_over or not held.startswith(START):
            self._held = ""
        return "" if held.startswith(START) else held
