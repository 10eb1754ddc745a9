"""How much a rule may look at: a bound in steps from its expression alone, for a screen of a given size.

A step is one character looked at by one elementary test. Nothing is run or timed here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hivemind.base import schema
from hivemind.base.problems import Where
from hivemind.base.yamldoc import Node
from hivemind.detect.regions import Scope

SEQ_PASSES = 3
"""Passes over a line for a term of a sequence: its table is made, looked up at each column, and its text compared."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The bound of one rule."""

    where: Where
    steps: int
    formula: str
    """How `steps` came to be: rows x columns x tests, for each part."""


def cost_of(when: Node, scope: Scope, size: tuple[int, int], where: Where) -> Cost:
    """The bound of a sound expression on a screen of that many rows and columns."""
    parts = list(_parts(when, scope.kind, scope.n, size[0]))
    steps = sum(rows * size[1] * tests for rows, tests in parts)
    return Cost(where, steps, " + ".join(f"{rows}x{size[1]}x{tests}" for rows, tests in parts) or "0")


def _parts(node: Node, kind: str, n: int, height: int) -> list[tuple[int, int]]:
    """Rows and tests of each leaf."""
    fields = schema.entries(node)
    own = schema.child(node, "scope")
    if own is not None:
        kind = str(getattr(schema.child(own, "kind"), "value", kind))
        given = getattr(schema.child(own, "n"), "value", 0)
        n = given if isinstance(given, int) else 0
    parts: list[tuple[int, int]] = []
    for word, entry in fields.items():
        members = entry.node.value if isinstance(entry.node.value, tuple) else (entry.node,)
        if word in {"all", "any", "not"}:
            parts += [part for member in members for part in _parts(member, kind, n, height)]
        elif word in _TESTS:
            rows = 1 if word == "title" else 0 if word in {"record", "progress"} else _rows(kind, n, height)
            parts.append((rows, _TESTS[word](members)))
    return parts


def _rows(kind: str, n: int, height: int) -> int:
    """The most rows of such a region."""
    if not n or kind == "aboveBox":
        return height if n == 0 and kind != "cursor" else min(height, n or 1)
    return min(height, 2 * n + 1 if kind == "cursor" else n)


def _line_tests(members: tuple[Node, ...]) -> int:
    total = 0
    for member in members:
        inner = schema.child(member, "anyOf")
        total += _line_tests(inner.value) if inner is not None and isinstance(inner.value, tuple) else 2
    return total


def _seq_terms(terms: tuple[Node, ...]) -> int:
    """Each term's passes, and at each column the comparison with every text that it may begin there."""
    texts = [
        entry.node for term in terms for key, entry in schema.entries(term).items() if key in {"lit", "any", "upTo"}
    ]
    lists = [text.value if isinstance(text.value, tuple) else (text,) for text in texts]
    return SEQ_PASSES * len(terms) + sum(len(str(text.value)) for texts in lists for text in texts)


_TESTS: dict[str, Callable[[tuple[Node, ...]], int]] = {
    "contains": lambda _members: 1,
    "containsCS": lambda _members: 1,
    "helper": lambda _members: 4,
    "line": _line_tests,
    "title": _line_tests,
    "seq": _seq_terms,
    "record": lambda _members: 0,
    "progress": lambda _members: 0,
}
"""Passes over each row for a leaf."""
