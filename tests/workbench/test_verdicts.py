from __future__ import annotations

from collections.abc import Callable

import pytest

from hivemind.workbench.cases import Screen
from hivemind.workbench.verdicts import is_right, judge
from tests.workbench.conftest import Agent

Make = Callable[..., Screen]


@pytest.mark.parametrize(
    ("label", "fields", "status", "says", "right"),
    [
        ("idle", {}, "idle", "", True),
        ("idle", {}, "working", "", False),
        ("idle", {"also": ("working",)}, "working", "", True),
        ("blocked", {"says": "trust"}, "blocked", "trust", True),
        ("blocked", {"says": "trust"}, "blocked", "", False),
        ("blocked", {}, "permission", "", True),
        ("blocked", {}, "question", "", True),
        ("blocked", {}, "permission", "other", False),
        ("blocked", {"says": "trust"}, "permission", "", False),
        ("permission", {}, "blocked", "", False),
    ],
)
def test_which_readings_are_right(
    toy: Agent, case: Make, label: str, fields: dict[str, object], status: str, says: str, right: bool
) -> None:
    """A blocked screen may be read as the permission or question that a key settles; never the other way round."""
    assert is_right(toy[1], case(["x"], label, **fields), status, says)[0] is right


def test_a_tally_counts_and_says_why(toy: Agent, case: Make) -> None:
    tally = judge(toy[1], toy[2], [case(["spinning"], "working"), case(["allow?"], "working")])
    assert (tally.right, tally.total, tally.is_right) == (1, 2, False)
    assert [(v.right, v.line, v.why) for v in tally.verdicts] == [
        (True, 11, ""),
        (False, 10, "reads permission, not working"),
    ]
