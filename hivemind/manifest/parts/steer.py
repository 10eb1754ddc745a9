"""`steer`: whether the program takes in messages that are typed during a turn, at its next step."""

from __future__ import annotations

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Part


def _read(node: Node, report: Report) -> bool | None:
    return schema.read(node, bool, report, RULES, name="steer")


STEER = Part(_read)
