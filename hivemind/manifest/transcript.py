"""`session.transcript`: how the records of a session become a conversation. Such files are read elsewhere.

The records are the lines of the session's file; of a file `.json` they are its list `records`. Not in the published
format: `records`, `files`, `args`, `atIn`, `lastWins`, `has`, `words`, a list for `result.text`, and `result`
beside `tool`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child, entries
from hivemind.base.yamldoc import Node
from hivemind.manifest import placeholders
from hivemind.manifest.part import RULES, exactly_one, items, misplaced, refuse_nothing
from hivemind.manifest.shapes import Conditions, FieldPath, SessionFolder, SessionToken, check_field_names

ResultPaths = Annotated[tuple[FieldPath, ...], Meta(min_length=1, max_length=4, description="1 to 4 field paths")]


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
    words: FieldPath = ""
    """A command line as a list of its words: what it is about where `about` finds nothing."""
    input: FieldPath = ""
    """The tool's whole input."""
    asks: AsksRule | None = None
    """How the tool asks the person; None for any other tool."""


class ResultRule(msgspec.Struct, frozen=True):
    """What a tool gave back; of several fields for `text` the first that is text, or a list of pieces with a `text`."""

    of: FieldPath
    """The id of its tool use."""
    text: FieldPath | ResultPaths
    error: FieldPath = ""
    """An error when the field is exactly true."""


class SaidRule(msgspec.Struct, frozen=True):
    """One kind of entry. Exactly one of `text`, `tool` and `result` is there, or both `tool` and `result`."""

    require: Conditions = {}
    """A record must have all of these values."""
    each: FieldPath = ""
    """A list of the record, whose items are read instead of the record."""
    item: Conditions = {}
    """What an item must have."""
    has: FieldPath = ""
    """A field that an item, or without `each` the record, must have, whatever its value."""
    who: Literal["person", "agent"] | None = None
    """Who says `text`; None for tools and results."""
    text: FieldPath = ""
    tool: ToolRule | None = None
    result: ResultRule | None = None
    """Beside `tool`: what came of it, in the same place; its entry's id ends in `/result`."""


class Transcript(msgspec.Struct, frozen=True, rename="camel"):
    """JSON records, one a line unless more is said, to entries of a conversation."""

    id: FieldPath
    at: FieldPath
    """A time, as `atIn` says."""
    said: Annotated[tuple[SaidRule, ...], Meta(min_length=1, max_length=16, description="1 to 16 rules")]
    skip_when: Conditions = {}
    """A record that has any of these values says nothing."""
    at_in: Literal["iso", "ms"] = "iso"
    """Text in ISO 8601, or a number of milliseconds since 1970."""
    last_wins: Literal[True] | None = None
    """Of records with one id the last one counts, at the place of the first."""
    records: FieldPath = ""
    """Where a JSON document holds its list of records; without it the document is a record, or a list of them."""
    files: SessionFolder = ""
    """A session's folder: each file `.json` in it is a document, the oldest first."""
    args: Annotated[tuple[SessionToken, ...], Meta(min_length=1, max_length=8, description="1 to 8 arguments")] = ()
    """With `{id}`: arguments with which the program prints the document."""


def read(node: Node, report: Report) -> Transcript | None:
    """The block, or None with every problem of it in the report."""
    before = len(report.errors)
    transcript = schema.read(node, Transcript, report, RULES, name="transcript")
    check_field_names(child(node, "skipWhen"), report)
    refuse_nothing(node, report, "lastWins")
    files = child(node, "files")
    if files is not None:
        placeholders.check(files, report, known=("home", "id"))
    placeholders.check_tokens(child(node, "args"), report, name="id")
    if "args" in entries(node):
        misplaced(node, report, keys=("files",), why="the records are what 'args' prints", warning=True)
    for rule in items(child(node, "said")):
        _check_rule(rule, report)
    return transcript if len(report.errors) == before else None


def _check_rule(node: Node, report: Report) -> None:
    given = entries(node)
    if not {"tool", "result"} <= set(given) or "text" in given:
        exactly_one(node, report, keys=("text", "tool", "result"), name="said")
    refuse_nothing(node, report, "tool", "result", "who")
    refuse_nothing(child(node, "tool") or node, report, "asks")
    for key in ("require", "item"):
        check_field_names(child(node, key), report)
    if "each" not in given:
        misplaced(node, report, keys=("item",), why="it tells items of 'each' apart, which is missing")
    if "text" in given and "who" not in given:
        report.add(node.where, "manifest.missing_field", "said: the key 'who' is missing, which 'text' needs")
    if "text" not in given:
        misplaced(node, report, keys=("who",), why="it says whose 'text' it is")
