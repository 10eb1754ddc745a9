from __future__ import annotations

import pytest

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.detect.ruleset import Ruleset
from hivemind.detect.text import ScreenText
from hivemind.protocol.status import Status

BLOCK = """\
default: working
scope: {kind: tail, n: 2}
rules:
  - when: {contains: trust}
    then: blocked
    says: trust
  - when: {contains: anywhere}
    then: question
    scope: {kind: screen}
  - when: {contains: ready}
    then: idle
chrome: {line: [{startsWith: "❯"}]}
"""


def made(block: str) -> tuple[Ruleset | None, Report]:
    report = Report()
    node = yamldoc.parse(block, "agent.yaml", report)
    assert node, report.render()
    return Ruleset.from_node(node, report), report


@pytest.fixture
def rules() -> Ruleset:
    ruleset, report = made(BLOCK)
    assert ruleset, report.render()
    return ruleset


def read(rules: Ruleset, *rows: str) -> tuple[str, str, int]:
    reading = rules.read(ScreenText(rows))
    return reading.status.value, reading.says, reading.rule.line if reading.rule else 0


def test_the_first_rule_that_matches_decides_and_is_named_by_its_line(rules: Ruleset) -> None:
    assert read(rules, "trust", "ready") == ("blocked", "trust", 4)
    assert read(rules, "x", "ready") == ("idle", "", 10)


def test_without_a_match_the_default_is_a_guess_without_a_rule(rules: Ruleset) -> None:
    assert read(rules, "nothing") == ("working", "", 0)


def test_a_rule_looks_in_its_own_scope_else_in_that_of_the_block(rules: Ruleset) -> None:
    assert read(rules, "trust", "x", "y") == ("working", "", 0)
    assert read(rules, "anywhere", "x", "y") == ("question", "", 7)


def test_the_last_line_skips_blank_rows_and_chrome(rules: Ruleset) -> None:
    assert rules.last_line(ScreenText(["said", "  and more ", "", "❯ draft", " "])) == "and more"
    assert rules.last_line(ScreenText(["❯ draft", ""])) == ""


def test_every_rule_is_explained(rules: Ruleset) -> None:
    explained = rules.explain(ScreenText(["trust", "ready"]))
    assert [(item.where.line, item.matches) for item in explained] == [(4, True), (7, False), (10, True)]


def test_a_block_without_rules_reads_its_default() -> None:
    ruleset, _report = made("{default: idle, rules: []}")
    assert ruleset
    assert ruleset.read(ScreenText(["x"])).status is Status.IDLE


@pytest.mark.parametrize(
    ("block", "problems"),
    [
        ("{rules: []}", ["1:1 manifest.missing_field: detect: the key 'default' is missing"]),
        ("{default: idle}", ["1:1 manifest.missing_field: detect: the key 'rules' is missing"]),
        (
            "{default: ilde, rules: []}",
            [
                "1:11 manifest.bad_value: default: found 'ilde', expected 'blocked' or 'idle' or 'permission' or 'question' or 'working'"
            ],
        ),
        ("{default: idle, rules: [{then: idle}]}", ["1:25 manifest.missing_field: rule: the key 'when' is missing"]),
        (
            "{default: idle, rules: [{when: {contains: x}, then: idle, says: trust}]}",
            ["1:65 manifest.bad_value: 'says' names a waiting screen, but the rule says 'idle'"],
        ),
        (
            "{default: idle, rules: [{when: {contains: x}, then: blocked, says: A b}]}",
            ["1:68 manifest.bad_value: says: found 'A b', expected a lower-case word, such as 'trust'"],
        ),
        (
            "{default: idle, rules: [{when: {contians: x}, then: blocked}, {when: {seq: [{lit: ''}]}, then: idle}]}",
            [
                "1:33 manifest.unknown_test: 'contians' is not a test",
                "1:83 manifest.bad_value: lit: found '', expected at least 1 character",
            ],
        ),
        ("{default: idle, rules: [], chrome: {nope: 1}}", ["1:37 manifest.unknown_test: 'nope' is not a test"]),
        (
            "{default: idle, rules: [], scope: {kind: nope}}",
            ["1:42 manifest.unknown_scope: 'nope' is not a kind of scope"],
        ),
    ],
)
def test_a_block_with_problems_is_not_made_and_all_of_them_are_reported(block: str, problems: list[str]) -> None:
    ruleset, report = made(block)
    assert ruleset is None
    assert [f"{p.where.line}:{p.where.column} {p.code}: {p.message}" for p in report] == problems


def test_an_unknown_key_is_a_warning_so_that_newer_files_load() -> None:
    ruleset, report = made("{default: idle, rules: [{when: {contains: x}, then: idle, sayz: a}]}")
    assert ruleset
    assert [(p.code, p.severity.value) for p in report] == [("manifest.unknown_field", "warning")]


def test_all_problems_of_a_block_come_at_once() -> None:
    _ruleset, report = made(
        "{default: ilde, scope: {kind: nope}, rules: [{then: x, when: {nope: 1}}], chrome: {nope: 1}}"
    )
    assert [p.where.column for p in report] == [11, 31, 53, 63, 84]


@pytest.mark.parametrize(
    ("rule", "expected"), [("{contains: nothing}", Status.WORKING), ("{record: {state: [blocked]}}", Status.IDLE)]
)
def test_a_block_that_tests_the_record_weighs_it_itself(rule: str, expected: Status) -> None:
    ruleset, _report = made(f"{{default: idle, rules: [{{when: {rule}, then: question}}]}}")
    assert ruleset
    reading = ruleset.read(ScreenText.from_mark({"screen": ["x"], "osc7501": "state=working"}))
    assert (reading.status, reading.seen, reading.index) == (expected, False, -1)


def test_a_reading_that_a_rule_gave_is_seen_and_names_it(rules: Ruleset) -> None:
    reading = rules.read(ScreenText(["ready"]))
    assert (reading.seen, reading.index) == (True, 2)


def test_every_rule_has_a_bound(rules: Ruleset) -> None:
    assert [(cost.where.line, cost.steps) for cost in rules.costs(30, 100)] == [(4, 200), (7, 3000), (10, 200)]
