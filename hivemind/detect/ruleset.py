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
from hivemind.detect.compile import compile_expression, scope_from_node
from hivemind.detect.regions import SCREEN, Scope
from hivemind.detect.screen_tests import Test
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
    """One compiled rule."""

    holds: Test
    reading: Reading


@dataclass(frozen=True, slots=True)
class Explained:
    """One rule and whether it matches a screen."""

    where: Where
    reading: Reading
    matches: bool


class Ruleset:
    """What a screen means. Time proportional to the text; the first rule that matches decides, else the default."""

    def __init__(self, rules: tuple[Rule, ...], default: Status, chrome: Test | None = None) -> None:
        self.rules = rules
        self.default = Reading(default)
        self._chrome = chrome

    @classmethod
    def from_node(cls, node: Node, report: Report) -> Ruleset | None:
        """The compiled block, or None with every problem of it in the report."""
        before = len(report.errors)
        fields = schema.read(node, DetectFields, report, RULES, name="detect")
        if fields is None:
            return None
        scope = SCREEN if fields.scope is None else scope_from_node(fields.scope, report)
        rules = [_rule(rule, scope or SCREEN, report) for rule in fields.rules]
        chrome = None if fields.chrome is None else compile_expression(fields.chrome, report)
        if len(report.errors) > before:
            return None
        return cls(tuple(rule for rule in rules if rule is not None), Status(fields.default), chrome)

    def read(self, text: ScreenText) -> Reading:
        """The reading of that screen; one without a `rule` is the default, a guess."""
        return next((rule.reading for rule in self.rules if rule.holds(text)), self.default)

    def last_line(self, text: ScreenText) -> str:
        """The last line that the program said: the lowest row that is neither blank nor chrome, trimmed; or nothing."""
        for row in reversed(text.rows):
            if row.strip() and not (self._chrome and self._chrome(ScreenText.from_rows((row,)))):
                return row.strip()
        return ""

    def explain(self, text: ScreenText) -> tuple[Explained, ...]:
        """Every rule in order with whether it matches, also those after the one that decides."""
        return tuple(
            Explained(rule.reading.rule, rule.reading, rule.holds(text)) for rule in self.rules if rule.reading.rule
        )


def _rule(node: Node, scope: Scope, report: Report) -> Rule | None:
    fields = schema.read(node, RuleFields, report, RULES, name="rule")
    if fields is None:
        return None
    own = scope if fields.scope is None else scope_from_node(fields.scope, report)
    holds = compile_expression(fields.when, report, scope=own or scope)
    status = Status(fields.then)
    if fields.says is not None and not status.is_waiting:
        message = f"'says' names a waiting screen, but the rule says '{fields.then}'"
        report.add(schema.place(node, "says"), "manifest.bad_value", message)
    if holds is None:
        return None
    return Rule(holds, Reading(status, fields.says or "", node.where))
