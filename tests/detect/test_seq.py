from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.detect import seq as seq_module
from hivemind.detect.line_tests import is_braille
from hivemind.detect.screen_tests import SCREEN_TESTS
from hivemind.detect.seq import CLASSES, CharacterSet, Line
from hivemind.detect.vocabulary import pick

Holds = Callable[..., bool]
Wrong = Callable[[str], list[str]]


@pytest.mark.parametrize(
    ("terms", "line", "expected"),
    [
        ("[{lit: b}]", "abc", True),
        ("[{lit: b}], at: start", "abc", False),
        ("[{lit: ' b'}], at: start", " b", True),
        ("[{lit: abc}], ci: true", "xABC", True),
        ("[{lit: abc}]", "xABC", False),
        ("[{any: [a, ab]}, {lit: c}]", "abc", False),
        ("[{any: [ab, a]}, {lit: c}]", "abc", True),
        ("[{any: [x, '']}, {lit: c}]", "abc", True),
        ("[{run: digit}, {lit: k}]", "12k", True),
        ("[{run: digit, min: 3}, {lit: k}]", "12k", False),
        ("[{run: digit, max: 2}, {lit: k}], at: start", "123k", False),
        ("[{run: digit, max: 2}, {lit: k}]", "123k", True),
        ("[{run: digit}, {run: space, min: 0}, {lit: k}]", "12  k", True),
        ("[{run: digit}, {run: space, min: 0}, {lit: k}]", "12k", True),
        ("[{run: '!x', max: 1}, {lit: x}], at: start", "ax", True),
        ("[{run: '!x', max: 1}, {lit: x}], at: start", "xx", False),
        ("[{lit: '('}, {upTo: '…'}, {lit: ')'}]", "(abc…)", True),
        ("[{lit: '('}, {upTo: '…'}, {lit: ')'}]", "(abc…x…)", False),
        ("[{lit: '>'}, {notNext: digit}]", "a >", True),
        ("[{lit: '>'}, {notNext: digit}]", ">1 >2", False),
        ("[{lit: x}, {end: true}]", "xyx", True),
        ("[{lit: x}, {end: true}]", "xy", False),
        ("[{end: true}], at: start", "", True),
        ("[{end: true}]", "abc", True),
        ("[{run: word}, {lit: '  '}]", "_a1  x", True),
        ("[{run: space}, {lit: x}], at: start", "\u00a0\f\v\tx", True),
    ],
)
def test_sequences(holds: Holds, terms: str, line: str, expected: object) -> None:
    assert holds(f"{{seq: {terms}}}", ["", line] if line else [""]) is expected


def test_nothing_crosses_a_line_break(holds: Holds) -> None:
    assert not holds("{seq: [{lit: a}, {run: '!x'}], at: start}", ["a", "b"])


@pytest.mark.parametrize(
    ("terms", "problem"),
    [
        ("[{run: space, min: 1}, {lit: ' x'}]", "manifest.starving_run"),
        ("[{run: space}, {lit: x}]", ""),
        ("[{run: digit}, {run: space, min: 0}, {lit: k}]", ""),
        ("[{run: digit}, {run: space, min: 0}, {lit: '1'}]", "manifest.starving_run"),
        ("[{run: digit}, {run: word}]", "manifest.starving_run"),
        ("[{run: digit}, {run: '!word'}]", ""),
        ("[{run: '!a'}, {run: '!b'}]", "manifest.starving_run"),
        ("[{run: digit}, {upTo: x}]", "manifest.starving_run"),
        ("[{run: digit}, {notNext: space}, {any: [a, '']}, {any: ['1', b]}]", "manifest.starving_run"),
        ("[{run: digit, max: 4}, {lit: '1'}]", ""),
        ("[{run: digit}, {end: true}]", ""),
        ("[{run: digit, min: 3, max: 2}]", "manifest.bad_test"),
        ("[{run: digit, min: -1}]", "manifest.bad_value"),
        ("[{run: '!'}]", "manifest.bad_test"),
        ("[{lit: ''}]", "manifest.bad_value"),
        ("[{any: ['', '']}]", ""),
        ("[{any: []}]", "manifest.bad_value"),
        ("[{any: [a,b,c,d,e,f,g,h,i]}]", "manifest.bad_value"),
        ("[{lit: a, upTo: b}]", "manifest.two_tests"),
        ("[{lit: a, max: 2}]", "manifest.unknown_test"),
        ("[{literal: a}]", "manifest.unknown_test"),
        ("[{end: false}]", "manifest.wrong_type"),
        ("[]", "manifest.bad_value"),
        ("[" + ",".join(["{lit: a}"] * 13) + "]", "manifest.bad_value"),
        ("[{lit: A}], ci: true", "manifest.bad_test"),
        ("[{run: 'aB'}], ci: true", "manifest.bad_test"),
        ("[{run: word}], ci: true", ""),
        ("[{lit: a}], at: end", "manifest.bad_value"),
        ("[{lit: a}], ci: maybe", "manifest.wrong_type"),
    ],
)
def test_what_is_refused_when_the_file_is_read(wrong: Wrong, terms: str, problem: str) -> None:
    found = wrong(f"{{seq: {terms}}}")
    assert [line.split(" ")[1].rstrip(":") for line in found] == ([problem] if problem else [])


