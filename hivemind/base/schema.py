"""A node and a type to a value of that type, or every problem at once, each with its place.

msgspec says what a type looks like; the walking is done here, because msgspec stops at the first error and knows no
lines. What a field accepts beyond its type stands in its `msgspec.Meta`: lengths, bounds, a pattern, and `description`,
the words a person reads after "expected". Rules that look at several fields are the caller's.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from msgspec import inspect as mi

from hivemind.base.problems import Report, Where
from hivemind.base.yamldoc import Entry, Node

T = TypeVar("T")

SHOWN_CHARACTERS = 40
"""Characters of a found text that a message repeats."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How one kind of file is read."""

    code: str
    """First part of every problem code: `manifest` gives `manifest.wrong_type`."""
    is_strict: bool = False
    """Whether an unknown key is an error; else it is a warning."""
    quiet: frozenset[str] = frozenset()
    """Keys that are known but not read: they are passed over, wherever they stand."""


def read(node: Node, kind: type[T], report: Report, rules: Rules, *, name: str = "") -> T | None:
    """The value, or None with at least one error in `report`. Warnings alone give the value.

    `kind` is a msgspec Struct, or built of Structs, text, numbers, booleans, literals, lists (`tuple[X, ...]`),
    mappings (`dict[str, X]`), unions, and `Node` for a part that somebody else reads. `name` is what messages call it.
    """
    before = len(report.errors)
    value = _Reader(report, rules).read(node, _info(cast("Any", kind)), name)
    return cast("T", value) if len(report.errors) == before else None


def entries(node: Node | None) -> dict[str, Entry]:
    """The keys of a mapping; none for anything else."""
    return node.value if node is not None and isinstance(node.value, dict) else {}


def child(node: Node | None, key: str) -> Node | None:
    """The value under that key of a mapping, if there is one."""
    entry = entries(node).get(key)
    return None if entry is None else entry.node


def place(node: Node, *path: str | int) -> Where:
    """Where the value at `path` stands; as much of the path as exists is followed."""
    for step in path:
        value = node.value
        if isinstance(step, str) and isinstance(value, dict) and step in value:
            node = value[step].node
        elif isinstance(step, int) and isinstance(value, tuple) and step < len(value):
            node = value[step]
        else:
            break
    return node.where


def did_you_mean(word: str, known: Iterable[str], what: str) -> str:
    """A hint for a word that is not one of `known`: the nearest if one is near, and all of them after `what`."""
    names = list(known)
    near = difflib.get_close_matches(word, names, n=1)
    listed = f"{what}: {', '.join(names)}" if names else ""
    return f"did you mean '{near[0]}'? {listed}".rstrip() if near else listed


