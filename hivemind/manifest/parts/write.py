"""`write`: the keys that open the field of an option that takes a text (`asks.fields`); Enter sends what is written.

`{n}` in a key becomes the option's number. Where no key holds it, the option is selected with the arrow keys first.
"""

from __future__ import annotations

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Keys, Part


def _read(node: Node, report: Report) -> tuple[str, ...] | None:
    return schema.read(node, Keys, report, RULES, name="write")


WRITE = Part(_read)
