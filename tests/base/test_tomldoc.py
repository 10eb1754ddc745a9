"""TOML as nodes: tomllib's values, each at its place."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base.problems import Report, Where
from hivemind.base.schema import entries, place
from hivemind.base.tomldoc import parse
from hivemind.base.yamldoc import Node

TEXT = '''\
theme = "dark"   # a comment with = and [
[keys]
prefix = 'ctrl+a'
"odd key".allow = [
  "prefix a", # one
  """alt
+a""",
]
[notify.command]
argv = { program = "say", words = ["x", 3] }
[[rule]]
n = 1
[[rule]]
n = -2.5
[rule.inner]
is = true
'''


def plain(node: Node) -> Any:
    """A node's value without its places."""
    if isinstance(node.value, dict):
        return {name: plain(entry.node) for name, entry in node.value.items()}
    if isinstance(node.value, tuple):
        return [plain(item) for item in node.value]
    return node.value


def read(text: str) -> Node:
    report = Report()
    node = parse(text, "f.toml", report)
    assert node is not None, report.render()
    return node


@pytest.mark.parametrize(
    ("path", "where"),
    [
        (("theme",), (1, 9, 6)),
        (("keys", "prefix"), (3, 10, 8)),
        (("keys", "odd key", "allow", 0), (5, 3, 10)),
        (("keys", "odd key", "allow", 1), (6, 3, 6)),
        (("notify", "command", "argv", "program"), (10, 20, 5)),
        (("notify", "command", "argv", "words", 1), (10, 41, 1)),
        (("rule", 0, "n"), (12, 5, 1)),
        (("rule", 1, "n"), (14, 5, 4)),
        (("rule", 1, "inner", "is"), (16, 6, 4)),
    ],
)
def test_a_value_is_where_it_stands(path: tuple[str | int, ...], where: tuple[int, int, int]) -> None:
    assert place(read(TEXT), *path) == Where("f.toml", *where)


def test_a_key_is_where_it_stands() -> None:
    keys = entries(entries(read(TEXT))["keys"].node)
    assert {name: (entry.key.line, entry.key.column) for name, entry in keys.items()} == {
        "prefix": (3, 1),
        "odd key": (4, 1),
    }


@pytest.mark.parametrize(
    ("text", "where"),
    [("a = 1\nb = = 2", (2, 5)), ("a = [1,", (1, 7)), ("a = 1\na = 2", (2, 5)), ("[t\n", (1, 3)), ("", None)],
)
def test_what_is_no_toml_is_said_with_its_place(text: str, where: tuple[int, int] | None) -> None:
    report = Report()
    assert (parse(text, "f.toml", report) is None) == (where is not None)
    assert [(p.where.line, p.where.column) for p in report] == ([where] if where else [])


NAMES = st.text("ab \"'.é#=[", min_size=0, max_size=4)
VALUES = st.recursive(
    st.booleans() | st.integers(-9, 9) | st.text("a\"'#=[]{},\n é\\", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=12,
)


def written(value: Any) -> str:
    """A value as inline TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(k)} = {written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    body = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{body}"'


@given(st.dictionaries(NAMES, VALUES, max_size=4))
def test_every_value_is_tomllibs_and_stands_where_its_text_is(document: dict[str, Any]) -> None:
    text = "".join(f"{written(name)} = {written(value)}\n" for name, value in document.items())
    node = read(text)
    assert plain(node) == tomllib.loads(text)
    for name, entry in entries(node).items():
        where = entry.node.where
        row = text.split("\n")[where.line - 1]
        assert row[where.column - 1 :].startswith(written(document[name]))


@given(st.text("ab=[]{}\"'\n#.,1 \\", max_size=40))
def test_any_text_gives_a_node_or_a_problem(text: str) -> None:
    report = Report()
    assert (parse(text, "f.toml", report) is None) == bool(report.problems)
