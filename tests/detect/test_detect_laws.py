"""Laws of the engine: it reads what a naive interpreter reads, and its steps grow as the text does."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Self

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench import naive
from hivemind.base import yamldoc
from hivemind.base.places import shipped_agents
from hivemind.base.problems import Report
from hivemind.detect.ruleset import Ruleset
from hivemind.detect.text import ScreenText
from hivemind.protocol.program import ProgramRecord, ProgramState, Progress, ProgressState

FIXTURES = Path(__file__).parents[2] / "fixtures" / "screens"
WORDS = [
    "yes",
    "Do you want",
    "esc",
    "to interrupt",
    "ing",
    "❯",
    "⠋",
    "3",
    "tasks",
    " ",
    "  ",
    "x",
    "Éa",
    "│",
    "─" * 24,
]
TEXTS = st.sampled_from([*(word for word in WORDS if word.strip()), "esc to interrupt", "s t", "would you like", "3 t"])
ROW = st.lists(st.sampled_from(WORDS), max_size=5).map("".join)
ROWS = st.lists(ROW, max_size=9)
CHARACTERS = st.lists(st.sampled_from(["❯", "⠋", "braille", "x", "3", "│"]), min_size=1, max_size=3)
SETS = st.sampled_from(["space", "digit", "word", "!word", "!space", "x❯", "!─"])
COUNTS = st.integers(1, 4)


def one(key: str, values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({key: values})


LINE_LEAF = st.one_of(
    *(one(key, TEXTS) for key in ("contains", "containsCS", "startsWith")),
    *(one(key, CHARACTERS) for key in ("startsWithAny", "gerundAfterPrefix", "letterAfterPrefix")),
    st.fixed_dictionaries(
        {
            "numBeforeWord": st.sampled_from(["tasks", "T", "x"]),
            "op": st.sampled_from(["gt", "gte", "lt", "lte", "eq"]),
            "value": st.sampled_from([2, 3, 3.5, 33]),
        }
    ),
)
LINE = st.lists(st.one_of(LINE_LEAF, one("anyOf", st.lists(LINE_LEAF, min_size=1, max_size=3))), min_size=1, max_size=3)
TERM = st.one_of(
    one("lit", TEXTS),
    one("any", st.lists(st.one_of(TEXTS, st.just("")), min_size=1, max_size=3)),
    st.fixed_dictionaries({"run": SETS}, optional={"min": st.integers(0, 2), "max": st.integers(2, 5)}),
    st.fixed_dictionaries({"run": SETS, "max": st.integers(2, 5)}),
    one("upTo", TEXTS),
    one("notNext", SETS),
    one("end", st.just(value=True)),
)
SCOPE = st.one_of(
    st.sampled_from([{"kind": "screen"}, {"kind": "belowRule"}, {"kind": "box"}, {"kind": "belowBox"}]),
    st.fixed_dictionaries({"kind": st.sampled_from(["tail", "tailNonEmpty", "aboveBox", "cursor"]), "n": COUNTS}),
    st.fixed_dictionaries({"kind": st.sampled_from(["box", "aboveBox", "belowBox"]), "mark": st.just("❯")}),
)
LEAF = st.one_of(
    one("contains", TEXTS),
    one("containsCS", TEXTS),
    one("contains", st.just("yes\nx")),
    one("line", LINE),
    one("helper", st.sampled_from(["hasConfirmationPrompt", "hasInterruptPattern", "hasBrailleSpinner"])),
    st.fixed_dictionaries(
        {"seq": st.lists(TERM, min_size=1, max_size=4)}, optional={"at": st.just("start"), "ci": st.just(value=True)}
    ),
    one("title", LINE),
    one("record", st.fixed_dictionaries({"state": st.just(["working", "idle"])}, optional={"app": st.just("x")})),
    one("progress", one("state", st.just(["normal"]))),
)


def grouped(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    some = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(one("all", some), one("any", some), one("not", inner))


def with_scope(tests: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.one_of(tests, st.builds(lambda test, scope: {**test, "scope": scope}, tests, SCOPE))


WHEN = with_scope(st.recursive(with_scope(LEAF), grouped, max_leaves=5))
RULE = st.fixed_dictionaries(
    {"when": WHEN, "then": st.sampled_from(["idle", "working", "blocked"])}, optional={"scope": SCOPE}
)
BLOCK = st.fixed_dictionaries(
    {"default": st.just("idle"), "rules": st.lists(RULE, min_size=1, max_size=4)}, optional={"scope": SCOPE}
)
SCREEN = st.builds(
    naive.Screen,
    ROWS.map(tuple),
    st.sampled_from(["", "⠋ x", "yes"]),
    st.one_of(st.none(), st.tuples(st.integers(0, 8), st.just(0))),
    st.sampled_from([None, {"state": "working", "kind": "", "app": "x"}, {"state": "done", "kind": "", "app": ""}]),
    st.sampled_from([None, "normal", "paused"]),
)
SETTINGS = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)


def made(block: dict[str, Any]) -> Ruleset | None:
    report = Report()
    node = yamldoc.parse(json.dumps(block, ensure_ascii=False), "agent.yaml", report)
    assert node is not None, report.render()
    return Ruleset.from_node(node, report)


def screen_text(screen: naive.Screen, *, with_record: bool = True) -> ScreenText:
    said = screen.record if with_record else None
    records = (ProgramRecord("", ProgramState(said["state"]), said["kind"], app=said["app"]),) if said else ()
    progress = Progress(ProgressState(screen.progress)) if screen.progress else None
    return ScreenText(screen.rows, screen.title, screen.cursor, records=records, progress=progress)


def matching(rules: Ruleset, text: ScreenText) -> list[bool]:
    return [explained.matches for explained in rules.explain(text)]


def decided(rules: Ruleset, text: ScreenText) -> tuple[str, str, int]:
    """What `read` says; a record is left out there, since what it outranks is a law of `evidence`."""
    reading = rules.read(text)
    return reading.status.value, reading.says, reading.index if reading.seen else -1


@SETTINGS
@given(BLOCK, st.lists(SCREEN, min_size=1, max_size=3))
def test_compiled_rules_read_what_the_naive_interpreter_reads(
    block: dict[str, Any], screens: list[naive.Screen]
) -> None:
    rules = made(block)
    if rules is None:
        return
    for screen in [*screens, *reversed(screens)]:
        silent = naive.Screen(screen.rows, screen.title, screen.cursor, None, screen.progress)
        assert decided(rules, screen_text(silent)) == naive.read(block, silent)
        outer = block.get("scope", {"kind": "screen"})
        rows = naive.Rows([row.rstrip() for row in screen.rows], screen.cursor)
        expected = [naive.holds(rule["when"], rows, rule.get("scope", outer), screen) for rule in block["rules"]]
        assert matching(rules, screen_text(screen)) == expected


def shipped(agent: str) -> yamldoc.Node:
    report = Report()
    node = yamldoc.read(shipped_agents() / agent / "agent.yaml", report)
    assert node is not None, report.render()
    assert isinstance(node.value, dict)
    return node.value["detect"].node


def marks() -> list[naive.Screen]:
    found = [
        naive.Screen(
            tuple(mark["screen"]), mark.get("title") or "", None if mark.get("cursor_hidden") else mark.get("cursor")
        )
        for path in sorted(FIXTURES.glob("*/*.json"))
        for mark in json.loads(path.read_text())["marks"]
    ]
    assert len(found) > 100
    return found


@pytest.mark.parametrize("agent", ["claude", "codex"])
def test_shipped_rules_read_recorded_screens_as_the_naive_interpreter_does(agent: str) -> None:
    node = shipped(agent)
    rules, block = Ruleset.from_node(node, Report()), naive.plain(node)
    assert rules
    for screen in marks():
        assert decided(rules, screen_text(screen)) == naive.read(block, screen)


@SETTINGS
@given(WHEN, ROWS, ROWS, COUNTS, ROW)
def test_rows_outside_the_scope_do_not_matter(
    when: dict[str, Any], above: list[str], other: list[str], n: int, last: str
) -> None:
    if '"scope"' in json.dumps(when):
        return
    rules = made(
        {"default": "idle", "scope": {"kind": "tailNonEmpty", "n": n}, "rules": [{"when": when, "then": "working"}]}
    )
    if rules is not None:
        inside = [f"{last}."] * n
        assert decided(rules, ScreenText(above + inside)) == decided(rules, ScreenText(other + inside))


@SETTINGS
@given(BLOCK, SCREEN, SCREEN)
def test_what_was_read_before_does_not_change_a_reading(
    block: dict[str, Any], screen: naive.Screen, other: naive.Screen
) -> None:
    rules, fresh = made(block), made(block)
    if rules is None or fresh is None:
        return
    first = decided(rules, screen_text(screen))
    decided(rules, screen_text(other))
    same = screen_text(screen)
    assert first == decided(rules, same) == decided(rules, same)
    assert decided(fresh, screen_text(other)) == decided(rules, screen_text(other))


SEQS: list[list[dict[str, Any]]] = [
    [{"any": [" " * 20 + last for last in "abcdefgh"]}],
    [{"run": "space"}, {"lit": "k"}],
    [{"run": "!word"}, {"run": "word"}, {"end": True}],
    [{"run": "space", "max": 9000}, {"lit": "k"}],
    [{"any": [" ", "⠋"]}, {"upTo": "no"}, {"end": True}],
    [{"run": "!digit", "max": 5000}, {"upTo": "no"}],
    [{"lit": " "}, {"run": " ", "max": 4000}, {"run": "digit"}],
    [{"notNext": "word"}, {"run": "⠋ ", "min": 0}, {"run": "digit"}],
]
TEXT_OF: list[Callable[[int], list[str]]] = [
    lambda n: [" " * (n - 1) + "."],
    lambda n: ["⠋" * n],
    lambda n: [" " * (n - 3) + "nok"],
]


def opcodes(rules: Ruleset, rows: list[str]) -> int:
    """Bytecodes that a first reading takes: every loop of the engine's own; a search inside `str` is one."""
    taken = 0

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal taken
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        taken += event == "opcode"
        return trace

    text = ScreenText(rows)
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        rules.read(text)
    finally:
        sys.settrace(before)
    return taken


