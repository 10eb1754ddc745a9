"""`answer`: the keys that allow and deny what a waiting screen asks.

The group `permission` answers a permission screen; any other name answers the screen whose rule has that `says`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Keys, Part


class AnswerKeys(msgspec.Struct, frozen=True):
    """The keys for one kind of screen; both are required, since half an answer is a trap."""

    allow: Keys
    """Grant what is asked, once."""
    deny: Keys
    """Refuse it."""
    after: Annotated[float, msgspec.Meta(ge=0, le=10, description="0 to 10 seconds")] = 0.0
    """How long the screen must have stood before the program takes its keys, where that is more than half a second. An
    addition to the format."""


def _read(node: Node, report: Report) -> dict[str, AnswerKeys] | None:
    return schema.read(node, dict[str, AnswerKeys], report, RULES, name="answer")


ANSWER = Part(_read)