def found(value: object) -> str:
    """A value of a node as messages name it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"'{value}'" if len(value) <= SHOWN_CHARACTERS else f"'{value[:SHOWN_CHARACTERS]}…'"
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a mapping" if isinstance(value, dict) else "a list"


_BOOLEANS = {word: f"write {'true' if word in ('yes', 'on') else 'false'}" for word in ("yes", "on", "no", "off")}
"""Words that were booleans in YAML 1.1, and what to write today."""

_BAD = object()
"""In place of a value that could not be made; the problem is in the report."""

_info = functools.lru_cache(maxsize=None)(mi.type_info)


_SHAPES: dict[type[mi.Type], tuple[str, tuple[type, ...]]] = {
    mi.StrType: ("text", (str,)),
    mi.IntType: ("a whole number", (int,)),
    mi.FloatType: ("a number", (int, float)),
    mi.BoolType: ("true or false", (bool,)),
    mi.NoneType: ("nothing", (type(None),)),
    mi.VarTupleType: ("a list", (tuple,)),
    mi.DictType: ("a mapping", (dict,)),
    mi.StructType: ("a mapping", (dict,)),
}
"""What each type is called, and the values of nodes that can be read as it."""


def _expected(info: mi.Type) -> str:
    if isinstance(info, mi.Metadata):
        return _expected(info.type)
    if isinstance(info, mi.LiteralType):
        return " or ".join(found(value) for value in info.values)
    if isinstance(info, mi.UnionType):
        return " or ".join(_expected(member) for member in info.types if not isinstance(member, mi.NoneType))
    return _SHAPES[type(info)][0]


def _plain(info: mi.Type) -> mi.Type:
    """The type itself, without its bounds; of a type that may also be nothing, the other one."""
    if isinstance(info, mi.Metadata):
        return _plain(info.type)
    if isinstance(info, mi.UnionType):
        members = [member for member in info.types if not isinstance(member, mi.NoneType)]
        return _plain(members[0]) if len(members) == 1 else info
    return info


def _is_node(info: mi.Type) -> bool:
    return isinstance(info, mi.DataclassType) and info.cls is Node


def _accepts(info: mi.Type, value: object) -> bool:
    """Whether a value of this shape could be of that type at all; what is inside is not looked at."""
    if isinstance(info, mi.Metadata):
        return _accepts(info.type, value)
    if isinstance(info, mi.LiteralType):
        return any(value == known and type(value) is type(known) for known in info.values)
    if isinstance(info, mi.UnionType):
        return any(_accepts(member, value) for member in info.types)
    if _is_node(info):
        return True
    shapes = _SHAPES[type(info)][1]
    return isinstance(value, shapes) and (bool in shapes or not isinstance(value, bool))


@dataclass(frozen=True, slots=True)
class _Reader:
    report: Report
    rules: Rules

    def add(self, where: Where, code: str, message: str, hint: str = "") -> None:
        self.report.add(where, f"{self.rules.code}.{code}", message, hint=hint)

    def read(self, node: Node, info: mi.Type, name: str) -> Any:
        """The value or `_BAD`; `name` is the key it stands under."""
        if isinstance(info, mi.UnionType):
            fitting = [member for member in info.types if _accepts(member, node.value)]
            if fitting:
                info = fitting[0]
        if _is_node(info):
            return node
        if not _accepts(info, node.value):
            self._wrong_type(node, info, name)
            return _BAD
        words = ""
        if isinstance(info, mi.Metadata):
            words = (info.extra_json_schema or {}).get("description", "")
            info = info.type
        broken = _broken(info, node.value)
        if broken:
            self.add(node.where, "bad_value", f"{_prefix(name)}found {_shown(node.value)}, expected {words or broken}")
        inside = _INSIDE.get(type(info))
        value = inside(self, node, info, name) if inside else _scalar(node, info)
        return _BAD if broken else value

    def _wrong_type(self, node: Node, info: mi.Type, name: str) -> None:
        hint = ""
        plain = _plain(info)
        if isinstance(plain, mi.LiteralType) and isinstance(node.value, str):
            known = [value for value in plain.values if isinstance(value, str)]
            near = difflib.get_close_matches(node.value, known, n=1)
            message = f"{_prefix(name)}found {found(node.value)}, expected {_expected(info)}"
            self.add(node.where, "bad_value", message, f"did you mean '{near[0]}'?" if near else "")
            return
        if isinstance(plain, mi.StrType) and isinstance(node.value, int | float):
            hint = f"quote it: '{_source(self.report, node)}'"
        if isinstance(plain, mi.BoolType):
            hint = _BOOLEANS.get(str(node.value).lower(), "")
        self.add(
            node.where, "wrong_type", f"{_prefix(name)}found {found(node.value)}, expected {_expected(info)}", hint
        )

    def items(self, node: Node, info: mi.VarTupleType, name: str) -> Any:
        """The items of a list."""
        items = cast("tuple[Node, ...]", node.value)
        values = [self.read(item, info.item_type, name) for item in items]
        return _BAD if any(value is _BAD for value in values) else tuple(values)

    def mapping(self, node: Node, info: mi.DictType, _name: str) -> Any:
        """The values of a mapping with free keys."""
        values = {key: self.read(entry.node, info.value_type, key) for key, entry in entries(node).items()}
        return _BAD if any(value is _BAD for value in values.values()) else values

    def struct(self, node: Node, info: mi.StructType, name: str) -> Any:
        """A Struct of the mapping's values."""
        given = entries(node)
        fields = {field.encode_name: field for field in info.fields}
        values: dict[str, Any] = {}
        for key, entry in given.items():
            field = fields.get(key)
            if field is not None:
                values[field.name] = self.read(entry.node, field.type, key)
            elif key not in self.rules.quiet:
                self._unknown(key, entry.key, fields)
        missing = [key for key, field in fields.items() if field.required and key not in given]
        for key in missing:
            self.add(node.where, "missing_field", f"{_prefix(name)}the key '{key}' is missing")
        if missing or any(value is _BAD for value in values.values()):
            return _BAD
        return info.cls(**values)

    def _unknown(self, key: str, where: Where, fields: Iterable[str]) -> None:
        hint = did_you_mean(key, fields, "Keys here")
        code = f"{self.rules.code}.unknown_field"
        self.report.add(where, code, f"unknown key '{key}'", hint=hint, warning=not self.rules.is_strict)


_INSIDE: dict[type[mi.Type], Callable[[_Reader, Node, Any, str], Any]] = {
    mi.VarTupleType: _Reader.items,
    mi.DictType: _Reader.mapping,
    mi.StructType: _Reader.struct,
}
"""How a collection's inside is read."""


def _prefix(name: str) -> str:
    return f"{name}: " if name else ""


def _shown(value: object) -> str:
    return f"{len(value)} items" if isinstance(value, tuple | dict) else found(value)


def _source(report: Report, node: Node) -> str:
    """The value as it is written in the file."""
    row = report.source.split("\n")[node.where.line - 1]
    return row[node.where.column - 1 :][: node.where.length]


def _scalar(node: Node, info: mi.Type) -> Any:
    value = node.value
    return float(value) if isinstance(info, mi.FloatType) and isinstance(value, int) else value


def _broken(info: mi.Type, value: Any) -> str:
    """The bound of a type that a value of it breaks, in words; empty if none."""
    info = info.type if isinstance(info, mi.Metadata) else info
    if isinstance(info, mi.IntType | mi.FloatType):
        if info.ge is not None and value < info.ge:
            return f"at least {info.ge}"
        if info.le is not None and value > info.le:
            return f"at most {info.le}"
    if isinstance(info, mi.StrType | mi.VarTupleType | mi.DictType):
        unit = "characters" if isinstance(info, mi.StrType) else "items"
        if info.min_length is not None and len(value) < info.min_length:
            return f"at least {info.min_length} {unit if info.min_length > 1 else unit[:-1]}"
        if info.max_length is not None and len(value) > info.max_length:
            return f"at most {info.max_length} {unit}"
    if isinstance(info, mi.StrType) and info.pattern is not None and not re.search(info.pattern, value):
        return f"text of the form {info.pattern}"
    return ""
