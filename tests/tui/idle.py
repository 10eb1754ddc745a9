"""When an app under test has done all that follows from what it was given.

Textual's own pilot takes an app for idle once its process has used little processor time for 20 ms: each key costs
40 ms in which nothing happens, and on a busy machine a process that is only kept waiting looks idle. The event loop
knows better: nothing is ready to run, no thread works for it, and no timer is due soon.
"""

from __future__ import annotations

import asyncio
from typing import Any

SOON = 0.12
"""Seconds. A timer that is due by then belongs to what is going on, such as a repaint that was put off (`repaints.GAP`)."""

THREAD_LOOK_SECONDS = 0.001
"""Pause between two looks at a thread that works."""

QUIET_PASSES = 3
"""So often in a row nothing is found: what came in by a descriptor is ready only after the loop has looked there."""


async def wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Return when the running loop has nothing to do but wait, at the latest after `max_sleep` seconds.

    `min_sleep` is taken so that it can stand for the pilot's own function.
    """
    loop: Any = asyncio.get_running_loop()
    deadline = loop.time() + max_sleep
    await asyncio.sleep(min_sleep)
    quiet = 0
    while quiet < QUIET_PASSES and loop.time() < deadline:
        await asyncio.sleep(0)
        quiet += 1
        if loop._ready:
            quiet = 0
        elif _has_working_threads(loop):
            quiet = 0
            await asyncio.sleep(THREAD_LOOK_SECONDS)
        elif (pause := _until_next_timer(loop)) <= SOON:
            quiet = 0
            await asyncio.sleep(pause)


def _has_working_threads(loop: Any) -> bool:
    pool = loop._default_executor
    return pool is not None and pool._idle_semaphore._value < len(pool._threads)


def _until_next_timer(loop: Any) -> float:
    due: float = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=float("inf"))
    now: float = loop.time()
    return max(0.0, due - now)
