"""Sessions as clients see them: conversations that a program keeps on disk."""

from __future__ import annotations

import msgspec


class SessionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A session; what is not known is left out."""

    id: str
    cwd: str = ""
    """The folder it worked in."""
    title: str = ""
    prompt: str = ""
    """The first words that a person said in it."""
    updated: int = 0
    """When something was last said, in milliseconds since the epoch; 0: not known."""


class SessionList(msgspec.Struct, frozen=True):
    """The sessions of one agent, newest first."""

    agent: str
    resumable: bool
    """Whether `spawn --resume` can take them up."""
    sessions: list[SessionInfo]
