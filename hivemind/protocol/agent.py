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
    hint: str
    """How to get the program, where it is not found; else the manifest's note."""
    options: list[OptionInfo]
