from __future__ import annotations

import pytest

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.detect.vocabulary import Use, Word, compile_word, pick


def read_text(use: Use) -> str | None:
    text: str | None = use.read(str)
    count: int | None = use.modifier("count", int)
    return None if text is None else text * (1 if count is None else count)


TABLE = {"say": Word(read_text, modifiers=("count",)), "sing": Word(read_text)}


def compiled(text: str) -> tuple[str | None, list[str]]:
    report = Report()
    node = yamldoc.parse(text, "agent.yaml", report)
    assert node
    made = compile_word(node, report, TABLE, "word")
    return made, [f"{p.where.column} {p.code}: {p.message}" + (f" | {p.hint}" if p.hint else "") for p in report]


@pytest.mark.parametrize(("text", "made"), [("{say: a}", "a"), ("{say: a, count: 2}", "aa"), ("{sing: b}", "b")])
def test_a_word_compiles_with_its_modifiers(text: str, made: str) -> None:
    assert compiled(text) == (made, [])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{sya: a}", "2 manifest.unknown_test: 'sya' is not a word | did you mean 'say'? Words: say, sing"),
        ("{sing: a, count: 2}", "11 manifest.unknown_test: 'count' is not a word | Words: say, sing"),
        (
            "{say: a, sing: b}",
            "10 manifest.two_tests: 'say' and 'sing' in one mapping, expected one | put them into a list of their own each",
        ),
        ("{say: a, count: many}", "17 manifest.wrong_type: count: found 'many', expected a whole number"),
        ("[say]", "1 manifest.wrong_type: found a list, expected a word, a mapping with one key"),
        ("{}", "1 manifest.missing_field: empty mapping, expected a word"),
    ],
)
def test_a_use_with_a_problem_makes_nothing(text: str, problem: str) -> None:
    assert compiled(text) == (None, [problem])


def test_what_was_picked_knows_its_place() -> None:
    report = Report()
    node = yamldoc.parse("{say: a}", "agent.yaml", report)
    assert node
    use = pick(node, report, TABLE, "word")
    assert use
    assert (use.word, use.node.where.column) == ("say", 7)
    use.refuse("not that", hint="this")
    assert [(p.code, p.message, p.hint) for p in report] == [("manifest.bad_test", "say: not that", "this")]
