"""`answer`: the keys that allow and deny what a waiting screen asks.

The group `permission` answers a permission screen; any other name answers the screen whose rule has that `says`.
"""

from __future__ import annotations

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


def _read(node: Node, report: Report) -> dict[str, AnswerKeys] | None:
    return schema.read(node, dict[str, AnswerKeys], report, RULES, name="answer")


ANSWER = Part(_read)
