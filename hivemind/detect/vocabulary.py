"""How a mapping in an agent file names one test: the word, its value, its modifiers, and what is wrong with them.

The words themselves stand in the tables of `line_tests`, `screen_tests`, `seq` and `compile`; here is what they share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Entry, Node

RULES = schema.Rules("manifest")
"""Problem codes of rules begin with `manifest.`."""

Text = Annotated[str, Meta(min_length=1)]
"""Text that is not empty."""

Nodes = Annotated[tuple[Node, ...], Meta(min_length=1)]
"""A list whose items are read by somebody else."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a word in a file."""

    word: str
    node: Node
    """The word's value."""
    whole: Node
    """The mapping that the word stands in."""
    fields: Mapping[str, Entry]
    """All keys of that mapping, the modifiers among them."""
    report: Report

    def read(self, kind: Any) -> Any:
        """The word's value as that type (one with bounds, too), or None with the problem reported."""
        return schema.read(self.node, kind, self.report, RULES, name=self.word)

    def modifier(self, name: str, kind: Any) -> Any:
        """A modifier's value as that type; None when it is absent or reported as wrong."""
        entry = self.fields.get(name)
        return None if entry is None else schema.read(entry.node, kind, self.report, RULES, name=name)

    def refuse(self, message: str, hint: str = "") -> None:
        """Report that the word's value makes no sense."""
        self.report.add(self.node.where, "manifest.bad_test", f"{self.word}: {message}", hint=hint)


@dataclass(frozen=True, slots=True)
class Word(Generic[T]):
    """What a word of a vocabulary compiles to."""

    compile: Callable[[Use], T | None]
    """None when something is wrong with the use, which is then in its report."""
    modifiers: tuple[str, ...] = ()
    """Other keys that may stand beside the word."""


def compile_word(node: Node, report: Report, table: Mapping[str, Word[T]], what: str) -> T | None:
    """What the one word in the mapping compiles to, or None with every problem of it reported.

    `what` is what messages call a word of the table, such as "line test".
    """
    before = len(report.errors)
    use = pick(node, report, table, what)
    made = None if use is None else table[use.word].compile(use)
    return made if len(report.errors) == before else None


def pick(node: Node, report: Report, table: Mapping[str, Word[Any]], what: str) -> Use | None:
    """The one word of the table that the mapping uses; None, with the problem reported, unless it is exactly one."""
    if not isinstance(node.value, dict):
        message = f"found {schema.found(node.value)}, expected a {what}, a mapping with one key"
        report.add(node.where, "manifest.wrong_type", message)
        return None
    fields = node.value
    words = [key for key in fields if key in table]
    allowed = {modifier for word in words for modifier in table[word].modifiers}
    unknown = [key for key in fields if key not in table and key not in allowed]
    for key in unknown:
        hint = schema.did_you_mean(key, table, f"{what.capitalize()}s")
        report.add(fields[key].key, "manifest.unknown_test", f"'{key}' is not a {what}", hint=hint)
    if len(words) > 1:
        message = f"'{words[0]}' and '{words[1]}' in one mapping, expected one"
        report.add(fields[words[1]].key, "manifest.two_tests", message, hint="put them into a list of their own each")
        return None
    if not words and not unknown:
        report.add(node.where, "manifest.missing_field", f"empty mapping, expected a {what}")
    if unknown or not words:
        return None
    word = words[0]
    return Use(word, fields[word].node, node, fields, report)
