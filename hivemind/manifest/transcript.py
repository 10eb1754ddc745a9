"""`session.transcript`: how the lines of a session file become a conversation. Such files are read elsewhere."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES
from hivemind.manifest.shapes import Conditions, FieldPath


class AsksRule(msgspec.Struct, frozen=True):
    """A tool use that is a question to the person. Paths below `list` are relative to one of its items."""

    listing: FieldPath = msgspec.field(name="list")
    """The list of questions."""
    question: FieldPath
    """A question's text."""
    options: FieldPath
    """A question's list of options."""
    label: FieldPath
    """An option's text."""
    description: FieldPath = ""
    """What an option means."""
    many: FieldPath = ""
    """True when several options may be chosen."""


class ToolRule(msgspec.Struct, frozen=True):
    """A tool use."""

    id: FieldPath
    name: FieldPath
    about: Annotated[tuple[FieldPath, ...], Meta(min_length=1, max_length=8, description="1 to 8 field paths")] = ()
    """What it is about: the first of these that is text."""
    input: FieldPath = ""
    """The tool's whole input."""
    asks: AsksRule | None = None


class ResultRule(msgspec.Struct, frozen=True):
    """What a tool gave back."""

    of: FieldPath
    """The id of its tool use."""
    text: FieldPath
    error: FieldPath = ""
    """An error when the field is exactly true."""


class SaidRule(msgspec.Struct, frozen=True):
    """One kind of entry. Exactly one of `text`, `tool` and `result` is there."""

    require: Conditions = {}
    """A record must have all of these values."""
    each: FieldPath = ""
    """A list of the record, whose items are read instead of the record."""
    item: Conditions = {}
    """What an item must have."""
    who: Literal["", "person", "agent"] = ""
    """Who says `text`; empty for tools and results."""
    text: FieldPath = ""
    tool: ToolRule | None = None
    result: ResultRule | None = None


class Transcript(msgspec.Struct, frozen=True, rename="camel"):
    """One JSON record per line to entries of a conversation."""

    id: FieldPath
    at: FieldPath
    """A time in ISO 8601."""
    said: Annotated[tuple[SaidRule, ...], Meta(min_length=1, max_length=16, description="1 to 16 rules")]
    skip_when: Conditions = {}
    """A record that has any of these values says nothing."""


def read(node: Node, report: Report) -> Transcript | None:
    """The block, or None with every problem of it in the report."""
    return schema.read(node, Transcript, report, RULES, name="transcript")
