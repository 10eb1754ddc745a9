"""What tests of looks share: three sizes, and keys that are pressed before a picture is taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.room import LARGE, MIDDLE, SMALL

Compare = Callable[..., bool]
"""The fixture `snap_compare`."""

SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=["80x24", "120x40", "200x60"])

PAUSES = 3
"""So many let everything come to rest that follows from a key."""


def typed(*keys: str) -> Callable[[Pilot[int]], Any]:
    """Presses keys once the room stands."""

    async def press(pilot: Pilot[int]) -> None:
        await rest(pilot)
        for key in keys:
            await pilot.press(key)
        await rest(pilot)

    return press


async def rest(pilot: Pilot[int]) -> None:
    for _ in range(PAUSES):
        await pilot.pause()
