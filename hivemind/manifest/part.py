"""What every section of a manifest shares: how it is read, and the small types that several of them use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

import msgspec

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import Rules, child, entries
from hivemind.base.yamldoc import Node

T = TypeVar("T")

RULES = Rules("manifest")
"""Unknown keys are warnings, because published files carry keys of newer versions."""

_UNSEEN = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""Control characters, other ends of lines, and what turns the direction of the text around."""

Line = Annotated[
    str, msgspec.Meta(min_length=1, pattern=rf"\A[^{_UNSEEN}]*\Z", description="one line of text, not empty")
]
"""Text that is shown to people, so it holds nothing that a terminal would act on."""

Keys = Annotated[
    tuple[Annotated[str, msgspec.Meta(min_length=1, description="a key name or text to type")], ...],
    msgspec.Meta(min_length=1, max_length=4, description="1 to 4 keys"),
]
"""Keys to type one after another: a key's name in any case, or text that is typed as it is."""


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """One section of a manifest; the module that holds it is named as the section's key."""

    read: Callable[[Node, Report], T | None]
    """The section's value, or None with its problems in the report."""


def exactly_one(node: Node, report: Report, *, keys: tuple[str, ...], name: str) -> None:
    """Report a mapping that has none of those keys, or more than one."""
    given = [key for key in keys if key in entries(node)]
    expected = f"expected exactly one of {', '.join(keys[:-1])} and {keys[-1]}"
    if not given and isinstance(node.value, dict):
        report.add(node.where, "manifest.exactly_one", f"{name}: found none, {expected}")
    for key in given[1:]:
        found = f"found '{given[0]}' and '{key}'"
        report.add(entries(node)[key].key, "manifest.exactly_one", f"{name}: {found}, {expected}")


def misplaced(node: Node, report: Report, *, keys: tuple[str, ...], why: str, warning: bool = False) -> None:
    """Report each of those keys of the mapping: it means nothing there."""
    for key in keys:
        if key in entries(node):
            message = f"'{key}' means nothing here: {why}"
            report.add(entries(node)[key].key, "manifest.misplaced_field", message, warning=warning)


def refuse_nothing(node: Node, report: Report, *keys: str) -> None:
    """Report each of those keys that is written without a value."""
    for key in keys:
        value = child(node, key)
        if value is not None and value.value is None:
            report.add(value.where, "manifest.wrong_type", f"{key}: found nothing, expected a mapping")


def items(node: Node | None) -> Iterator[Node]:
    """The items of a list; none for anything else."""
    return iter(node.value if node is not None and isinstance(node.value, tuple) else ())


def unique(nodes: list[Node], key: str, report: Report, *, code: str, what: str) -> None:
    """Report each mapping whose text under `key` an earlier one has, too."""
    seen: set[str] = set()
    for node in nodes:
        value = schema.child(node, key)
        if value is None or not isinstance(value.value, str):
            continue
        if value.value in seen:
            report.add(value.where, code, f"the {what} '{value.value}' occurs twice")
        seen.add(value.value)