def of_seq(terms: list[dict[str, Any]]) -> Ruleset:
    rules = made({"default": "idle", "rules": [{"when": {"seq": terms}, "then": "working"}]})
    assert rules
    return rules


@pytest.mark.parametrize("terms", SEQS, ids=str)
@pytest.mark.parametrize("text", TEXT_OF, ids=["spaces", "braille", "near miss"])
def test_steps_double_at_most_when_a_line_of_1000_doubles(
    terms: list[dict[str, Any]], text: Callable[[int], list[str]]
) -> None:
    half, whole = opcodes(of_seq(terms), text(1_000)), opcodes(of_seq(terms), text(2_000))
    assert whole <= 2.3 * half


@pytest.mark.parametrize("terms", SEQS, ids=str)
def test_steps_double_at_most_when_a_screen_of_120_by_20_doubles(terms: list[dict[str, Any]]) -> None:
    rows = [" " * (110 - row) + "⠋" * row + "." for row in range(40)]
    half, whole = opcodes(of_seq(terms), rows[::2]), opcodes(of_seq(terms), rows)
    assert whole <= 2.3 * half


class Counted(str):
    """A row that counts how many of its characters are looked at: a step each, also inside the searches of `str`."""

    __slots__ = ("steps",)
    steps: list[int]

    def __new__(cls, text: str, steps: list[int]) -> Self:
        made = super().__new__(cls, text)
        made.steps = steps
        return made

    def lower(self) -> Counted:
        return Counted(super().lower(), self.steps)

    def lstrip(self, characters: str | None = None, /) -> Counted:
        return Counted(super().lstrip(characters), self.steps)

    def __getitem__(self, key: Any) -> str:
        found = super().__getitem__(key)
        self.steps[0] += len(found)
        return found

    def __iter__(self) -> Any:
        self.steps[0] += len(self)
        return super().__iter__()

    def __contains__(self, wanted: object) -> bool:
        at = super().find(str(wanted))
        self.steps[0] += len(self) if at < 0 else at + len(str(wanted))
        return at >= 0

    def find(self, wanted: str, start: Any = 0, end: Any = None, /) -> int:
        at = super().find(wanted, start, end)
        self.steps[0] += len(self) - start if at < 0 else at + len(wanted) - start
        return at

    def startswith(self, wanted: Any, start: Any = 0, end: Any = None, /) -> bool:
        tried = super().__getitem__(slice(start, start + len(wanted)))
        alike = next((at for at, pair in enumerate(zip(tried, wanted, strict=False)) if pair[0] != pair[1]), len(tried))
        self.steps[0] += min(alike + 1, len(wanted))
        return super().startswith(wanted, start, end)


