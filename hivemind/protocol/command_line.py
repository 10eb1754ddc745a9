"""How a verb is written on a command line: its fields are the arguments and options, so nothing is written twice.

The daemon parses what `hive ctl` sends with this; it is also what `--help` prints.
"""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

import msgspec

from hivemind.base.errors import UsageError
from hivemind.protocol.verb import AnyVerb

UNITS = (("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0))
"""Endings of a duration, longest first where one ends another."""

HIDDEN = frozenset(
    {"watch", "subscribe", "press", "paste", "mouse", "rows", "resize", "here", "looking", "seen", "stop", "hook"}
)
"""Verbs for clients that draw and for hooks; they work on a command line but would only confuse there."""


def parse(argv: Sequence[str], verbs: Mapping[str, type[AnyVerb]]) -> AnyVerb:
    """A command line (without `hive ctl`) as a request.

    Raises:
        UsageError: what is wrong with it, and what to write instead.
    """
    if not argv:
        raise UsageError("which command?", hint="see them: hive ctl --help")
    verb = verbs.get(argv[0])
    if verb is None:
        raise UsageError(
            f"no command '{argv[0]}'", hint=suggest(argv[0], sorted(set(verbs) - HIDDEN)) or "see them: hive ctl --help"
        )
    fields = {field.name: field for field in msgspec.structs.fields(verb)}
    values: dict[str, Any] = {}
    places = [name for name in verb.positional if name in fields]
    words = list(argv[1:])
    while words:
        word = words.pop(0)
        if word == "--":
            if verb.rest:
                values[verb.rest], words = words, []
            else:
                for left in words:
                    _place(verb, places, left, values)
                words = []
        elif word == "--json":
            continue
        elif word.startswith("--") and len(word) > 2:
            _option(verb, fields, word, words, values)
        else:
            _place(verb, places, word, values)
    return _build(verb, fields, values)


def _place(verb: type[AnyVerb], places: list[str], word: str, values: dict[str, Any]) -> None:
    if not places:
        hint = "put a program after --" if verb.rest else f"usage: {usage(verb)}"
        raise UsageError(f"{verb.method}: '{word}' is one word too many", hint=hint)
    values[places.pop(0)] = word


def _option(
    verb: type[AnyVerb], fields: Mapping[str, Any], word: str, words: list[str], values: dict[str, Any]
) -> None:
    name, equals, given = word[2:].partition("=")
    field = fields.get(name.replace("-", "_"))
    if field is None or field.name == verb.rest or field.name in verb.positional:
        known = [f"--{n.replace('_', '-')}" for n in fields if n not in verb.positional and n != verb.rest]
        hint = suggest(word, known) or (f"options: {', '.join(known)}" if known else "it takes no options but --json")
        raise UsageError(f"{verb.method}: no option '{word.partition('=')[0]}'", hint=hint)
    if field.type is bool:
        values[field.name] = True
    elif equals:
        values[field.name] = given
    elif words and not (field.name in verb.bare and words[0].startswith("--")):
        values[field.name] = words.pop(0)
    elif field.name in verb.bare:
        values[field.name] = verb.bare[field.name]
    else:
        raise UsageError(f"{verb.method}: {word} needs a value", hint=f"usage: {usage(verb)}")


def _build(verb: type[AnyVerb], fields: Mapping[str, Any], values: dict[str, Any]) -> AnyVerb:
    for name, field in fields.items():
        is_missing = (
            name not in values and field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
        )
        if is_missing:
            label = name.upper() if name in verb.positional else f"--{name}"
            raise UsageError(f"{verb.method}: {label} is missing", hint=f"usage: {usage(verb)}")
    for name in verb.durations & values.keys():
        values[name] = seconds(values[name], f"--{name}")
    for name, value in values.items():
        kinds = (fields[name].type, *get_args(fields[name].type))
        if isinstance(value, str) and int in kinds and str not in kinds:
            values[name] = whole_number(value, name)
        if get_origin(fields[name].type) is Literal and value not in get_args(fields[name].type):
            allowed = " or ".join(get_args(fields[name].type))
            raise UsageError(f"{verb.method}: {name.upper()} is '{value}', not {allowed}", hint=f"usage: {usage(verb)}")
    named = {fields[name].encode_name: value for name, value in values.items()}
    try:
        return msgspec.convert(named, verb)
    except msgspec.ValidationError as error:
        raise UsageError(f"{verb.method}: {error}", hint=f"usage: {usage(verb)}") from error


def whole_number(text: str, name: str) -> int:
    """A number as it is written on a command line."""
    if text.isascii() and text.isdigit() and len(text) <= 15:
        return int(text)
    raise UsageError(f"{name}: '{text}' is not a whole number", hint="write digits, such as 2")


def seconds(text: str, name: str) -> float:
    """A duration as it is written on a command line: `500ms`, `20s`, `2m`, `1h`; a bare number is milliseconds."""
    unit, factor = next(((u, f) for u, f in UNITS if text.endswith(u)), ("", 0.001))
    digits = text.removesuffix(unit) if unit else text
    is_number = digits.replace(".", "", 1).isdigit() and digits.isascii() and len(digits) <= 12
    if not is_number:
        raise UsageError(f"{name}: '{text}' is not a duration", hint="write 500ms, 20s or 2m")
    return float(digits) * factor


def suggest(word: str, known: Sequence[str]) -> str:
    """A question that names the closest known word, or nothing."""
    close = difflib.get_close_matches(word, known, n=1)
    return f"did you mean '{close[0]}'?" if close else ""


def usage(verb: type[AnyVerb]) -> str:
    """One line: the command and what it takes."""
    words = [f"hive ctl {verb.method}", *(name.upper() for name in verb.positional)]
    for field in msgspec.structs.fields(verb):
        if field.name in verb.positional or field.name == verb.rest:
            continue
        name = f"--{field.name.replace('_', '-')}"
        if field.type is not bool:
            name += f" [{field.name.upper()}]" if field.name in verb.bare else f" {field.name.upper()}"
        is_needed = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
        words.append(name if is_needed else f"[{name}]")
    if verb.rest:
        words.append(f"[-- {verb.rest.upper()}…]")
    return " ".join([*words, "[--json]"])


def help_for(argv: Sequence[str], verbs: Mapping[str, type[AnyVerb]]) -> str | None:
    """The help that a command line asks for, or None when it asks for none."""
    before = argv[: argv.index("--") if "--" in argv else len(argv)]
    if argv and argv[0] not in {"--help", "-h", "help"} and not {"--help", "-h"} & set(before):
        return None
    if argv and argv[0] in verbs:
        verb = verbs[argv[0]]
        lines = [usage(verb), "", textwrap.fill(verb.__doc__ or "", 78), ""]
        width = max((len(name) for name in verb.help), default=0)
        lines += [f"  {name.ljust(width)}  {text}" for name, text in verb.help.items()]
        return "\n".join(lines).rstrip()
    width = max(len(name) for name in verbs)
    lines = ["usage: hive ctl COMMAND … [--json]", ""]
    lines += [
        f"  {name.ljust(width)}  {(verb.__doc__ or '').splitlines()[0]}"
        for name, verb in sorted(verbs.items())
        if name not in HIDDEN
    ]
    return "\n".join([*lines, "", "More on one: hive ctl COMMAND --help"])
