"""The rules of `session.transcript`."""

import pytest

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.manifest import transcript

REFUSED = {
    "nothing to read": ("{ require: { type: a } }", "manifest.exactly_one"),
    "two things to read": ("{ who: agent, text: a, result: { of: a, text: b } }", "manifest.exactly_one"),
    "text of nobody": ("{ text: a }", "manifest.missing_field"),
    "who beside a tool": ("{ who: agent, tool: { id: a, name: b } }", "manifest.misplaced_field"),
    "who beside a result": ("{ who: person, result: { of: a, text: b } }", "manifest.misplaced_field"),
    "item without each": ("{ who: agent, text: a, item: { type: b } }", "manifest.misplaced_field"),
    "no field path": ("{ who: agent, text: a-b }", "manifest.bad_value"),
    "no field path as a key": ("{ who: agent, text: a, require: { a-b: 1 } }", "manifest.bad_value"),
    "a list as a condition": ("{ who: agent, text: a, require: { b: [] } }", "manifest.wrong_type"),
    "no condition": ("{ who: agent, text: a, require: {} }", "manifest.bad_value"),
    "somebody else": ("{ who: tool, text: a }", "manifest.bad_value"),
    "nine fields for about": ("{ tool: { id: a, name: b, about: [a, a, a, a, a, a, a, a, a] } }", "manifest.bad_value"),
    "an empty tool": ("{ tool: }", "manifest.wrong_type"),
}


def read(rule: str) -> tuple[transcript.Transcript | None, list[str]]:
    report = Report()
    root = yamldoc.parse(f"id: a\nat: b\nsaid:\n- {rule}\n", "f", report)
    assert root is not None
    return transcript.read(root, report), [p.code for p in report]


@pytest.mark.parametrize(("rule", "code"), REFUSED.values(), ids=REFUSED)
def test_a_rule_is_refused(rule: str, code: str) -> None:
    found, codes = read(rule)
    assert (found, codes) == (None, [code])


def test_a_condition_keeps_its_type() -> None:
    found, codes = read("{ who: agent, text: a, require: { a: 1, b: true, c: '1', d: 1.5 } }")
    assert codes == []
    assert found is not None
    assert [(type(v), v) for v in found.said[0].require.values()] == [(int, 1), (bool, True), (str, "1"), (float, 1.5)]
