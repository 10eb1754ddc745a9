from __future__ import annotations

import pytest

from hivemind.workbench.explained import explanations

FILE = """\
detect:
  # lint(width 40): nobody uses it so
  rules:
    # seen in 2.1
    # lint(quoted): no other sign
    - when: { contains: a }  # lint(shadowed): kept
      # lint(no screen): rare
      then: idle

    - when: { contains: b }
      then: idle
  chrome: { contains: c }  # lint(never): late
"""


def test_a_comment_speaks_of_the_rule_that_it_is_in_or_above() -> None:
    found = [(one.line, one.rule, one.kind, one.why) for one in explanations(FILE, [6, 10])]
    assert found == [
        (2, None, "width 40", "nobody uses it so"),
        (5, 6, "quoted", "no other sign"),
        (6, 6, "shadowed", "kept"),
        (7, 6, "no screen", "rare"),
        (12, None, "never", "late"),
    ]


@pytest.mark.parametrize("row", ["# lint(): why", "# lint(quoted):", "# lint quoted: why", "x:'# lint(quoted): why'"])
def test_without_a_kind_and_a_reason_nothing_is_explained(row: str) -> None:
    assert explanations(row, []) == ()


def test_an_explanation_covers_what_its_kind_begins() -> None:
    (one,) = explanations("- a  # lint(width 40): narrow", [1])
    assert one.covers("width 40, cut", [None, 1])
    assert not one.covers("width 60, cut", [1])
    assert not one.covers("width 40, cut", [None, 2])
