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
    assert [(one.rule, one.line) for one in told.no_screen] == [(3, 13)]
    assert told.never == ()
    assert not told.is_clean


def test_a_rule_never_matches_only_where_a_screen_wanted_it(toy: Agent, case: Make) -> None:
    told = lint(toy[1], toy[2], [case(["odd"], "blocked", says="odd")])
    assert [one.line for one in told.never] == [13]
    assert 13 not in [one.line for one in told.no_screen]


def explained_by(toy: Agent, *comments: tuple[int, str]) -> str:
    rows = toy[0].report.source.split("\n")
    for line, comment in comments:
        rows[line - 1] += f"  {comment}"
    return "\n".join(rows)


def test_findings_that_the_file_explains_are_told_apart(toy: Agent, case: Make) -> None:
    cases = [case(["allow?"], "permission"), case(["spinning"], "working"), case(["", "> "], "idle")]
    source = explained_by(toy, (12, "# lint(shadowed): kept"), (13, "# lint(no screen): seen once"))
    told = lint(toy[1], toy[2], cases, source)
    assert [one.explained for one in told.no_screen] == ["", "seen once"]
    assert [one.line for one in told.idle_comments] == [12]
    source = explained_by(toy, (12, "# lint(no): rare"), (13, "# lint(no screen): seen once"))
    assert lint(toy[1], toy[2], cases, source).is_clean


def test_a_flip_is_explained_by_the_rule_that_decided_or_decides(toy: Agent, case: Make) -> None:
    cases = [case(["allow?"], "permission"), case(["said", "", RULE, ">", RULE], "idle")]
    told = lint(toy[1], toy[2], cases, explained_by(toy, (10, "# lint(quoted): it has no other sign")))
    quoted = [kind for kind in told.kinds if kind.kind.startswith("quoted")]
    assert [(kind.right, kind.explained) for kind in quoted] == [(0, kind.total) for kind in quoted]
    assert quoted[0].flips[0].explained == "it has no other sign"


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
    told = lint(demo[1], demo[2], cases, demo[0].report.source)
    assert told.wrong == ()
    assert told.bare.total == len(cases)
    assert told.bare.wrong == ()
    assert told.bare.by_status["permission"] == (10, 10)
    assert told.is_clean
