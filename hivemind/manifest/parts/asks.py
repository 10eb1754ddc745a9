"""`asks`: how the program draws its questions, where that differs from what most programs do.

An addition to the format; a file without it is read as well as its dialogs allow. `docs/asks.md` says it with examples.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child
from hivemind.base.yamldoc import Node
from hivemind.detect.asking import MARKERS, Hints
from hivemind.manifest.part import RULES, Line, Part, items

Sign = Annotated[
    str, Meta(pattern=r"\A[^\sA-Za-z0-9\x00-\x1f\x7f-\x9f]\Z", description="one character, no letter, digit or blank")
]
Signs = Annotated[tuple[Sign, ...], Meta(min_length=1, max_length=8, description="1 to 8 characters")]
Divider = Annotated[
    str, Meta(pattern=r"\A(?=.*\S)[^\x00-\x1f\x7f-\x9f]{1,16}\Z", description="1 to 16 characters, not only blanks")
]
Beginnings = Annotated[tuple[Line, ...], Meta(max_length=16, description="at most 16 beginnings")]


class _Fields(msgspec.Struct, frozen=True):
    markers: Signs = MARKERS
    unmarked: bool = False
    pairs: bool = False
    buttons: bool = False
    letters: bool = False
    borders: Annotated[tuple[Sign, ...], Meta(max_length=8, description="at most 8 characters")] = ()
    heads: Beginnings = ()
    forms: Beginnings = ()
    prompts: Beginnings = ()
    signs: Beginnings = ()
    fields: Beginnings = ()
    detail: Divider = ""
    beside: Annotated[int, Meta(ge=0, le=80, description="0 to 80 cells")] = 0


def _read(node: Node, report: Report) -> Hints | None:
    fields = schema.read(node, _Fields, report, RULES, name="asks")
    for key in ("heads", "forms", "prompts", "signs", "fields"):
        for beginning in items(child(node, key)):
            text = beginning.value
            if isinstance(text, str) and text[:1].isspace():
                message = f"{key}: '{text}' begins with a blank, and rows are compared without their indentation"
                report.add(beginning.where, "manifest.blank_beginning", message, hint=f"'{text.lstrip()}'")
    return None if fields is None else Hints(**msgspec.structs.asdict(fields))


ASKS = Part(_read)
