"""`options`: the program's launch settings, in the order in which their arguments are passed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child, entries
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Line, Part, items, refuse_nothing, unique
from hivemind.manifest.shapes import Flag, ListToken


class OptionList(msgspec.Struct, frozen=True):
    """A command of the program that prints an option's values, one a row."""

    args: Annotated[tuple[ListToken, ...], Meta(min_length=1, max_length=8, description="1 to 8 arguments")]
    """Passed to the program."""
    skip: Annotated[int, Meta(ge=0)] = 0
    """Leading rows to ignore."""
    format: Line = "{1}"
    """What makes a value of a row: `{k}` becomes its column k, counted from 1."""


class Option(msgspec.Struct, frozen=True):
    """One launch setting."""

    id: Annotated[
        str,
        Meta(
            pattern=r"\A[a-z][a-z0-9-]{0,31}\Z",
            description="1 to 32 lowercase letters, digits and '-', a letter first",
        ),
    ]
    """`model` and `mode` are what `--model` and `--mode` set."""
    label: Line
    flag: Flag = ""
    """Passed before the value; may be left out only where `values` says what is passed."""
    values: dict[str, tuple[str, ...]] = {}
    """The arguments for particular values, instead of flag and value."""
    default: str = ""
    """The value when nothing is chosen; empty passes nothing."""
    unattended: str = ""
    """The value for a program that nobody sits at."""
    listing: OptionList | None = msgspec.field(name="list", default=None)
    """How values are discovered; None: from the program's `--help`."""


def _read(node: Node, report: Report) -> tuple[Option, ...] | None:
    before = len(report.errors)
    options = schema.read(node, tuple[Option, ...], report, RULES, name="options")
    given = list(items(node))
    unique(given, "id", report, code="manifest.duplicate_option", what="option")
    for option in given:
        name, keys = child(option, "id"), entries(option)
        if name is not None and not {"flag", "values"} & set(keys):
            message = f"the option {schema.found(name.value)} has neither flag nor values"
            report.add(name.where, "manifest.option_without_flag", message, hint="say which flag sets it")
        refuse_nothing(option, report, "list")
        _check_own_values(option, report)
    return options if len(report.errors) == before else None


def _check_own_values(option: Node, report: Report) -> None:
    for key in ("default", "unattended"):
        node = child(option, key)
        value = node.value if node is not None else None
        if node is None or not isinstance(value, str):
            continue
        why = ""
        if value.startswith("-"):
            why = "a value that begins with '-' would be read as a flag"
        elif value and "flag" not in entries(option) and value not in entries(child(option, "values")):
            why = "it is not among the values, and there is no flag"
        if why:
            message = f"the {key} '{value}' is never passed: {why}"
            report.add(node.where, "manifest.unusable_value", message, warning=True)


OPTIONS = Part(_read)
