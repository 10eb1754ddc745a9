from __future__ import annotations

import pytest

from hivemind.detect.regions import Scope, is_rule
from hivemind.detect.text import ScreenText

LINE = "─" * 30
ROWS = ("first", "", "above", LINE, "❯ draft", "  more", LINE, "  footer", "")


@pytest.mark.parametrize(
    ("scope", "rows"),
    [
        (Scope(), ROWS),
        (Scope("tail", 2), (LINE, "  footer")),
        (Scope("tail", 99), ROWS[:-1]),
        (Scope("tailNonEmpty", 3), ("  footer", LINE, "  more")),
        (Scope("belowRule"), ("  footer", "")),
        (Scope("box"), ("❯ draft", "  more")),
        (Scope("box", 1), ("❯ draft",)),
        (Scope("aboveBox"), ("first", "", "above")),
        (Scope("aboveBox", 2), ("first", "above")),
        (Scope("belowBox"), ("  footer", "")),
        (Scope("box", mark="❯"), ("❯ draft", "  more", LINE, "  footer")),
        (Scope("aboveBox", 1, "❯"), (LINE,)),
        (Scope("belowBox", mark="❯"), ("",)),
        (Scope("box", mark="›"), ()),
        (Scope("aboveBox", mark="›"), ()),
        (Scope("belowBox", mark="›"), ()),
        (Scope("cursor"), ("❯ draft",)),
        (Scope("cursor", 1), (LINE, "❯ draft", "  more")),
    ],
    ids=repr,
)
def test_which_rows_a_scope_is(scope: Scope, rows: tuple[str, ...]) -> None:
    assert ScreenText(ROWS, cursor=(4, 3)).region(scope).rows == rows


@pytest.mark.parametrize("kind", ["belowRule", "box", "aboveBox", "belowBox", "cursor"])
def test_a_region_that_is_not_there_has_no_rows(kind: str) -> None:
    assert ScreenText(["just", "text"]).region(Scope(kind)).rows == ()


def test_a_line_in_a_draft_is_no_edge_of_the_box() -> None:
    rows = [LINE, "❯ like this", "  " + "─" * 24, "  ❯ 1. Yes", LINE, "footer"]
    assert ScreenText(rows).region(Scope("box", 1)).rows == ("❯ like this",)


def test_two_lines_with_nothing_between_are_no_box() -> None:
    assert ScreenText([LINE, "x", LINE, LINE]).region(Scope("box")).rows == ()


def test_the_sides_of_a_box_are_not_in_it() -> None:
    rows = ["╭" + "─" * 28 + "╮", "│ > type here" + " " * 15 + "│", "╰" + "─" * 28 + "╯"]
    assert ScreenText(rows).region(Scope("box")).rows == ("> type here",)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (LINE, True),
        ("  " + LINE, True),
        ("▔" * 60, True),
        ("──────────── my session ──", True),
        ("───────────────── 1 / 1 · 100% ─", True),
        ("┌────────────┬────────────┐", True),
        ("╌" * 60, False),
        ("─" * 19, False),
        ("- - - - - - - - - - - - - -", False),
        ("─── a heading with many words ───", False),
        ("❯ " + LINE, False),
        ("", False),
    ],
)
def test_what_a_rule_is(row: str, expected: object) -> None:
    assert is_rule(row) is expected
