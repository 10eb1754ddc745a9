"""Waiting for something that another process does: named, with a deadline, and with something to look at when it fails.

For processes, threads and descriptors, which no test clock reaches. Anything else waits on a `Clock` instead.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LOOK_SECONDS = 0.05
"""Pause between two looks."""

LOOP_LOOK_SECONDS = 0.005
"""The same where a look costs nothing, within one process."""


def until(name: str, look: Callable[[], T], *, seconds: float, scene: Callable[[], str] = str) -> T:
    """The first true value of `look`; called at once, then again and again.

    Raises:
        AssertionError: there was none in time. Its message holds the name, the last value and the scene.
    """
    deadline = time.monotonic() + seconds
    while not (seen := look()):
        _give_up_after(deadline, name, seen, seconds, scene)
        time.sleep(LOOK_SECONDS)
    return seen


async def until_async(name: str, look: Callable[[], T], *, seconds: float, scene: Callable[[], str] = str) -> T:
    """The same for a coroutine: other tasks run between two looks."""
    deadline = time.monotonic() + seconds
    while not (seen := look()):
        _give_up_after(deadline, name, seen, seconds, scene)
        await asyncio.sleep(LOOP_LOOK_SECONDS)
    return seen


def _give_up_after(deadline: float, name: str, seen: object, seconds: float, scene: Callable[[], str]) -> None:
    if time.monotonic() > deadline:
        raise AssertionError(f"waited {seconds:g} s, but not yet: {name}\nlast seen: {seen!r}\n{scene()}")
