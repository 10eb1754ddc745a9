"""`pastedImages`: whether pasting nothing but an image file's path makes the program attach that image."""

from __future__ import annotations

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Part


def _read(node: Node, report: Report) -> bool | None:
    return schema.read(node, bool, report, RULES, name="pastedImages")


PASTED_IMAGES = Part(_read)
