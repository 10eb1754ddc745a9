from __future__ import annotations

from collections.abc import Callable

import pytest

Holds = Callable[..., bool]
Wrong = Callable[[str], list[str]]

SCREEN = "one\nTwo words\n  three"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("{contains: TWO}", True),
        ("{contains: 'one\n\n  two'}", True),
        ("{containsCS: two}", False),
        ("{containsCS: Two}", True),
        ("{not: {contains: four}}", True),
        ("{all: [{contains: one}, {contains: three}]}", True),
        ("{all: [{contains: one}, {contains: four}]}", False),
        ("{any: [{contains: four}, {contains: three}]}", True),
        ("{any: [{contains: four}, {contains: five}]}", False),
        ("{line: [{startsWith: three}]}", True),
        ("{line: [{contains: one}, {contains: two}]}", False),
        ("{line: [{contains: two}, {contains: words}]}", True),
    ],
)
def test_expressions(holds: Holds, expression: str, expected: object) -> None:
    assert holds(expression, SCREEN) is expected


def test_a_scope_beside_a_key_says_where_all_inside_it_looks(holds: Holds) -> None:
    rows = "contains this\n" + "─" * 30 + "\nand that"
    assert holds("{scope: {kind: belowRule}, all: [{contains: that}, {not: {contains: this}}]}", rows)
    assert not holds("{scope: {kind: belowRule}, contains: this}", rows)


def test_the_innermost_scope_wins(holds: Holds) -> None:
    expression = "{scope: {kind: tail, n: 1}, all: [{contains: three}, {scope: {kind: screen}, contains: one}]}"
    assert holds(expression, SCREEN)


@pytest.mark.parametrize(
    ("expression", "problems"),
    [
        (
            "{contians: x}",
            [
                "1:2 manifest.unknown_test: 'contians' is not a test | did you mean 'contains'? Tests: all, any, not, contains, containsCS, line, helper, seq, title, record, progress"
            ],
        ),
        (
            "{line: [{contians: x}]}",
            [
                "1:10 manifest.unknown_test: 'contians' is not a line test | did you mean 'contains'? Line tests: contains, containsCS, startsWith, startsWithAny, gerundAfterPrefix, letterAfterPrefix, numBeforeWord, anyOf"
            ],
        ),
        (
            "{regex: 'x+'}",
            [
                "1:2 manifest.unknown_test: 'regex' is not a test | Tests: all, any, not, contains, containsCS, line, helper, seq, title, record, progress"
            ],
        ),
        (
            "{contains: x, line: [{contains: y}]}",
            [
                "1:15 manifest.two_tests: 'contains' and 'line' in one mapping, expected one | put them into a list of their own each"
            ],
        ),
        ("{all: []}", ["1:7 manifest.bad_value: all: found 0 items, expected at least 1 item"]),
        ("{contains: ''}", ["1:12 manifest.bad_value: contains: found '', expected at least 1 character"]),
        ("{contains: 5}", ["1:12 manifest.wrong_type: contains: found the number 5, expected text | quote it: '5'"]),
        ("just text", ["1:1 manifest.wrong_type: found 'just text', expected a test, a mapping with one key"]),
        ("{}", ["1:1 manifest.missing_field: empty mapping, expected a test"]),
        (
            "{helper: hasPrompt}",
            [
                "1:10 manifest.unknown_test: 'hasPrompt' is not a helper | did you mean 'hasConfirmationPrompt'? Helpers: hasConfirmationPrompt, hasInterruptPattern, hasBrailleSpinner"
            ],
        ),
        ("{not: [{contains: x}]}", ["1:7 manifest.wrong_type: found a list, expected a test, a mapping with one key"]),
        (
            "{scope: {kind: bottom}, contains: x}",
            [
                "1:16 manifest.unknown_scope: 'bottom' is not a kind of scope | Kinds: screen, tail, tailNonEmpty, belowRule, box, aboveBox, belowBox, cursor"
            ],
        ),
        (
            "{scope: {kind: tail}, contains: x}",
            ["1:9 manifest.missing_field: scope: the key 'n' is missing, the rows of 'tail'"],
        ),
        (
            "{scope: {kind: tail, n: 0}, contains: x}",
            ["1:25 manifest.bad_value: n: found the number 0, expected a whole number of rows, at least 1"],
        ),
        (
            "{scope: {kind: belowRule, n: 3}, contains: x}",
            ["1:30 manifest.bad_value: the scope 'belowRule' takes no 'n'"],
        ),
        (
            "{scope: {kind: box, mark: ' '}, contains: x}",
            ["1:27 manifest.bad_value: mark: found ' ', expected the text that the box begins with"],
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(wrong: Wrong, expression: str, problems: list[str]) -> None:
    assert wrong(expression) == problems


def test_all_problems_are_reported_not_the_first(wrong: Wrong) -> None:
    found = wrong("{all: [{contians: x}, {helper: nope}, {seq: [{lt: x}]}]}")
    assert [line.split(" ")[0] for line in found] == ["1:9", "1:32", "1:47"]


@pytest.mark.parametrize(
    "expression",
    [
        "{line: 5}",
        "{line: [{contains: 5}]}",
        "{line: [{containsCS: 5}]}",
        "{line: [{startsWith: 5}]}",
        "{line: [{startsWithAny: 5}]}",
        "{line: [{letterAfterPrefix: 5}]}",
        "{line: [{gerundAfterPrefix: 5}]}",
        "{line: [{anyOf: 5}]}",
        "{title: 5}",
        "{helper: 5}",
        "{containsCS: 5}",
        "{any: 5}",
        "{all: 5}",
        "{seq: 5}",
        "{seq: [{lit: 5}]}",
        "{seq: [{run: 5}]}",
        "{seq: [{upTo: 5}]}",
        "{seq: [{notNext: 5}]}",
        "{seq: [{any: 5}]}",
        "{scope: 5, contains: x}",
    ],
)
def test_a_value_of_the_wrong_type_is_one_problem_with_its_place(wrong: Wrong, expression: str) -> None:
    (problem,) = wrong(expression)
    assert problem.startswith(f"1:{expression.index('5') + 1} manifest.wrong_type: ")
