import json
from typing import Any

import pytest

from hivemind.manifest.transcript import AsksRule, ResultRule, SaidRule, ToolRule, Transcript
from hivemind.session.transcript import entries

ASKS = AsksRule(listing="in.qs", question="q", options="o", label="l", description="d", many="m")
MAP = Transcript(
    id="i",
    at="t",
    skip_when={"hidden": True},
    said=(
        SaidRule(require={"k": "say"}, text="text", who="person"),
        SaidRule(require={"k": "list"}, each="c.parts", item={"type": "a"}, text="text", who="agent"),
        SaidRule(require={"k": "list"}, each="c.parts", item={"type": "b"}, text="cap", who="person"),
        SaidRule(require={"k": "tool"}, tool=ToolRule(id="id", name="n", about=("x.y", "z"), asks=ASKS)),
        SaidRule(require={"k": "res"}, result=ResultRule(of="of", text="out", error="bad")),
        SaidRule(require={"k": 1}, text="text", who="agent"),
    ),
)
HEAD = {"i": "r", "t": "1970-01-01T00:00:01.500Z"}
SAID = {"id": "r", "at": 1500}


def tool(**more: object) -> dict[str, object]:
    return SAID | {"who": "agent", "tool": {"id": "1", "name": "N"} | more}


def result(**more: object) -> dict[str, object]:
    return SAID | {"who": "tool", "result": {"of": "1"} | more}


A, B = {"type": "a", "text": "A"}, {"type": "b", "cap": "B"}
TOOL, RES = {"k": "tool", "id": "1", "n": "N"}, {"k": "res", "of": "1"}
CASES: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "text": ({"k": "say", "text": ""}, [SAID | {"who": "person", "text": ""}]),
    "text that is none": ({"k": "say", "text": 1}, []),
    "skipped": ({"k": "say", "text": "x", "hidden": True}, []),
    "not skipped: 1 is not true": ({"k": "say", "text": "x", "hidden": 1}, [SAID | {"who": "person", "text": "x"}]),
    "strict: true is not 1": ({"k": True, "text": "x"}, []),
    "no id": ({"k": "say", "text": "x", "i": 1}, []),
    "no time": ({"k": "say", "text": "x", "t": "soon"}, []),
    "one item": ({"k": "list", "c": {"parts": [A]}}, [SAID | {"who": "agent", "text": "A"}]),
    "items in their order": (
        {"k": "list", "c": {"parts": [B, {"type": "z"}, A]}},
        [
            {"id": "r/0", "at": 1500, "who": "person", "text": "B"},
            {"id": "r/2", "at": 1500, "who": "agent", "text": "A"},
        ],
    ),
    "no list": ({"k": "list", "c": {"parts": {"0": A}}}, []),
    "a tool": (TOOL | {"x": {"y": 1}, "z": "q" * 130 + "\nr"}, [tool(about="q" * 120)]),
    "a tool without id": (TOOL | {"id": 1}, []),
    "a tool that asks": (
        TOOL | {"in": {"qs": [{"q": "Q", "o": [{"l": "L", "d": "D"}, {"d": "x"}], "m": True}, {"o": []}]}},
        [tool(asks=[{"question": "Q", "options": [{"label": "L", "description": "D"}], "many": True}])],
    ),
    "a result": (RES | {"out": "x" * 3000, "bad": True}, [result(text="x" * 2000, error=True)]),
    "a result of blocks": (RES | {"out": [{"text": "a"}, 1, {"text": "b"}], "bad": 1}, [result(text="a\nb")]),
    "a result of something else": (RES | {"out": 7}, [result(text="")]),
}


@pytest.mark.parametrize(("record", "expected"), CASES.values(), ids=CASES)
def test_a_record_says_what_the_mapping_reads(record: dict[str, Any], expected: list[dict[str, Any]]) -> None:
    assert entries(MAP, [json.dumps(HEAD | record)]) == expected


@pytest.mark.parametrize("line", ["", "{", "[]", "3", "[" * 100_000])
def test_a_line_that_is_no_record_says_nothing(line: str) -> None:
    assert entries(MAP, [line]) == []
