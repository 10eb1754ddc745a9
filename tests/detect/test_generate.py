"""One function for all rules: the same as trying each, and each row judged once."""

import pytest

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.detect.compile import expression_from_node
from hivemind.detect.expressions import All, AnyOf, Expression, RowTest
from hivemind.detect.generate import NONE, RowBits, first_of
from hivemind.detect.regions import SCREEN, Scope
from hivemind.detect.text import ScreenText

TAIL = Scope("tail", 2)


def expression(text: str) -> Expression:
    report = Report()
    node = yamldoc.parse(text, "x.yaml", report)
    assert node is not None
    made = expression_from_node(node, report)
    assert made is not None, report.render()
    return made


RULES = [
    "all: [{contains: yes}, {not: {contains: no}}, {scope: {kind: tailNonEmpty, n: 1}, contains: enter}]",
    "any: [{line: [{startsWith: '> '}]}, {contains: \"two\\nrows\"}, {title: [{contains: busy}]}]",
    "helper: hasConfirmationPrompt",
    "helper: hasInterruptPattern",
    "helper: hasBrailleSpinner",
    "{seq: [{lit: a}, {run: digit}], at: start}",
    "{scope: {kind: box}, containsCS: Draft}",
    "not: {scope: {kind: belowRule}, contains: x}",
]

SCREENS = [
    ([], ""),
    (["yes", "", "press Enter"], ""),
    (["yes", "no", "press enter"], "busy"),
    (["  > quoted", "a12"], ""),
    (["two", "rows", "Do you want", "to? Yes"], ""),
    (["", "would you like", "❯"], ""),
    (["esc", "to", "interrupt", "  ⠋ x"], ""),
    (["─" * 30, "Draft", "─" * 30, "x"], ""),
]


@pytest.mark.parametrize(("rows", "title"), SCREENS)
def test_the_function_gives_the_first_rule_that_holds(rows: list[str], title: str) -> None:
    rules = [(expression(text), scope) for scope in (TAIL, SCREEN) for text in RULES]
    screen = ScreenText(rows, title)
    held = [at for at, (rule, scope) in enumerate(rules) if rule.holds(screen, scope)]
    for at, rule in enumerate(rules):
        assert first_of([rule])(screen) == (0 if at in held else NONE), RULES[at % len(RULES)]
    assert first_of(rules)(screen) == (held[0] if held else NONE)


def test_a_row_that_was_seen_is_not_judged_again() -> None:
    judged: list[str] = []

    def judge(row: str, _low: str) -> bool:
        judged.append(row)
        return False

    read = first_of([(RowTest(judge), SCREEN)])
    for rows in (["a", "b", "a"], ["b", "c"], ["a", "b", "c"]):
        read(ScreenText(rows))
    assert judged == ["a", "b", "c"]


def test_a_test_that_an_alias_repeats_is_one() -> None:
    rule = expression("all: [&x {contains: a}, {any: [*x, {not: *x}]}, {contains: b}]")
    bits = RowBits()
    assert isinstance(rule, All)
    first, group, last = rule.members
    assert isinstance(group, AnyOf)
    tests = [test for test in (first, group.members[0], last) if isinstance(test, RowTest)]
    assert [bits.bit(test) for test in tests] == [1, 1, 2]


def test_what_is_known_of_rows_is_bounded() -> None:
    bits = RowBits(limit=10)
    bit = bits.bit(RowTest(lambda row, _low: row == "7"))
    for start in range(0, 100, 5):
        screen = ScreenText([str(number) for number in range(start, start + 10)])
        assert bool(bits.of(screen) & bit) == (start in {0, 5})
    assert len(bits) <= 10
