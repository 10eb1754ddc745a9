"""What a tile is doing, as far as its screen tells."""

from __future__ import annotations

import enum

import msgspec

from hivemind.base.problems import Where


class Status(enum.Enum):
    """A tile's status. `RUNNING` is a program that no rules describe (a shell, say), or that has shown nothing yet."""

    IDLE = "idle"
    WORKING = "working"
    PERMISSION = "permission"
    QUESTION = "question"
    BLOCKED = "blocked"
    RUNNING = "running"
    EXITED = "exited"

    @property
    def is_waiting(self) -> bool:
        """Whether the tile waits for a decision of a person."""
        return self in WAITING


WAITING = frozenset({Status.PERMISSION, Status.QUESTION, Status.BLOCKED})


class Reading(msgspec.Struct, frozen=True):
    """What the detect rules say of one snapshot."""

    status: Status
    says: str = ""
    """Name of a special waiting screen, such as `trust`; selects the group in the manifest's `answer`."""
    rule: Where | None = None
    """The rule that matched, in its file; None when no rule did and `status` is the default (a guess)."""
    seen: bool = False
    """Whether some rule recognised the screen; idle by default is not seen."""
    index: int = -1
    """The rule's place in its file, from 0; -1 when no rule gave the status."""


class StatusChange(msgspec.Struct, frozen=True):
    """A tile's status became another one."""

    at: int
    """Milliseconds since the epoch."""
    status: Status
    says: str = ""
    rule: str = ""
    """The rule that saw it, as `path:line:column`; empty when none did."""
    source: str = ""
    """What told it: `hooks` or `screen`; empty for what neither tells, such as the end of the program."""
