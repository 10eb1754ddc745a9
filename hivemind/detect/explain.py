"""Why an expression holds or not: every part of it tried by itself, in words for its author. Not for speed."""

from __future__ import annotations

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Entry, Node
from hivemind.detect.compile import compile_expression, scope_from_node
from hivemind.detect.regions import SCREEN, Scope
from hivemind.detect.text import ScreenText

_GROUPS = ("all", "any", "not")
_BESIDE = ("title", "record", "progress")
"""Tests that look at no row."""


def uses(node: Node, word: str) -> bool:
    """Whether that test stands anywhere in a sound expression."""
    fields = schema.entries(node)
    return word in fields or any(uses(member, word) for key in _GROUPS for member in _members(fields, key))


def why(node: Node, scope: Scope, text: ScreenText) -> tuple[str, ...]:
    """A line for each part of a sound expression: `+` it holds, `-` it does not; members are indented."""
    fields = schema.entries(node)
    own = schema.child(node, "scope")
    if own is not None:
        scope = scope_from_node(own, Report()) or scope
    test = compile_expression(node, Report(), scope=scope)
    holds = test is not None and test(text)
    word = next((key for key in fields if key != "scope"), "")
    where = "" if scope == SCREEN or word in _BESIDE else f" in {scope.kind}{f' {scope.n}' if scope.n else ''}"
    members = _members(fields, word) if word in _GROUPS else ()
    shown = word if members else f"{word}: {_plain(fields[word].node)}{where}"
    row = "" if members or word in _BESIDE or not holds else _row(node, scope, text)
    inner = [f"  {line}" for member in members for line in why(member, scope, text)]
    return (f"{'+' if holds else '-'} {shown}{row}", *inner)


def _members(fields: dict[str, Entry], key: str) -> tuple[Node, ...]:
    if key not in fields:
        return ()
    node = fields[key].node
    return node.value if isinstance(node.value, tuple) else (node,)


def _row(node: Node, scope: Scope, text: ScreenText) -> str:
    """The first row of the region on which the test holds alone."""
    fields = {key: entry for key, entry in schema.entries(node).items() if key != "scope"}
    test = compile_expression(Node(node.where, fields), Report())
    rows = text.region(scope).rows
    found = next((row for row in rows if test is not None and test(ScreenText((row,)))), None)
    return "" if found is None else f" | {found.strip()}"


def _plain(node: Node) -> str:
    if isinstance(node.value, dict):
        return "{" + ", ".join(f"{key}: {_plain(entry.node)}" for key, entry in node.value.items()) + "}"
    if isinstance(node.value, tuple):
        return "[" + ", ".join(map(_plain, node.value)) + "]"
    return str(node.value)
