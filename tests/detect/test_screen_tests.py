from __future__ import annotations

from collections.abc import Callable

import pytest

Holds = Callable[..., bool]


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
