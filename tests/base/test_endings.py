"""How the end of a program is told."""

from __future__ import annotations

import pytest

from hivemind.base.endings import ending


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (0, "exited (0)"),
        (3, "exited (3)"),
        (-3, "killed (SIGQUIT)"),
        (-9, "killed (SIGKILL)"),
        (-50, "killed (signal 50)"),
        (-1, "exited"),
    ],
)
def test_an_end_is_told_by_its_code_or_its_signal_and_an_unknown_one_claims_nothing(code: int, told: str) -> None:
    assert ending(code) == told
