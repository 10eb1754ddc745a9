"""The public conformance data, where it is there; own cases of the same rules stand beside each module's tests."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hivemind.base.places import shipped_agents
from hivemind.base.problems import Report
from hivemind.base.yamldoc import parse
from hivemind.launch.hook_report import report
from hivemind.manifest import transcript as reading
from hivemind.manifest.manifest import FILE_NAME, load
from hivemind.session.entries import readable
from hivemind.session.transcript import entries
from hivemind.tile.reducer import Input, reduced

FOLDER = Path(os.environ.get("HIVE_CONFORMANCE") or Path(__file__).resolve().parents[3] / "shared" / "conformance")


def data(name: str) -> Any:
    path = FOLDER / name
    if not path.is_file():
        pytest.skip(f"no conformance data at {path}; name its folder in HIVE_CONFORMANCE")
    return json.loads(path.read_text())


def test_the_reducer_conforms() -> None:
    for case in data("status.json")["cases"]:
        got = reduced(msgspec.convert(told, Input) for told in case["inputs"])
        expected = {"kind": None} | case["expect"]
        assert msgspec.to_builtins(got) == expected | {"subagents": tuple(expected["subagents"])}, case["name"]


def test_hook_reports_conform() -> None:
    for case in data("hook-reports.json")["cases"]:
        payload = case["payload"]
        got = report(case["env"], payload if isinstance(payload, str) else json.dumps(payload))
        assert got == case["expect"], case["name"]
        assert not [word for word in case.get("forbidden", []) if word in json.dumps(got)], case["name"]


def test_a_mapped_conversation_conforms() -> None:
    mapped = data("conversation.json")["mapped"]
    found = Report()
    root = parse(json.dumps(mapped["transcript"]), "t.yaml", found)
    mapping = None if root is None else reading.read(root, found)
    assert mapping is not None, found.render()
    for case in mapped["cases"]:
        lines = [line if isinstance(line, str) else json.dumps(line) for line in case["lines"]]
        assert entries(mapping, lines) == case["entries"], case["about"]


def test_a_conversation_of_claude_conforms_with_the_shipped_mapping() -> None:
    found = load(shipped_agents() / "claude" / FILE_NAME).manifest
    assert found is not None
    assert found.session is not None
    assert found.session.transcript is not None
    for case in data("conversation.json")["claude"]:
        got = entries(found.session.transcript, case["lines"])
        for entry in got:  # both came to the format later than this data
            entry.get("tool", {}).pop("input", None)
            entry.get("tool", {}).pop("asks", None)
        assert got == case["entries"], case["about"]


def test_entries_sent_by_another_machine_conform() -> None:
    for case in data("conversation.json")["phone"]:
        assert readable(case["entries"]) == case["read"], case["about"]
