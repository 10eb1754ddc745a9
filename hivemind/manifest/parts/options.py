"""`options`: the program's launch settings, in the order in which their arguments are passed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.yamldoc import Node
from hivemind.manifest.part import RULES, Line, Part
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
    options = schema.read(node, tuple[Option, ...], report, RULES, name="options")
    if options is None:
        return None
    before = len(report.errors)
    first: dict[str, int] = {}
    for index, option in enumerate(options):
        where = schema.place(node, index, "id")
        if first.setdefault(option.id, index) != index:
            report.add(where, "manifest.duplicate_option", f"the option '{option.id}' occurs twice")
        if not option.flag and not option.values:
            message = f"the option '{option.id}' has neither flag nor values"
            report.add(where, "manifest.option_without_flag", message, hint="say which flag sets it")
        _check_own_values(option, node, report, index=index)
    return options if len(report.errors) == before else None


def _check_own_values(option: Option, node: Node, report: Report, *, index: int) -> None:
    for key in ("default", "unattended"):
        value: str = getattr(option, key)
        why = ""
        if value.startswith("-"):
            why = "a value that begins with '-' would be read as a flag"
        elif value and not option.flag and value not in option.values:
            why = "it is not among the values, and there is no flag"
        if why:
            message = f"the {key} '{value}' is never passed: {why}"
            report.add(schema.place(node, index, key), "manifest.unusable_value", message, warning=True)


OPTIONS = Part(_read)
