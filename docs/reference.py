# ruff: noqa: INP001 (a script, found by its path)
"""Makes docs/reference/agent-yaml.md from the types that read the file: `python docs/reference.py`.

Run it after a change of the schema; a test says when the page is out of date.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect

from hivemind.detect import asking, line_tests, regions, ruleset, screen_tests, seq
from hivemind.detect import compile as compiler
from hivemind.manifest import manifest, parts, transcript
from hivemind.manifest.checks import RESERVED_IDS
from hivemind.manifest.parts import asks
from hivemind.terminal.keys import MODIFIERS, NAMES

sys.path.insert(0, str(Path(__file__).parent))
import rule_words

PAGE = Path(__file__).with_name("reference") / "agent-yaml.md"

TABLES: dict[str, tuple[dict[str, Any], dict[str, str], ModuleType]] = {
    "test": (compiler.EXPRESSIONS, rule_words.EXPRESSIONS, screen_tests),
    "helper": (screen_tests.HELPERS, rule_words.HELPERS, screen_tests),
    "line test": (line_tests.LINE_TESTS, rule_words.LINE_TESTS, line_tests),
    "term": (seq.TERMS, rule_words.TERMS, seq),
    "scope": (regions.KINDS, rule_words.SCOPES, regions),
}
"""Each vocabulary, a line for each of its words, and where it is told."""

TITLES = {
    "test": "Expressions",
    "helper": "Helpers",
    "line test": "Tests on a line",
    "term": "Terms of seq",
    "scope": "Kinds of scope",
}

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
    whole = msgspec.structs.fields(manifest.Manifest) if struct.__module__ == manifest.__name__ else ()
    made = {field.name: field for field in whole if not field.required}  # what becomes of a section that is not written
    for field in described.fields:
        need = "required" if field.required else f"default {_default(made.get(field.name, field))}"
        text = docs.get(field.name, "")
        cells = (f"`{field.encode_name}`", need, _kind(field.type), text)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return [*lines, ""]


def _default(field: inspect.Field | msgspec.structs.FieldInfo) -> str:
    """What a key is without being written."""
    factory = field.default_factory
    given = field.default if factory is msgspec.NODEFAULT else factory()
    if given is None:
        return "none"
    if isinstance(given, bool):
        return f"`{str(given).lower()}`"
    if isinstance(given, msgspec.Struct):
        return "empty"
    if isinstance(given, int | float) or given:
        return " ".join(f"`{one}`" for one in (given if isinstance(given, tuple | list) else [given]))
    return "empty"


def _section(title: str, module: ModuleType) -> list[str]:
    about = " ".join((module.__doc__ or "").split())
    lines = [f"## {title}", "", about, ""]
    for struct in _structs(module):
        if module is not manifest or struct.__name__ == "_Head":
            lines += _table(struct, {**_docs(asking), **_docs(module)} if module is asks else _docs(module))
    return lines


def additions() -> dict[str, list[str]]:
    """The words of each vocabulary that the published format does not have."""
    known = rule_words.PUBLISHED
    return {name: [word for word in table if word not in known[name]] for name, (table, *_) in TABLES.items()}


def _told_additions() -> str:
    ours = {name: ", ".join(f"`{word}`" for word in words) for name, words in additions().items() if words}
    told = "; ".join(f"the {name}s {words}" for name, words in ours.items())
    return (
        "Additions to the published format, which files without them do without: the section `asks`; a `scope` beside "
        f"any expression; {told}."
    )


def _words(name: str) -> list[str]:
    table, lines, module = TABLES[name]
    if odd := sorted(set(table) ^ set(lines)):
        raise ValueError(f"rule_words.py: a word without its line, or a line without its word: {', '.join(odd)}")
    listed = [f"- `{word}`: {lines[word]}" for word in table]
    told = (module.__doc__ or "").strip().split("\n\n")
    about = [] if name == "helper" else ["\n\n".join(part for part in told if not part.startswith("- ")), ""]
    return [f"### {TITLES[name]}", "", *listed, "", *about]


def page() -> str:
    """The whole page."""
    lines = ["# agent.yaml", "", "Made by `python docs/reference.py` from the types that read the file.", ""]
    lines += _section("The top of the file", manifest)
    for found in pkgutil.iter_modules(parts.__path__):
        lines += _section(manifest.camel(found.name), importlib.import_module(f"{parts.__name__}.{found.name}"))
    lines += _section("The rules of detect", ruleset)
    lines += _section("session.transcript", transcript)
    lines += ["## The words of rules", "", _told_additions(), ""]
    for name in TABLES:
        lines += _words(name)
    lines += ["## Reserved ids", "", ", ".join(f"`{name}`" for name in RESERVED_IDS), ""]
    lines += ["## Names of keys", "", ", ".join(f"`{name}`" for name in sorted(NAMES)), ""]
    lines += [f"Before them, joined by `+`: {', '.join(f'`{name}`' for name in MODIFIERS)}.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
