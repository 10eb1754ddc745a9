"""Expressions of an agent file to trees of tests: `all`, `any`, `not`, the tests, and where they look.

Each expression is a mapping with one key. As an addition to the published form, an expression may carry a `scope` of
its own beside that key (`{scope: {kind: belowRule}, contains: "esc to cancel"}`): it and all inside it then look there,
not where the rule says. What is wrong is reported with its place; nothing is raised.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.detect.expressions import All, AnyOf, Expression, Not, Scoped
from hivemind.detect.regions import KINDS, SCREEN, Scope
from hivemind.detect.screen_tests import SCREEN_TESTS
from hivemind.detect.text import ScreenText
from hivemind.detect.vocabulary import RULES, Nodes, Use, Word, compile_word

Test = Callable[[ScreenText], bool]
"""A screen to whether an expression holds; pure, and in time proportional to the text."""


class _ScopeFields(msgspec.Struct, frozen=True):
    """A `scope` as it is written."""

    kind: str
    n: Node | None = None
    mark: Node | None = None


def compile_expression(node: Node, report: Report, *, scope: Scope = SCREEN) -> Test | None:
    """The expression as one callable that looks at `scope`, or None with every problem of it in the report."""
    expression = expression_from_node(node, report)
    return None if expression is None else lambda screen: expression.holds(screen, scope)


def expression_from_node(node: Node, report: Report) -> Expression | None:
    """The expression as a tree, or None with every problem of it in the report."""
    return compile_word(node, report, EXPRESSIONS, "test")


def scope_from_node(node: Node, report: Report) -> Scope | None:
    """The scope that a mapping `{kind, n?, mark?}` names, or None with every problem of it in the report."""
    fields = schema.read(node, _ScopeFields, report, RULES, name="scope")
    if fields is None:
        return None
    kind = KINDS.get(fields.kind)
    if kind is None:
        hint = schema.did_you_mean(fields.kind, KINDS, "Kinds")
        where = schema.place(node, "kind")
        report.add(where, "manifest.unknown_scope", f"'{fields.kind}' is not a kind of scope", hint=hint)
        return None
    before = len(report.errors)
    n = _number(fields.n, report)
    mark = _text(fields.mark, report)
    for name, given, is_taken in (("n", fields.n, kind.takes_n), ("mark", fields.mark, kind.takes_mark)):
        if given is not None and not is_taken:
            report.add(given.where, "manifest.bad_value", f"the scope '{fields.kind}' takes no '{name}'")
    if kind.needs_n and fields.n is None:
        report.add(node.where, "manifest.missing_field", f"scope: the key 'n' is missing, the rows of '{fields.kind}'")
    return Scope(fields.kind, n, mark) if len(report.errors) == before else None


def _number(node: Node | None, report: Report) -> int:
    """A number of rows, 0 if there is none or it is reported."""
    if node is None:
        return 0
    if isinstance(node.value, bool) or not isinstance(node.value, int) or node.value < 1:
        message = f"n: found {schema.found(node.value)}, expected a whole number of rows, at least 1"
        report.add(node.where, "manifest.bad_value", message)
        return 0
    return node.value


def _text(node: Node | None, report: Report) -> str:
    if node is None:
        return ""
    if not isinstance(node.value, str) or not node.value.strip():
        message = f"mark: found {schema.found(node.value)}, expected the text that the box begins with"
        report.add(node.where, "manifest.bad_value", message)
        return ""
    return node.value


def _scoped(word: Word[Expression]) -> Word[Expression]:
    """The word, with a scope of its own where one stands beside it."""

    def compile_scoped(use: Use) -> Expression | None:
        test = word.compile(use)
        own = use.fields.get("scope")
        if own is None:
            return test
        scope = scope_from_node(own.node, use.report)
        return None if scope is None or test is None else Scoped(test, scope)

    return Word(compile_scoped, (*word.modifiers, "scope"))


def _members(use: Use) -> tuple[Expression, ...] | None:
    nodes: tuple[Node, ...] | None = use.read(Nodes)
    if nodes is None:
        return None
    tests = [expression_from_node(node, use.report) for node in nodes]
    good = tuple(test for test in tests if test is not None)
    return good if len(good) == len(tests) else None


def _all(use: Use) -> Expression | None:
    members = _members(use)
    return None if members is None else All(members)


def _any(use: Use) -> Expression | None:
    members = _members(use)
    return None if members is None else AnyOf(members)


def _not(use: Use) -> Expression | None:
    member = expression_from_node(use.node, use.report)
    return None if member is None else Not(member)


_GROUPS: dict[str, Word[Expression]] = {"all": Word(_all), "any": Word(_any), "not": Word(_not)}

EXPRESSIONS: dict[str, Word[Expression]] = {name: _scoped(word) for name, word in {**_GROUPS, **SCREEN_TESTS}.items()}
"""Every word that an expression may be."""
