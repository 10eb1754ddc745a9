import json
from typing import Any

import msgspec
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
        SaidRule(require={"k": "tool"}, tool=ToolRule(id="id", name="n", about=("x.y", "z"), words="cmd", asks=ASKS)),
        SaidRule(require={"k": "res"}, result=ResultRule(of="of", text=("out", "also"), error="bad")),
        SaidRule(require={"k": "both"}, tool=ToolRule(id="id", name="n"), result=ResultRule(of="id", text="out")),
        SaidRule(require={"k": "has"}, each="c", has="a", text="a", who="agent"),
        SaidRule(require={"k": "has"}, each="c", has="b", text="b", who="person"),
        SaidRule(require={"k": "field"}, has="here", text="x", who="agent"),
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
    "what a tool was called with, word by word": (TOOL | {"cmd": ["git", "log"]}, [tool(about="git log")]),
    "words that are none": (TOOL | {"cmd": ["git", 1]}, [tool()]),
    "words beside a text": (TOOL | {"cmd": ["git"], "z": "text"}, [tool(about="text")]),
    "a result in one of two fields": (RES | {"also": "b"}, [result(text="b")]),
    "a result in both of two fields": (RES | {"out": "a", "also": "b"}, [result(text="a")]),
    "a tool with its result": (
        {"k": "both", "id": "1", "n": "N", "out": "a"},
        [tool(), SAID | {"id": "r/result", "who": "tool", "result": {"of": "1", "text": "a"}}],
    ),
    "a tool whose result has no id": ({"k": "both", "id": 1, "n": "N", "out": "a"}, []),
    "items told apart by a field": (
        {"k": "has", "c": [{"a": "A"}, {"b": "B", "a": None}, {"c": "C"}]},
        [
            {"id": "r/0", "at": 1500, "who": "agent", "text": "A"},
            {"id": "r/1", "at": 1500, "who": "person", "text": "B"},
        ],
    ),
    "a record told apart by a field": ({"k": "field", "here": False, "x": "X"}, [SAID | {"who": "agent", "text": "X"}]),
    "a record without the field": ({"k": "field", "x": "X"}, []),
    "a result of something else": (RES | {"out": 7}, [result(text="")]),
}


@pytest.mark.parametrize(("record", "expected"), CASES.values(), ids=CASES)
def test_a_record_says_what_the_mapping_reads(record: dict[str, Any], expected: list[dict[str, Any]]) -> None:
    assert entries(MAP, [json.dumps(HEAD | record)]) == expected


def test_a_time_may_be_a_number_of_milliseconds() -> None:
    said = msgspec.structs.replace(MAP, at_in="ms")
    times = [entries(said, [json.dumps({"i": "r", "t": t, "k": "say", "text": ""})]) for t in (1500, 1500.7, "1500")]
    assert [[entry["at"] for entry in found] for found in times] == [[1500], [1500], []]
    for odd in (-1, 10**400, True, None, 10**15):
        assert entries(said, [json.dumps({"i": "r", "t": odd, "k": "say", "text": ""})]) == []


def test_the_last_record_of_an_id_may_count_at_the_place_of_the_first() -> None:
    rows = [("a", "1"), ("b", "2"), ("a", "3"), ("a", None)]
    lines = [json.dumps({**HEAD, "i": name, "k": "say", "text": text}) for name, text in rows]
    assert [entry["text"] for entry in entries(MAP, lines)] == ["1", "2", "3"]
    last = msgspec.structs.replace(MAP, last_wins=True)
    assert [entry["text"] for entry in entries(last, lines)] == ["3", "2"]


@pytest.mark.parametrize("line", ["", "{", "[]", "3", "[" * 100_000])
def test_a_line_that_is_no_record_says_nothing(line: str) -> None:
    assert entries(MAP, [line]) == []


def test_half_a_character_is_one_that_can_be_written() -> None:
    line = r'{"i": "r\udc00", "t": "1970-01-01T00:00:01.500Z", "k": "say", "text": "cut \ud83d", "x": "\uD83D\uDE00"}'
    said = entries(MAP, [line])
    assert [(entry["id"], entry["text"]) for entry in said] == [("r\ufffd", "cut \ufffd")]
    msgspec.json.encode(said)