TERMS = st.one_of(
    st.sampled_from(["a", "ab", " "]).map(lambda s: {"lit": s}),
    st.lists(st.sampled_from(["", "a", "ba"]), min_size=1, max_size=3).map(lambda s: {"any": s}),
    st.tuples(st.sampled_from(["a", "!a", "space"]), st.integers(0, 2), st.integers(2, 3)).map(
        lambda t: {"run": t[0], "min": t[1], "max": t[2]}
    ),
    st.just({"run": "a"}),
    st.sampled_from(["a", "b "]).map(lambda s: {"upTo": s}),
    st.sampled_from(["a", "!a"]).map(lambda s: {"notNext": s}),
    st.just({"end": True}),
)


def naive(terms: list[dict[str, object]], line: str, at: int) -> bool:  # noqa: C901 - one branch a term
    """The definition, word for word."""
    for term in terms:
        if "lit" in term:
            text = str(term["lit"])
            if line[at : at + len(text)] != text:
                return False
            at += len(text)
        elif "any" in term:
            texts = term["any"]
            assert isinstance(texts, list)
            fitting = [text for text in texts if line[at : at + len(text)] == text]
            if not fitting:
                return False
            at += len(fitting[0])
        elif "run" in term:
            taken = 0
            most = term.get("max", len(line))
            assert isinstance(most, int)
            while at < len(line) and taken < most and in_set(str(term["run"]), line[at]):
                at, taken = at + 1, taken + 1
            if taken < int(str(term.get("min", 1))):
                return False
        elif "upTo" in term:
            text = str(term["upTo"])
            if text not in line[at:]:
                return False
            at = line.index(text, at) + len(text)
        elif "notNext" in term:
            if at < len(line) and in_set(str(term["notNext"]), line[at]):
                return False
        elif at != len(line):
            return False
    return True


def in_set(name: str, character: str) -> bool:
    inside = character in CLASSES.get(name.removeprefix("!"), frozenset(name.removeprefix("!")))
    return inside != name.startswith("!")


def compiled(terms: list[dict[str, object]], *, at_start: bool) -> seq_module.Seq | None:
    report = Report()
    words = ", ".join("{" + ", ".join(f"{key}: {quoted(value)}" for key, value in term.items()) + "}" for term in terms)
    node = yamldoc.parse(f"{{seq: [{words}]{', at: start' if at_start else ''}}}", "x", report)
    assert node
    use = pick(node, report, SCREEN_TESTS, "test")
    assert use
    return seq_module.compile_seq(use)


def quoted(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(quoted, value)) + "]"
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


@given(st.lists(TERMS, min_size=1, max_size=4), st.text("ab ", max_size=9), st.booleans())
def test_a_sequence_matches_as_its_definition_says(terms: list[dict[str, object]], line: str, at_start: object) -> None:
    seq = compiled(terms, at_start=bool(at_start))
    if seq is None:
        return
    columns = [0] if at_start else range(len(line) + 1)
    assert seq.matches(line) == any(naive(terms, line, at) for at in columns)


class Counted(str):
    """Text that counts how often a character of it is looked at."""

    __slots__ = ()
    looks = 0

    def __getitem__(self, key: object) -> str:
        Counted.looks += 1
        return super().__getitem__(key)  # type: ignore[index]


@pytest.mark.parametrize("character", [" ", "⠋"])
def test_the_tables_of_a_line_are_made_in_one_pass(character: str) -> None:
    for length in (1_000, 10_000):
        Counted.looks = 0
        line = Line(Counted(character * length), is_tried_once=False)
        ends = [line.run_end(CharacterSet(frozenset(character)), at, None) for at in range(length + 1)]
        assert set(ends) == {length}
        assert Counted.looks <= length


def test_braille_is_braille() -> None:
    assert [is_braille(c) for c in ("\u27ff", "\u2800", "\u28ff", "\u2900", "")] == [False, True, True, False, False]
