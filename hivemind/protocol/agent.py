"""An agent as it is offered to those who start tiles."""

from __future__ import annotations

import msgspec


class OptionInfo(msgspec.Struct, frozen=True):
    """One launch option."""

    id: str
    label: str
    values: list[str]
    """Values worth offering; empty means free text."""
    default: str | None


class AgentInfo(msgspec.Struct, frozen=True):
    """One agent that a manifest describes."""

    id: str
    label: str
    enabled: bool
    found: bool
    """Whether its program is on the caller's PATH."""
    note: str
    """What its file says to those who choose it; may be empty."""
    install: str
    """How to get its program, in one line."""
    options: list[OptionInfo]
