from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.detect.line_tests import compile_line_test

Holds = Callable[..., bool]
Wrong = Callable[[str], list[str]]


@pytest.mark.parametrize(
    ("test", "line", "expected"),
    [
        ("startsWith: Trust", "   trust this", True),
        ("startsWith: trust", "do trust", False),
        ("startsWithAny: ['❯', '>']", "  > x", True),
        ("startsWithAny: ['❯']", "x ❯", False),
        ("startsWithAny: ['❯']", "", False),
        ("startsWithAny: [braille]", "⠋ busy", True),
        ("startsWithAny: [braille]", "busy", False),
        ("gerundAfterPrefix: ['✻']", "✻ Thinking… (3s)", True),
        ("gerundAfterPrefix: ['✻']", "✻ Baked for 2s", False),
        ("gerundAfterPrefix: ['✻']", "Thinking", False),
        ("gerundAfterPrefix: ['✻']", "✻ ", False),
        ("gerundAfterPrefix: ['✻']", "✻✻ Thinking", False),
        ("gerundAfterPrefix: [braille]", "⠋⠙ Working...", True),
        ("gerundAfterPrefix: ['·']", "· SINGING)", True),
        ("letterAfterPrefix: ['●']", "●  é", True),
        ("letterAfterPrefix: ['●']", "● 3", False),
        ("letterAfterPrefix: ['●']", "● 漢", False),
        ("numBeforeWord: task, op: gt, value: 0", "/tasks  3 tasks", True),
        ("numBeforeWord: task, op: gt, value: 0", "0 tasks, 3 tasks", False),
        ("numBeforeWord: task, op: gt, value: 0", "3tasks", False),
        ("numBeforeWord: Task, op: lte, value: 2.5", "no task but 2 TASKS", True),
        ("numBeforeWord: task, op: eq, value: 12", "x12 task", True),
        ("numBeforeWord: task, op: gte, value: 1", "many tasks", False),
        ("anyOf: [{contains: a}, {startsWith: b}]", "be", True),
        ("anyOf: [{contains: a}, {startsWith: b}]", "kk", False),
    ],
)
def test_line_tests(holds: Holds, test: str, line: str, expected: object) -> None:
    assert holds(f"{{line: [{{{test}}}]}}", ["ZZZ", line]) is expected


@pytest.mark.parametrize(
    ("test", "problem"),
    [
        (
            "startsWithAny: ['ab']",
            "manifest.bad_test: startsWithAny: 'ab' is not one character | each entry is one character, or the word 'braille'",
        ),
        ("startsWithAny: []", "manifest.bad_value: startsWithAny: found 0 items, expected at least 1 item"),
        ("numBeforeWord: ' ', op: gt, value: 1", "manifest.bad_test: numBeforeWord: found blanks, expected a word"),
        ("numBeforeWord: x, value: 1", "manifest.missing_field: numBeforeWord: the key 'op' is missing"),
        (
            "numBeforeWord: x, op: gr, value: 1",
            "manifest.bad_value: op: found 'gr', expected 'eq' or 'gt' or 'gte' or 'lt' or 'lte'",
        ),
        ("contains: x, op: gt", "manifest.unknown_test: 'op' is not a line test"),
    ],
)
def test_what_is_wrong(wrong: Wrong, test: str, problem: str) -> None:
    (found,) = wrong(f"{{line: [{{{test}}}]}}")
    assert found.split(" ", 1)[1].startswith(problem)


def test_a_number_of_any_length_is_read(holds: Holds) -> None:
    assert holds("{line: [{numBeforeWord: s, op: gt, value: 5}]}", "9" * 10_000 + " s")


@given(
    st.text(),
    st.sampled_from(["contains: a", "gerundAfterPrefix: [braille, 'a']", "numBeforeWord: a, op: gt, value: 0"]),
)
def test_no_line_makes_a_test_raise(line: str, test: str) -> None:
    report = Report()
    node = yamldoc.parse(f"{{{test}}}", "x", report)
    assert node
    compiled = compile_line_test(node, report)
    assert compiled
    assert compiled(line.lstrip(), line.lower().lstrip()) in {True, False}
