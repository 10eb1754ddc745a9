from __future__ import annotations

from collections.abc import Callable

from hivemind.workbench.cases import Screen, find_cases
from hivemind.workbench.lint import lint
from tests.workbench.conftest import REPOSITORY, Agent

Make = Callable[..., Screen]

RULE = "─" * 80


def test_rules_that_do_nothing_are_told_apart(toy: Agent, case: Make) -> None:
    cases = [case(["will you allow? this"], "permission"), case(["spinning"], "working"), case(["", "> "], "idle")]
    told = lint(toy[1], toy[2], cases)
    assert [(one.rule, one.line, one.shadowed_by) for one in told.shadowed] == [(2, 12, (10,))]
    assert [(one.rule, one.line) for one in told.never] == [(3, 13)]
    assert not told.is_clean


def test_words_of_a_conversation_that_count_are_a_flip(toy: Agent, case: Make) -> None:
    rests = case(["said", "", RULE, ">", RULE], "idle")
    told = lint(toy[1], toy[2], [case(["allow?"], "permission", name="asks"), rests])
    quoted = {kind.kind: kind for kind in told.kinds if kind.kind.startswith("quoted")}
    assert all(kind.right == 0 for kind in quoted.values())
    flip = quoted["quoted with '> '"].flips[0]
    assert (flip.expected, flip.status, flip.line) == ("idle", "permission", 10)


def test_screens_that_read_wrong_are_named_and_not_mutated(toy: Agent, case: Make) -> None:
    told = lint(toy[1], toy[2], [case(["allow?"], "idle", name="odd")])
    assert (told.wrong, told.cases, told.kinds) == (("odd",), 0, ())


def test_the_share_without_titles_and_records_is_counted(demo: Agent) -> None:
    cases = find_cases([REPOSITORY / "fixtures" / "screens" / "demo"])
    told = lint(demo[1], demo[2], cases)
    assert told.wrong == ()
    assert told.bare.total == len(cases)
    assert told.bare.right > 0
