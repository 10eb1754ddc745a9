from __future__ import annotations

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.detect.explain import uses, why
from hivemind.detect.regions import SCREEN
from hivemind.detect.text import ScreenText


def explained(expression: str, *rows: str) -> list[str]:
    node = yamldoc.parse(expression, "agent.yaml", Report())
    assert node
    return list(why(node, SCREEN, ScreenText(rows)))


def test_every_part_is_named_with_its_row() -> None:
    assert explained("{all: [{contains: b}, {not: {scope: {kind: tail, n: 1}, contains: a}}]}", "a", "  xb") == [
        "+ all",
        "  + contains: b | xb",
        "  + not",
        "    - contains: a in tail 1",
    ]


def test_a_test_is_found_wherever_it_stands() -> None:
    node = yamldoc.parse("{any: [{not: {record: {state: [idle]}}}]}", "agent.yaml", Report())
    assert node
    assert uses(node, "record")
    assert not uses(node, "title")
