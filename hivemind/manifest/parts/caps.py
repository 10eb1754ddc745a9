"""`caps`: what the program can do, as far as Hivemind relies on it. All five keys are required."""

from __future__ import annotations

from typing import Literal

import msgspec

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Part


class Caps(msgspec.Struct, frozen=True, rename="camel"):
    """What the program can do."""

    prompt_delivery: Literal["argv", "typed"]
    """How it takes its first task: as the last argument, or typed once it waits for input."""
    turn_signal: bool
    """Whether its hooks report the end of a turn."""
    resume: Literal["none", "cwd", "tile"]
    """What can be resumed: nothing, the newest session of a folder, a tile's own session."""
    supervise: Literal["human", "none", "broker"]
    """Who may decide its questions."""
    blocked_detection: bool
    """Whether `detect` can say that it waits for a decision."""


def _read(node: Node, report: Report) -> Caps | None:
    return schema.read(node, Caps, report, RULES, name="caps")


CAPS = Part(_read)
