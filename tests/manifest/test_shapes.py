"""The small shapes of text: what they take and what they refuse."""

import re
from typing import Any, get_args

import pytest

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.manifest import shapes

TAKEN = {
    "Flag": ["-m", "--model", "-2", "--Model_2-x"],
    "FieldPath": ["a", "_a.b_1", "a.b.c.d.e.f"],
    "SessionToken": ["--resume", "{id}", "a_{x}@./:=-", "x" * 64],
    "ListToken": ["models", "--json", "a_b.c:d/e@f=g+h-i", "x" * 64],
    "PlainName": ["a", ".factory", "a.b-c_d", "...", "x" * 64],
    "AssetName": ["a", "1.mjs", "a.b-c_d", "x" * 64],
    "NestedName": ["a.json", "agents/hivemind.json", ".x/.y"],
    "VariableName": ["A", "HIVE_2", "X" * 64],
    "HomePath": ["{home}/a", "{home}/" + "x" * 193],
    "SessionFile": ["{home}/.claude/projects/*/{id}.jsonl", "{home}/{id}"],
}
REFUSED = {
    "Flag": ["", "m", "---m", "-", "--m=1", "--m n", "--m\n"],
    "FieldPath": ["", "a.", ".a", "1a", "a..b", "a-b", "a.b.c.d.e.f.g", "a b", "a\n", "é"],
    "SessionToken": ["", "a b", "a;b", "$HOME", "`x`", "a|b", "a&b", "'", "x" * 65, "a+b", "a\n", "é"],
    "ListToken": ["", "a b", "{id}", "a;b", "$x", "x" * 65, "a\n"],
    "PlainName": ["", ".", "..", "a/b", "a\\b", "a b", "x" * 65, "a\n", "é"],
    "AssetName": ["", ".", "..", ".a", "-a", "_a", "a/b", "a\\b", "x" * 65, "a\n"],
    "NestedName": ["", ".", "..", "../a", "./a", "a/..", "a/.", "a/b/c", "/a", "a/", "a\\b", "a\n"],
    "VariableName": ["", "a", "1A", "_A", "A-B", "A=B", "X" * 65, "A\n"],
    "SessionFile": ["{home}/a", "{home}/*/*/{id}", "{home}/a*/{id}", "{home}/*{id}", "/x/{id}", "{home}/../{id}"],
    "HomePath": [
        "",
        "{home}",
        "{home}/",
        "/etc",
        "~/a",
        "{home}/../a",
        "{home}/a/..",
        "{home}/a b",
        "{home}/" + "x" * 194,
    ],
}


def is_taken(name: str, text: str) -> bool:
    meta: Any = get_args(getattr(shapes, name))[1]
    return re.search(meta.pattern, text) is not None


@pytest.mark.parametrize("name", TAKEN)
def test_a_shape_takes_what_it_says(name: str) -> None:
    assert [text for text in TAKEN[name] if not is_taken(name, text)] == []


@pytest.mark.parametrize("name", REFUSED)
def test_a_shape_refuses_the_rest(name: str) -> None:
    assert [text for text in REFUSED[name] if is_taken(name, text)] == []


def test_a_node_becomes_plain_data() -> None:
    root = yamldoc.parse("{ a: [1, x, ~], b: { c: true, d: 1.5 } }", "f", Report())
    assert root is not None
    assert shapes.plain(root) == {"a": [1, "x", None], "b": {"c": True, "d": 1.5}}
