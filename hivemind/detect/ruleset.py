"""The `detect` block of a manifest: its rules in order, the default, and which rows are chrome.

Pure: a screen goes in, a reading comes out. It knows nothing of tiles, time or files.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report, Where
from hivemind.base.yamldoc import Node
from hivemind.detect.compile import Test, compile_expression, expression_from_node, scope_from_node
from hivemind.detect.cost import Cost, cost_of
from hivemind.detect.evidence import weigh
from hivemind.detect.explain import uses, why
from hivemind.detect.expressions import Expression
from hivemind.detect.generate import first_of
from hivemind.detect.regions import SCREEN, Scope
from hivemind.detect.text import ScreenText
from hivemind.detect.vocabulary import RULES
from hivemind.protocol.status import Reading, Status

StatusName = Literal["idle", "working", "permission", "question", "blocked"]
Says = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,31}$", description="a lower-case word, such as 'trust'")]


class DetectFields(msgspec.Struct, frozen=True):
    """The block as it is written."""

    default: StatusName
    rules: tuple[Node, ...]
    scope: Node | None = None
    chrome: Node | None = None


class RuleFields(msgspec.Struct, frozen=True):
    """One rule as it is written."""

    when: Node
    then: StatusName
    says: Says | None = None
    scope: Node | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule."""

    expression: Expression
    reading: Reading
    when: Node
    scope: Scope

    def holds(self, text: ScreenText) -> bool:
        """Whether the screen is what the rule describes, tried part by part."""
        return self.expression.holds(text, self.scope)


@dataclass(frozen=True, slots=True)
class Explained:
    """One rule and whether it matches a screen."""

    index: int
    """The rule's place in the file, from 0."""
    where: Where
    reading: Reading
    matches: bool
    why: tuple[str, ...] = ()
    """A line for each part: whether it held, and on which row."""


class Ruleset:
    """What a screen means. Time proportional to the text; the first rule that matches decides, else the default."""

    def __init__(self, rules: tuple[Rule, ...], default: Status, chrome: Test | None = None) -> None:
        self.rules = rules
        self.default = Reading(default)
        self._first = first_of([(rule.expression, rule.scope) for rule in rules])
        self._readings = (*(rule.reading for rule in rules), self.default)
        """By number; the last is for no rule, -1."""
        self._chrome = chrome
        self._weighs_itself = any(uses(rule.when, "record") for rule in rules)

    @classmethod
    def from_node(cls, node: Node, report: Report) -> Ruleset | None:
        """The compiled block, or None with every problem of it in the report."""
        before = len(report.errors)
        fields = schema.read(node, DetectFields, report, RULES, name="detect")
        scope_node, chrome_node, rules_node = (schema.child(node, key) for key in ("scope", "chrome", "rules"))
        scope = SCREEN if scope_node is None else scope_from_node(scope_node, report)
        listed = rules_node.value if rules_node is not None and isinstance(rules_node.value, tuple) else ()
        rules = [_rule(rule, index, scope or SCREEN, report) for index, rule in enumerate(listed)]
        chrome = None if chrome_node is None else compile_expression(chrome_node, report)
        if fields is None or len(report.errors) > before:
            return None
        return cls(tuple(rule for rule in rules if rule is not None), Status(fields.default), chrome)

    def read(self, text: ScreenText) -> Reading:
        """The reading of that screen and of what the program says of itself; not `seen` when no rule matched."""
        reading = self._readings[self._first(text)]
        return reading if self._weighs_itself else weigh(reading, text.record)

    def last_line(self, text: ScreenText) -> str:
        """The last line that the program said: the lowest row that is neither blank nor chrome, trimmed; or nothing."""
        for row in reversed(text.rows):
            if row.strip() and not (self._chrome and self._chrome(ScreenText((row,)))):
                return row.strip()
        return ""

    def explain(self, text: ScreenText) -> tuple[Explained, ...]:
        """Every rule in order with whether it matches, also those after the one that decides."""
        return tuple(
            Explained(
                index,
                rule.reading.rule or rule.when.where,
                rule.reading,
                rule.holds(text),
                why(rule.when, rule.scope, text),
            )
            for index, rule in enumerate(self.rules)
        )

    def costs(self, rows: int, columns: int) -> tuple[Cost, ...]:
        """The most steps that each rule takes on a screen of that size."""
        return tuple(
            cost_of(rule.when, rule.scope, (rows, columns), rule.reading.rule or rule.when.where) for rule in self.rules
        )


def _rule(node: Node, index: int, scope: Scope, report: Report) -> Rule | None:
    fields = schema.read(node, RuleFields, report, RULES, name="rule")
    scope_node, when = schema.child(node, "scope"), schema.child(node, "when")
    own = (scope if scope_node is None else scope_from_node(scope_node, report)) or scope
    expression = None if when is None else expression_from_node(when, report)
    if fields is None or when is None:
        return None
    status = Status(fields.then)
    if fields.says is not None and not status.is_waiting:
        message = f"'says' names a waiting screen, but the rule says '{fields.then}'"
        report.add(schema.place(node, "says"), "manifest.bad_value", message)
    if expression is None:
        return None
    return Rule(expression, Reading(status, fields.says or "", node.where, seen=True, index=index), when, own)
