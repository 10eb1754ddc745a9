"""`assets`: files beside the manifest that the program gets in its private folder.

One without placeholders is there once for all tiles; one that holds any of those of `launch` is written for each tile,
and removed with it. Scripts are run by Python; `.js`, `.mjs` and `.cjs` by `node`, `.sh` by `sh`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child, entries
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Part, items, misplaced, unique
from hivemind.manifest.shapes import AssetName, EventName

HookName = Annotated[
    str,
    Meta(
        pattern=r"\A(?!event\Z)[a-z][A-Za-z0-9]{0,31}\Z",
        description="a lower-case letter, then letters and digits, at most 32, not 'event', which is built in",
    ),
]


class Asset(msgspec.Struct, frozen=True):
    """One file."""

    name: AssetName
    """What it is called in the private folder."""
    file: AssetName
    """What it is called beside the manifest."""
    hook: HookName = ""
    """The name by which `hooks.events` runs it as a script; empty for other files."""
    produces: tuple[EventName, ...] = ()
    """The events that the script reports."""


Assets = Annotated[tuple[Asset, ...], Meta(max_length=8, description="at most 8 files")]


def _read(node: Node, report: Report) -> tuple[Asset, ...] | None:
    before = len(report.errors)
    assets = schema.read(node, Assets, report, RULES, name="assets")
    given = list(items(node))
    unique(given, "name", report, code="manifest.duplicate_name", what="asset")
    unique(given, "hook", report, code="manifest.duplicate_name", what="hook")
    for asset in given:
        hook = child(asset, "hook")
        if "hook" not in entries(asset):
            misplaced(asset, report, keys=("produces",), why="it says what a hook reports, and 'hook' is missing")
        elif hook is not None and isinstance(hook.value, str) and any(map(str.isdigit, hook.value)):
            message = f"the hook '{hook.value}' can never be named in hooks.events: names there are letters only"
            report.add(hook.where, "manifest.unusable_value", message, warning=True)
    return assets if len(report.errors) == before else None


ASSETS = Part(_read)
