"""`home`: a private settings folder, for a program that finds its own by a variable."""

from __future__ import annotations

from typing import Any

import msgspec

from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import Part


class OwnFile(msgspec.Struct, frozen=True):
    """A settings file that is ours, not a link to the person's."""

    name: str
    """At most one folder deep."""
    merge: bool = False
    """Whether it begins as the person's own."""
    settings: dict[str, Any] = {}
    """The key `set`: put on top, key by key."""


class Home(msgspec.Struct, frozen=True):
    """The private folder that mirrors a real one."""

    root: str
    """The folder under the agent's private folder."""
    dir: str
    """The settings folder inside it; `.` for itself."""
    mirror: str
    """The real folder, below `{home}/`."""
    env: str
    """The variable that is set to the root's path."""
    own: tuple[OwnFile, ...] = ()


def _read(node: Node, report: Report) -> Home | None:
    return Home("", "", "", "")


HOME = Part(_read)
