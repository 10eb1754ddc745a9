"""`write`: the keys that open the field of an option that takes a text (`asks.fields`); Enter sends what is written.

`{n}` in a key becomes the option's number. Where no key holds it, the option is selected with the arrow keys first;
with no key at all that opens the field.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Line, Part

Openers = Annotated[tuple[Line, ...], Meta(max_length=4, description="at most 4 keys")]


def _read(node: Node, report: Report) -> tuple[str, ...] | None:
    return schema.read(node, Openers, report, RULES, name="write")


WRITE = Part(_read)
