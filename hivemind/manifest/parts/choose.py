"""`choose`: the keys that pick option n of a question; `{n}` in a key becomes the option's number."""

from __future__ import annotations

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Keys, Part


def _read(node: Node, report: Report) -> tuple[str, ...] | None:
    keys = schema.read(node, Keys, report, RULES, name="choose")
    if keys is not None and not any("{n}" in key for key in keys):
        message = "no key holds {n}, so every choice would pick the same option"
        report.add(node.where, "manifest.choose_without_number", message, hint="write '{n}' where the number is typed")
        return None
    return keys


CHOOSE = Part(_read)
