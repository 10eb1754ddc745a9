"""What a program says of itself through its terminal: status records (OSC 7501) and progress (OSC 9;4).

Nothing here is to be trusted: it is shown with the tile it came from, never as markup, and it answers nothing.
"""

from __future__ import annotations

import enum

import msgspec


class ProgramState(enum.Enum):
    """What a program says it is doing, by how much that asks of a person: most first."""

    BLOCKED = "blocked"
    ERROR = "error"
    DONE = "done"
    WORKING = "working"
    IDLE = "idle"


class ProgramRecord(msgspec.Struct, frozen=True):
    """One program, or one job of it, in its own words; texts are one line each, without invisible characters."""

    id: str
    """Segments joined by `/`; empty for the program itself, above all others."""
    state: ProgramState
    kind: str = ""
    """What it is blocked by: `permission`, `question`, `auth`, or nothing it told."""
    progress: int | None = None
    """Per cent, while it works or is blocked."""
    app: str = ""
    """Its own, or that of the nearest record above."""
    title: str = ""
    msg: str = ""


class ProgressState(enum.Enum):
    """How a program draws its progress (ConEmu's OSC 9;4)."""

    NORMAL = "normal"
    ERROR = "error"
    UNKNOWN = "unknown"
    """It works, and cannot tell how far it is."""
    PAUSED = "paused"


class Progress(msgspec.Struct, frozen=True):
    """How far a program is with what it does."""

    state: ProgressState
    percent: int | None = None
