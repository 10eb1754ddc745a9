# ruff: noqa: INP001 (a script, found by its path)
"""Makes docs/reference/agent-yaml.md from the types that read the file: `python docs/reference.py`.

Run it after a change of the schema; a test says when the page is out of date.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect

from hivemind.detect import compile as compiler
from hivemind.detect import line_tests, regions, ruleset, screen_tests, seq
from hivemind.manifest import manifest, parts, transcript
from hivemind.manifest.checks import RESERVED_IDS
from hivemind.terminal.keys import MODIFIERS, NAMES

PAGE = Path(__file__).with_name("reference") / "agent-yaml.md"

ADDITIONS = """\
Additions to the published format, which files without them do without: the section `asks`; the tests `title`, `record`
and `progress`; a `scope` beside any expression; every kind of scope but `screen`, `tail` and `tailNonEmpty`."""

PLAIN = {"StrType": "text", "BoolType": "true or false", "IntType": "a whole number", "FloatType": "a number"}


def _docs(module: ModuleType) -> dict[str, str]:
    """The sentence under each field of the module's structs."""
    found: dict[str, str] = {}
    for node in ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")).body:
        for field, text in zip(getattr(node, "body", []), getattr(node, "body", [])[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
                found.setdefault(ast.unparse(field.target), " ".join(str(text.value.value).split()))
    return found


def _kind(of: Any) -> str:
    """What may be written, in words."""
    name = type(of).__name__
    if isinstance(of, inspect.Metadata):
        said = (of.extra_json_schema or {}).get("description")
        return str(said) if said else _kind(of.type)
    if isinstance(of, inspect.LiteralType):
        return ", ".join(f"`{str(value).lower() if isinstance(value, bool) else value}`" for value in of.values)
    if isinstance(of, inspect.UnionType):
        return " or ".join(_kind(one) for one in of.types if not isinstance(one, inspect.NoneType))
    if isinstance(of, inspect.VarTupleType):
        return f"a list: {_kind(of.item_type)}"
    return PLAIN.get(name, "a mapping" if name in {"StructType", "DictType"} else "see its section")


def _name(struct: type[msgspec.Struct]) -> str:
    """What a struct without a docstring is called: the key that it stands under."""
    name = struct.__name__.strip("_").removesuffix("Fields")
    return f"Under `{name[:1].lower()}{name[1:]}`:" if name else "Keys of the section:"


def _structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    own = [value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__]
    structs = [value for value in own if issubclass(value, msgspec.Struct)]
    private = [set(value.__struct_fields__) for value in structs if value.__name__.startswith("_")]
    return [s for s in structs if s.__name__.startswith("_") or set(s.__struct_fields__) not in private]


def _table(struct: type[msgspec.Struct], docs: dict[str, str]) -> list[str]:
    about = " ".join((struct.__doc__ or "").split()) if "__doc__" in vars(struct) else ""
    lines = [
        f"*{about}*" if about else _name(struct),
        "",
        "| Key | | Value | |",
        "|---|---|---|---|",
    ]
    described = inspect.type_info(struct)
    assert isinstance(described, inspect.StructType)  # noqa: S101 (told to the type checker)
    for field in described.fields:
        given = field.default
        has_default = isinstance(given, bool | int | float | str) and given not in {"", 0}
        need = "required" if field.required else f"default `{given}`" if has_default else ""
        text = docs.get(field.name, "")
        cells = (f"`{field.encode_name}`", need, _kind(field.type), text)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return [*lines, ""]


def _section(title: str, module: ModuleType) -> list[str]:
    about = " ".join((module.__doc__ or "").split())
    lines = [f"## {title}", "", about, ""]
    for struct in _structs(module):
        if module is not manifest or struct.__name__ == "_Head":
            lines += _table(struct, _docs(module))
    return lines


def _words(title: str, table: dict[str, Any], module: ModuleType) -> list[str]:
    names = ", ".join(f"`{name}`" for name in table)
    return [f"### {title}", "", names, "", (module.__doc__ or "").strip(), ""]


def page() -> str:
    """The whole page."""
    lines = ["# agent.yaml", "", "Made by `python docs/reference.py` from the types that read the file.", ""]
    lines += _section("The top of the file", manifest)
    for found in pkgutil.iter_modules(parts.__path__):
        lines += _section(manifest.camel(found.name), importlib.import_module(f"{parts.__name__}.{found.name}"))
    lines += _section("The rules of detect", ruleset)
    lines += _section("session.transcript", transcript)
    lines += ["## The words of rules", "", ADDITIONS, ""]
    lines += _words("Expressions", compiler.EXPRESSIONS, compiler)
    lines += _words("Tests on the screen", screen_tests.SCREEN_TESTS, screen_tests)
    lines += _words("Helpers", screen_tests.HELPERS, screen_tests)[:4]
    lines += _words("Tests on a line", line_tests.LINE_TESTS, line_tests)
    lines += _words("Terms of seq", seq.TERMS, seq)
    lines += _words("Kinds of scope", regions.KINDS, regions)
    lines += ["## Reserved ids", "", ", ".join(f"`{name}`" for name in RESERVED_IDS), ""]
    lines += ["## Names of keys", "", ", ".join(f"`{name}`" for name in sorted(NAMES)), ""]
    lines += [f"Before them, joined by `+`: {', '.join(f'`{name}`' for name in MODIFIERS)}.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