def looked_at(terms: list[dict[str, Any]], rows: list[str]) -> tuple[int, int]:
    """Characters that the rule looks at, and the bound that is promised for a screen of that size."""
    rules = of_seq(terms)
    text = ScreenText(rows)
    steps = [0]
    text.layout.rows = tuple(Counted(row, steps) for row in text.rows)
    rules.read(text)
    return steps[0], rules.costs(len(rows), max(map(len, rows)))[0].steps


@pytest.mark.parametrize("terms", SEQS, ids=str)
@pytest.mark.parametrize("text", TEXT_OF, ids=["spaces", "braille", "near miss"])
def test_characters_looked_at_double_at_most_and_stay_within_the_bound(
    terms: list[dict[str, Any]], text: Callable[[int], list[str]]
) -> None:
    half, whole = looked_at(terms, text(5_000)), looked_at(terms, text(10_000))
    assert 0 < whole[0] <= 2.3 * half[0] + 10
    assert whole[0] <= whole[1]


@pytest.mark.parametrize("terms", SEQS, ids=str)
def test_a_screen_of_400_by_120_stays_within_the_bound(terms: list[dict[str, Any]]) -> None:
    rows = [" " * (390 - row) + "⠋" * row + "no" for row in range(120)]
    steps, bound = looked_at(terms, rows)
    assert 0 < steps <= bound


def test_a_quadratic_search_would_be_seen() -> None:
    steps = [0]
    line = Counted(" " * 1_000, steps)
    for start in range(1_000):
        line.find("x", start)
    assert steps[0] > 100 * len(line)
