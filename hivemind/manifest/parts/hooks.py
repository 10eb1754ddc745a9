"""`hooks`: how the program is told to run our scripts. The document itself is rendered at launch.

`emit` reports an event: ids and counts of what the program tells the hook, never a text. What hooks report counts
before the screen, but for a question that a rule recognises, and for a screen that has shown for some seconds that a
report is missing. `hook: tracker` reports which session the program is in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report
from hivemind.base.schema import child, entries
from hivemind.base.yamldoc import Node
from hivemind.manifest import placeholders
from hivemind.manifest.part import RULES, Part, exactly_one, items, misplaced, refuse_nothing
from hivemind.manifest.shapes import EventName, Flag, NestedName, plain

MAX_TIMEOUT_SECONDS = 604_800
"""A week."""

MAX_KEYS = 8
"""Keys of `entry` and of `group`."""

_EVENT = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,47}")

ScriptName = Annotated[
    str,
    Meta(
        pattern=r"\A(?!event\Z)[a-z][A-Za-z]{0,31}\Z",
        description="a lower-case letter, then letters, at most 32, not 'event', which 'emit' runs",
    ),
]


class HookEntry(msgspec.Struct, frozen=True):
    """One command of one event; exactly one of `hook` and `emit` is there."""

    hook: ScriptName = ""
    """A script: `tracker`, or the `hook` of an asset."""
    emit: EventName | None = None
    """An event that is reported."""
    outcome: Literal["done", "failed", "interrupted", "limited"] | None = None
    """How the turn ended; only with `emit: turn.ended`."""
    kind: Literal["permission", "question", "plan", "approval", "other"] | None = None
    """What is asked for; only with `emit: input.requested`."""
    timeout: float = 0
    """Seconds; 0 when none is given."""
    matcher: Annotated[str, Meta(max_length=200)] = ""
    """For which tools it runs; `supervise`: those that the tile's policy names."""
    when: Literal["supervised"] | None = None
    """`supervised`: only on supervised tiles."""


class Hooks(msgspec.Struct, frozen=True):
    """The document of hooks, and where it goes; exactly one of `arg` and `file` is there."""

    events: dict[str, tuple[HookEntry, ...]]
    """By the program's own names of events."""
    arg: str = ""
    """The document is passed after this flag."""
    file: str = ""
    """The document is written there."""
    template: str = "{events}"
    """The document around the events."""
    entry: dict[str, Any] | None = None
    """The shape of one command; None for the usual one."""
    group: dict[str, Any] | Literal[False] | None = None
    """The shape around an entry; None for the usual one, False for a plain list of entries."""
    format: Literal["json", "toml"] = "json"
    stable: bool = False
    """Whether commands name no tile."""
    vouch: Literal["", "codex"] = ""
    """How the document says that our commands, and no others, were reviewed."""


class _Fields(msgspec.Struct, frozen=True):
    events: dict[str, HookEntry | tuple[HookEntry, ...]]
    arg: Flag = ""
    file: NestedName = ""
    template: Annotated[
        str,
        Meta(
            pattern=r"\A(?=[\s\S]*\{events\})[\s\S]{1,200}\Z",
            description="text of at most 200 characters with {events}",
        ),
    ] = "{events}"
    entry: dict[str, Node] = {}
    group: Node | None = None
    format: Literal["json", "toml"] = "json"
    stable: Literal[True] | None = None
    vouch: Literal["codex"] | None = None


