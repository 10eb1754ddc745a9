"""What a program tells its terminal beside what it draws, in the order it was said, and bounded.

Nothing here is to be trusted. Control characters are gone from all texts but a clipboard's.
"""

from __future__ import annotations

import msgspec

from hivemind.protocol.program import ProgramRecord, Progress

KEPT = 256
"""Events kept while nobody takes them; the oldest go."""


class Bell(msgspec.Struct, frozen=True, tag="bell"):
    """The program rang, once or more often."""


class FolderChanged(msgspec.Struct, frozen=True, tag="folder"):
    """Where the program says it works (OSC 7)."""

    host: str
    """Empty for this machine; a name may also be this machine's."""
    path: str


class Notified(msgspec.Struct, frozen=True, tag="notified"):
    """The program wants a person to know something (OSC 9, 99, 777)."""

    title: str
    body: str


class ProgressChanged(msgspec.Struct, frozen=True, tag="progress"):
    """How far the program is (OSC 9;4); None when it no longer tells."""

    progress: Progress | None


class ClipboardWritten(msgspec.Struct, frozen=True, tag="clipboard"):
    """The program put text into the clipboard (OSC 52); never empty."""

    selection: str
    """Of `cpqs01234567` (xterm ctlseqs): `c` is the clipboard, `p` the primary selection."""
    text: str


class PromptMarked(msgspec.Struct, frozen=True, tag="prompt"):
    """A shell marks its prompts and commands (OSC 133)."""

    mark: str
    """`A` a prompt begins, `B` it ends, `C` output begins, `D` the command ended."""
    exit: int | None = None
    """With `D`, if the shell tells."""


class StatusReported(msgspec.Struct, frozen=True, tag="status"):
    """The program reported on itself (OSC 7501); a record of None was cleared, with all beneath it."""

    id: str
    record: ProgramRecord | None


TerminalEvent = Bell | FolderChanged | Notified | ProgressChanged | ClipboardWritten | PromptMarked | StatusReported

_LATEST = (Bell, FolderChanged, ProgressChanged, ClipboardWritten)
"""Kinds of which only the latest counts until somebody listens."""


class Events:
    """The events of one terminal."""

    def __init__(self) -> None:
        self._waiting: dict[object, TerminalEvent] = {}
        """By kind where only the latest counts, else by number; in order."""
        self._count = 0

    def add(self, event: TerminalEvent) -> None:
        """Keep an event until somebody takes it."""
        self._count += 1
        key: object = type(event) if isinstance(event, _LATEST) else self._count
        self._waiting.pop(key, None)
        self._waiting[key] = event
        if len(self._waiting) > KEPT:
            del self._waiting[next(iter(self._waiting))]

    def take(self) -> list[TerminalEvent]:
        """What was said since the last call."""
        taken, self._waiting = self._waiting, {}
        return list(taken.values())
