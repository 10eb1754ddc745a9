"""The small shapes of text that several sections of a manifest are made of, and the words a person reads about them.

What stands here decides what can reach a command line, an environment or a path: the sets of characters hold no shell
punctuation, names hold no separators, and paths stay under the person's home.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from hivemind.base import schema
from hivemind.base.problems import Report, Where
from hivemind.base.yamldoc import Node, Scalar

Flag = Annotated[
    str,
    Meta(
        pattern=r"\A--?[A-Za-z0-9][A-Za-z0-9_-]*\Z",
        description="one or two dashes, then letters, digits, '_' and '-'",
    ),
]
"""A flag as it stands on a command line."""

FieldPath = Annotated[
    str,
    Meta(
        pattern=r"\A[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*){0,5}\Z",
        description="1 to 6 names joined by dots, each of letters, digits and '_', no digit first",
    ),
]
"""Where a value stands in a JSON record: `message.content`."""

SessionToken = Annotated[
    str,
    Meta(
        pattern=r"\A[A-Za-z0-9_{}@./:=-]{1,64}\Z",
        description="1 to 64 letters, digits and '_ { } @ . / : = -'",
    ),
]
"""An argument that binds or resumes a session."""

ListToken = Annotated[
    str,
    Meta(
        pattern=r"\A[A-Za-z0-9_.:/@=+-]{1,64}\Z",
        description="1 to 64 letters, digits and '_ . : / @ = + -'",
    ),
]
"""An argument of a command that lists something."""

PlainName = Annotated[
    str,
    Meta(
        pattern=r"\A(?!\.{1,2}\Z)[A-Za-z0-9_.-]{1,64}\Z",
        description="a plain name: 1 to 64 letters, digits and '_ . -'",
    ),
]
"""A file or folder name without separators."""

AssetName = Annotated[
    str,
    Meta(
        pattern=r"\A[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z",
        description="a plain name: a letter or digit, then letters, digits and '_ . -', at most 64",
    ),
]
"""The name of an asset, and of the file it comes from."""

NestedName = Annotated[
    str,
    Meta(
        pattern=r"\A(?!\.{1,2}/)(?:[A-Za-z0-9_.-]{1,64}/)?(?!\.{1,2}\Z)[A-Za-z0-9_.-]{1,64}\Z",
        description="a plain name, at most one folder deep, such as 'agents/hive.json'",
    ),
]
"""A file in a private folder, or in a folder of that."""

VariableName = Annotated[
    str,
    Meta(
        pattern=r"\A[A-Z][A-Z0-9_]{0,63}\Z",
        description="1 to 64 capital letters, digits and '_', a letter first",
    ),
]
"""The name of an environment variable."""

HomePath = Annotated[
    str,
    Meta(
        pattern=r"\A\{home\}/(?!.*\.\.)[A-Za-z0-9_{}./@+-]{1,193}\Z",
        description="a path that begins with {home}/, of letters, digits and '_ . / @ + -', at most 200 characters, "
        "without '..'",
    ),
]
"""A place under the person's home."""

SessionFile = Annotated[
    str,
    Meta(
        pattern=r"\A\{home\}/(?!.*\.\.)(?!.*\*.*\*)(?!.*[^/]\*)(?!.*\*[^/])(?=.*\{id\})[A-Za-z0-9_{}./@+*-]{1,193}\Z",
        description="a path that begins with {home}/ and holds {id}, of letters, digits and '_ . / @ + -', at most 200 "
        "characters, without '..', with at most one '*', which is a whole segment",
    ),
]
"""Where the file of a session stands; `*` is any one folder."""

SessionFolder = Annotated[
    str,
    Meta(
        pattern=r"\A\{home\}/(?!.*\.\.)(?=.*\{id\})[A-Za-z0-9_{}./@+-]{1,193}\Z",
        description="a path that begins with {home}/ and holds {id}, of letters, digits and '_ . / @ + -', at most 200 "
        "characters, without '..'",
    ),
]
"""The folder of a session."""

HomeFolder = Annotated[
    str,
    Meta(
        pattern=r"\A\{home\}(/(?!.*\.\.)[A-Za-z0-9_{}./@+-]{1,193})?\Z",
        description="{home}, or a path that begins with {home}/, of letters, digits and '_ . / @ + -', at most 200 "
        "characters, without '..'",
    ),
]
"""The person's home, or a place under it."""

EventName = Literal[
    "session.started",
    "session.ready",
    "session.ended",
    "turn.started",
    "turn.ended",
    "input.requested",
    "input.resolved",
    "subagent.started",
    "subagent.stopped",
    "compacting.started",
    "compacting.ended",
]
"""What a program can report of itself."""

Condition = bool | int | float | str
"""A value that a field of a record must have: same type, same value."""

Conditions = Annotated[dict[str, Condition], Meta(min_length=1, max_length=4, description="1 to 4 fields with a value")]
"""Field paths and the values that they must have."""

LOADER_VARIABLES = frozenset(
    {
        "BASH_ENV",
        "DYLD_INSERT_LIBRARIES",
        "DYLD_LIBRARY_PATH",
        "ELECTRON_RUN_AS_NODE",
        "ENV",
        "IFS",
        "LD_LIBRARY_PATH",
        "LD_PRELOAD",
        "NODE_OPTIONS",
        "PATH",
        "PYTHONPATH",
        "PYTHONSTARTUP",
        "SHELL",
    }
)
"""Variables that decide what code a program loads: no file may set or remove them."""


def plain(node: Node) -> Any:
    """The value of a node and all inside it, as JSON would have it."""
    value: Scalar | tuple[Node, ...] | Mapping[str, Any] = node.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(entry.node) for key, entry in value.items()}
    return value


def check_field_names(node: Node | None, report: Report) -> None:
    """Report each key of the mapping that is no field path."""
    meta: Meta = FieldPath.__metadata__[0]  # type: ignore[attr-defined]
    for name, entry in schema.entries(node).items():
        if not re.search(meta.pattern or "", name):
            words = (meta.description or "").removeprefix("a ")
            report.add(entry.key, "manifest.bad_value", f"found the key '{name}', expected {words}")


def check_variable(node: Node | None, report: Report) -> None:
    """Report a variable that decides what code a program loads; whether it is a name at all is checked elsewhere."""
    if node is not None and isinstance(node.value, str) and node.value in LOADER_VARIABLES:
        _refuse_loader(node.value, node.where, report)


def check_variable_name(name: str, where: Where, report: Report) -> None:
    """Report a key that is no name of a variable, or decides what code a program loads."""
    meta: Meta = VariableName.__metadata__[0]  # type: ignore[attr-defined]
    if not re.search(meta.pattern or "", name):
        report.add(where, "manifest.bad_value", f"found the name '{name}', expected {meta.description}")
    elif name in LOADER_VARIABLES:
        _refuse_loader(name, where, report)


def _refuse_loader(name: str, where: Where, report: Report) -> None:
    message = f"the variable {name} decides what code a program loads, so no file may touch it"
    report.add(where, "manifest.loader_variable", message)
