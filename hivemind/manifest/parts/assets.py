"""`assets`: files beside the manifest that the program gets in its private folder."""

from __future__ import annotations

import msgspec

from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import Part


class Asset(msgspec.Struct, frozen=True):
    """One file."""

    name: str
    """What it is called in the private folder."""
    file: str
    """What it is called beside the manifest."""
    hook: str = ""
    """The name by which `hooks.events` runs it as a script; empty for other files."""
    produces: tuple[str, ...] = ()
    """The events that the script reports."""


def _read(node: Node, report: Report) -> tuple[Asset, ...] | None:
    return ()


ASSETS = Part(_read)
