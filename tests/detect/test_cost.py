from __future__ import annotations

import pytest

from hivemind.base import yamldoc
from hivemind.base.problems import Report
from hivemind.detect.cost import cost_of
from hivemind.detect.regions import SCREEN


@pytest.mark.parametrize(
    ("expression", "steps"),
    [
        ("{contains: x}", 3000),
        ("{scope: {kind: tail, n: 2}, contains: x}", 200),
        ("{scope: {kind: cursor, n: 1}, contains: x}", 300),
        ("{scope: {kind: aboveBox, n: 2}, contains: x}", 200),
        ("{all: [{contains: x}, {not: {contains: y}}]}", 6000),
        ("{title: [{contains: x}]}", 200),
        ("{line: [{anyOf: [{contains: x}, {contains: y}]}, {contains: z}]}", 18000),
        ("{seq: [{lit: x}, {end: true}]}", 21000),
        ("{record: {state: [idle]}}", 0),
    ],
)
def test_the_bound_follows_from_rows_columns_and_tests(expression: str, steps: int) -> None:
    node = yamldoc.parse(expression, "agent.yaml", Report())
    assert node
    assert cost_of(node, SCREEN, (30, 100), node.where).steps == steps
