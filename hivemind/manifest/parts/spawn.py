"""`spawn`: the arguments that are always passed, the tile's label, its window titles, and first screens to skip."""

from __future__ import annotations

import msgspec

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.detect.compile import Test, compile_expression, scope_from_node
from hivemind.detect.regions import SCREEN
from hivemind.manifest.part import RULES, Keys, Line, Part


class Dismissal(msgspec.Struct, frozen=True):
    """A first screen whose question the command line has settled already. Its keys may only skip it, never grant."""

    when: Test
    """Whether the screen shows it."""
    keys: tuple[str, ...]
    """What skips it; typed once per start."""


class Spawn(msgspec.Struct, frozen=True):
    """How the program is started."""

    args: tuple[str, ...] = ()
    """Passed first, before the arguments of options."""
    label: str = "{label} #{n}"
    """The tile's label: `{n}` becomes its ordinal, `{label}` the agent's label."""
    titles: tuple[str, ...] = ()
    """Templates of the window titles it sets, with `{task}` for what it is doing and `{any}` for anything."""
    dismiss: tuple[Dismissal, ...] = ()
    """In order; the first that matches is skipped."""


class _SpawnFields(msgspec.Struct, frozen=True):
    args: tuple[str, ...] = ()
    label: Line = "{label} #{n}"
    titles: tuple[Line, ...] = ()
    dismiss: tuple[Node, ...] = ()


class _DismissalFields(msgspec.Struct, frozen=True):
    when: Node
    keys: Keys
    scope: Node | None = None


def _read(node: Node, report: Report) -> Spawn | None:
    before = len(report.errors)
    fields = schema.read(node, _SpawnFields, report, RULES, name="spawn")
    items = schema.child(node, "dismiss")
    nodes = items.value if items is not None and isinstance(items.value, tuple) else ()
    dismiss = [_dismissal(item, report) for item in nodes]
    if fields is None or len(report.errors) > before:
        return None
    found = tuple(dismissal for dismissal in dismiss if dismissal is not None)
    return Spawn(args=fields.args, label=fields.label, titles=fields.titles, dismiss=found)


def _dismissal(node: Node, report: Report) -> Dismissal | None:
    fields = schema.read(node, _DismissalFields, report, RULES, name="dismiss")
    scope_node, when_node = schema.child(node, "scope"), schema.child(node, "when")
    scope = SCREEN if scope_node is None else scope_from_node(scope_node, report)
    when = None if when_node is None else compile_expression(when_node, report, scope=scope or SCREEN)
    return None if fields is None or when is None or scope is None else Dismissal(when, fields.keys)


SPAWN = Part(_read)