def _read(node: Node, report: Report) -> Hooks | None:
    before = len(report.errors)
    fields = schema.read(node, _Fields, report, RULES, name="hooks")
    exactly_one(node, report, keys=("arg", "file"), name="hooks")
    refuse_nothing(node, report, "stable", "vouch")
    if "vouch" in entries(node):
        why = "Codex takes the word of its arguments alone, and of commands in the usual shapes"
        misplaced(node, report, keys=("file", "entry", "group"), why=why)
    for name, event in entries(child(node, "events")).items():
        if not _EVENT.fullmatch(name):
            message = f"found the event '{name}', expected a letter, then letters, digits and '_', at most 48"
            report.add(event.key, "manifest.bad_value", message)
        for entry in items(event.node) if isinstance(event.node.value, tuple) else (event.node,):
            _check_entry(entry, report)
    _check_shapes(node, report)
    if fields is None or len(report.errors) > before:
        return None
    group = child(node, "group")
    return Hooks(
        events={name: (found,) if isinstance(found, HookEntry) else found for name, found in fields.events.items()},
        arg=fields.arg,
        file=fields.file,
        template=fields.template,
        entry={key: plain(value) for key, value in fields.entry.items()} if "entry" in entries(node) else None,
        group=None if group is None else plain(group),
        format=fields.format,
        stable=fields.stable is True,
        vouch=fields.vouch or "",
    )


def _check_entry(node: Node, report: Report) -> None:
    exactly_one(node, report, keys=("hook", "emit"), name="entry")
    refuse_nothing(node, report, "emit", "outcome", "kind", "when")
    emit, timeout, matcher = (child(node, key) for key in ("emit", "timeout", "matcher"))
    event = emit.value if emit is not None else None
    if event != "turn.ended":
        misplaced(node, report, keys=("outcome",), why="it goes with 'emit: turn.ended'")
    if event != "input.requested":
        misplaced(node, report, keys=("kind",), why="it goes with 'emit: input.requested'")
    seconds = timeout.value if timeout is not None else 1
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if timeout is not None and is_number and not 0 < seconds <= MAX_TIMEOUT_SECONDS:  # type: ignore[operator]
        message = (
            f"timeout: found {schema.found(seconds)}, expected seconds, more than 0, at most {MAX_TIMEOUT_SECONDS}"
        )
        report.add(timeout.where, "manifest.bad_value", message)
    if matcher is not None and matcher.value == "supervise" and "when" not in entries(node):
        message = "the matcher 'supervise' stands for the tools of a supervised tile, and the entry runs on every tile"
        report.add(matcher.where, "manifest.unusable_value", message, hint="add 'when: supervised'", warning=True)


def _check_shapes(node: Node, report: Report) -> None:
    group = child(node, "group")
    if group is not None and not isinstance(group.value, dict) and group.value is not False:
        message = f"group: found {schema.found(group.value)}, expected a mapping or false"
        report.add(group.where, "manifest.wrong_type", message)
    for key, known, needed in (
        ("entry", ("command", "timeout", "matcher"), "command"),
        ("group", ("matcher", "entries"), "entries"),
    ):
        shape = child(node, key)
        given = entries(shape)
        if len(given) > MAX_KEYS and shape is not None:
            message = f"{key}: found {len(given)} items, expected at most {MAX_KEYS} keys"
            report.add(shape.where, "manifest.bad_value", message)
        for entry in given.values():
            if _is_placeholder(entry.node):
                placeholders.check(entry.node, report, known=known)
        if shape is not None and isinstance(shape.value, dict) and not _holds(shape, f"{{{needed}}}"):
            message = f"{key}: no value is '{{{needed}}}', so nothing would be run"
            report.add(shape.where, "manifest.missing_placeholder", message, warning=True)
        if shape is not None and _is_toml(node):
            for value in _nothings(shape):
                message = f"{key}: found nothing, which TOML cannot say"
                report.add(value.where, "manifest.bad_value", message, hint="leave the key out")


def _is_toml(node: Node) -> bool:
    written = child(node, "format")
    return written is not None and written.value == "toml"


def _is_placeholder(node: Node) -> bool:
    return isinstance(node.value, str) and re.fullmatch(r"\{[^{}]*\}", node.value) is not None


def _holds(shape: Node, text: str) -> bool:
    return any(entry.node.value == text for entry in entries(shape).values())


def _nothings(node: Node) -> Iterator[Node]:
    """Every value inside that is nothing."""
    for value in [*items(node), *(entry.node for entry in entries(node).values())]:
        if value.value is None:
            yield value
        yield from _nothings(value)


HOOKS = Part(_read)
