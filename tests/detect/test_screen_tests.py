from __future__ import annotations

from collections.abc import Callable

import pytest

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.detect.compile import compile_expression
from hivemind.detect.text import ScreenText
from hivemind.protocol.program import Progress, ProgressState

Holds = Callable[..., bool]
Wrong = Callable[[str], list[str]]


@pytest.mark.parametrize(
    ("helper", "rows", "expected"),
    [
        ("hasConfirmationPrompt", "Do you want this?\n❯ 1. Go", True),
        ("hasConfirmationPrompt", "would you like tea\nyes", True),
        ("hasConfirmationPrompt", "yes\nDo you want this?", False),
        ("hasConfirmationPrompt", "would you like tea? yes\ndo you want it", False),
        ("hasInterruptPattern", "(ESC to interrupt)", True),
        ("hasInterruptPattern", "ctrl+c to interrupt", True),
        ("hasInterruptPattern", "esc\nand interrupt", True),
        ("hasInterruptPattern", "interrupt", False),
        ("hasBrailleSpinner", "x\n  ⠋ busy", True),
        ("hasBrailleSpinner", "x ⠋ busy", False),
    ],
)
def test_helpers(holds: Holds, helper: str, rows: str, expected: object) -> None:
    assert holds(f"{{helper: {helper}}}", rows) is expected


@pytest.mark.parametrize(
    ("title", "expected"), [("⠋ task | folder", True), ("task | folder", False), ("", False), ("   ⠋ x", True)]
)
def test_the_title_is_tested_by_line_tests(holds: Holds, title: str, expected: object) -> None:
    assert holds("{title: [{startsWithAny: [braille]}]}", "⠋ on the screen", title=title) is expected


def test_the_title_does_not_depend_on_the_scope(holds: Holds) -> None:
    assert holds("{scope: {kind: belowRule}, title: [{contains: x}]}", "no rule", title="x")


def test_a_sequence_sees_the_indentation(holds: Holds) -> None:
    assert holds("{seq: [{lit: '  x'}], at: start}", "  x")
    assert not holds("{seq: [{lit: 'x'}], at: start}", "  x")


def test_what_the_program_says_of_itself_is_tested_with_record_and_progress() -> None:
    def holds(expression: str, text: ScreenText) -> bool:
        node = yamldoc.parse(expression, "agent.yaml", Report())
        assert node
        test = compile_expression(node, Report())
        assert test
        return test(text)

    said = ScreenText.from_mark({"screen": ["x"], "osc7501": "state=blocked:kind=auth:app=codex"})
    assert holds("{record: {state: [working, blocked], kind: [auth], app: codex}}", said)
    assert not holds("{record: {state: [working]}}", said)
    assert not holds("{record: {kind: [question]}}", said)
    assert not holds("{record: {app: vibe}}", said)
    assert not holds("{record: {state: [blocked]}}", ScreenText.from_mark({"screen": ["x"], "osc7501": None}))
    drawn = ScreenText(["x"], progress=Progress(ProgressState.UNKNOWN))
    assert holds("{progress: {state: [unknown]}}", drawn)
    assert not holds("{progress: {state: [normal]}}", drawn)
    assert not holds("{progress: {state: [unknown]}}", said)


def test_a_record_that_asks_nothing_is_refused(wrong: Wrong) -> None:
    assert [line.split(" | ")[0] for line in wrong("{record: {}}")] == ["1:10 manifest.bad_test: record: says nothing"]
