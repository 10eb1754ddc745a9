from __future__ import annotations

import asyncio

from hivemind.tile.signal import Signal


async def test_a_fire_wakes_all_that_wait_and_nobody_later() -> None:
    signal = Signal()
    waiting = [asyncio.create_task(signal.wait(5)) for _ in range(3)]
    await asyncio.sleep(0)
    signal.fire()
    assert await asyncio.gather(*waiting) == [True, True, True]
    assert not await signal.wait(0.01)


async def test_a_wait_that_is_cancelled_leaves_nothing_behind() -> None:
    signal = Signal()
    task = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert signal._waiting == set()
