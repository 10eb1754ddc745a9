"""`hooks`: how the program is told to run our scripts. The document itself is rendered at launch."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import Part


class HookEntry(msgspec.Struct, frozen=True):
    """One command of one event; exactly one of `hook` and `emit` is there."""

    hook: str = ""
    """A script: `tracker`, or the `hook` of an asset."""
    emit: str = ""
    """An event that is reported."""
    outcome: str = ""
    """How the turn ended; only with `emit: turn.ended`."""
    kind: str = ""
    """What is asked for; only with `emit: input.requested`."""
    timeout: float = 0
    """Seconds; 0 when none is given."""
    matcher: str = ""
    """For which tools it runs; `supervise`: those that the tile's policy names."""
    when: Literal["", "supervised"] = ""
    """`supervised`: only on supervised tiles."""


class Hooks(msgspec.Struct, frozen=True):
    """The document of hooks, and where it goes; exactly one of `arg` and `file` is there."""

    events: dict[str, tuple[HookEntry, ...]]
    """By the program's own names of events."""
    arg: str = ""
    """The document is passed after this flag."""
    file: str = ""
    """The document is written there."""
    template: str = "{events}"
    entry: dict[str, Any] | None = None
    """The shape of one command; None for the usual one."""
    group: dict[str, Any] | Literal[False] | None = None
    """The shape around an entry; None for the usual one, False for a plain list of entries."""
    format: Literal["json", "toml"] = "json"
    stable: bool = False
    """Whether commands name no tile."""


def _read(node: Node, report: Report) -> Hooks | None:
    return Hooks({})


HOOKS = Part(_read)
