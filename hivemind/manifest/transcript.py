"""`session.transcript`: how the lines of a session file become a conversation. Such files are read elsewhere."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child, entries
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, exactly_one, items, misplaced, refuse_nothing
from hivemind.manifest.shapes import Conditions, FieldPath, check_field_names


class AsksRule(msgspec.Struct, frozen=True):
    """A tool use that is a question to the person. Paths below `list` are relative to one of its items."""

    listing: FieldPath = msgspec.field(name="list")
    """The key `list`: the list of questions."""
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
    """How the tool asks the person; None for any other tool."""


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
    who: Literal["person", "agent"] | None = None
    """Who says `text`; None for tools and results."""
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
    before = len(report.errors)
    transcript = schema.read(node, Transcript, report, RULES, name="transcript")
    check_field_names(child(node, "skipWhen"), report)
    for rule in items(child(node, "said")):
        _check_rule(rule, report)
    return transcript if len(report.errors) == before else None


def _check_rule(node: Node, report: Report) -> None:
    exactly_one(node, report, keys=("text", "tool", "result"), name="said")
    refuse_nothing(node, report, "tool", "result", "who")
    refuse_nothing(child(node, "tool") or node, report, "asks")
    for key in ("require", "item"):
        check_field_names(child(node, key), report)
    given = entries(node)
    if "each" not in given:
        misplaced(node, report, keys=("item",), why="it tells items of 'each' apart, which is missing")
    if "text" in given and "who" not in given:
        report.add(node.where, "manifest.missing_field", "said: the key 'who' is missing, which 'text' needs")
    if "text" not in given:
        misplaced(node, report, keys=("who",), why="it says whose 'text' it is")
