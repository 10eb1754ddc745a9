"""Waiting for something that another process does: named, with a deadline, and with something to look at when it fails.

For live tests, whose processes no test clock reaches. Anything inside one process waits on a `Clock` instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LOOK_SECONDS = 0.05
"""Pause between two looks."""


def until(name: str, look: Callable[[], T], *, seconds: float, scene: Callable[[], str] = str) -> T:
    """The first true value of `look`; called at once, then again and again.

    Raises:
        AssertionError: there was none in time. Its message holds the name, the last value and the scene.
    """
    deadline = time.monotonic() + seconds
    while not (seen := look()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds:g} s, but not yet: {name}\nlast seen: {seen!r}\n{scene()}")
        time.sleep(LOOK_SECONDS)
    return seen
