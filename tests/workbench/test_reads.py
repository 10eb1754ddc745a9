from __future__ import annotations

from hivemind.workbench.reads import explain, read_screen
from hivemind.workbench.screens import of_plain_text
from tests.workbench.conftest import Agent


def test_a_waiting_screen_is_told_with_what_it_asks(toy: Agent) -> None:
    told = read_screen(toy[2], of_plain_text("─" * 40 + "\n Run it: allow?\n ❯ 1. Yes\n   2. No\n"))
    assert (told.status, told.rule, told.line, told.seen) == ("permission", 0, 10, True)
    assert told.asks is not None
    assert [(choice.number, choice.label) for choice in told.asks.choices] == [(1, "Yes"), (2, "No")]
    assert told.asks.selected == 0


def test_a_default_is_not_seen(toy: Agent) -> None:
    told = read_screen(toy[2], of_plain_text("nothing known"))
    assert (told.status, told.rule, told.line, told.seen, told.asks) == ("idle", None, None, False, None)
    assert told.last_line == "nothing known"


def test_every_rule_is_explained_and_the_first_that_matches_decides(toy: Agent) -> None:
    verdicts = explain(toy[2], of_plain_text("spinning, will you allow? this"))
    assert [verdict.matches for verdict in verdicts] == [True, True, True, False, False]
    assert [verdict.decides for verdict in verdicts] == [True, False, False, False, False]
    assert [verdict.line for verdict in verdicts] == [10, 11, 12, 13, 14]
