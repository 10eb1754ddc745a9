"""`interrupt`: the keys that stop the program's turn."""

from __future__ import annotations

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Keys, Part


def _read(node: Node, report: Report) -> tuple[str, ...] | None:
    return schema.read(node, Keys, report, RULES, name="interrupt")


INTERRUPT = Part(_read)
