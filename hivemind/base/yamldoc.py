"""YAML text to nodes that remember line and column. The only place that knows ruamel.yaml."""

from __future__ import annotations

from dataclasses import dataclass

from hivemind.base.problems import Report, Where

Scalar = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Node:
    """One YAML value and where it stands."""

    where: Where
    value: Scalar | tuple[Node, ...] | dict[str, Entry]


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a mapping with its value."""

    key: Where
    """Where the key stands, for problems about the key itself."""
    node: Node


def parse(text: str, path: str, report: Report) -> Node | None:
    """The document's root node, or None with the problem in `report` (`yaml.syntax`, `yaml.duplicate_key` …)."""
    raise NotImplementedError
