"""Waiting for an app to be idle: what belongs to its work, and what does not."""

from __future__ import annotations

import asyncio
import threading

from tests.tui.idle import QUIET_PASSES, SOON, wait_for_idle


async def test_what_follows_from_what_is_going_on_is_done() -> None:
    done: list[int] = []
    loop = asyncio.get_running_loop()

    def step() -> None:
        done.append(len(done))
        if len(done) < 5:
            loop.call_soon(step) if len(done) % 2 else loop.call_later(SOON / 5, step)

    loop.call_soon(step)
    await wait_for_idle()
    assert done == [0, 1, 2, 3, 4]


async def test_a_thread_that_works_is_waited_for() -> None:
    is_let_go = threading.Event()
    done: list[object] = []
    asyncio.get_running_loop().call_later(SOON / 2, is_let_go.set)
    task = asyncio.create_task(asyncio.to_thread(is_let_go.wait, 5))
    task.add_done_callback(done.append)
    await wait_for_idle()
    assert done == [task]


async def test_what_is_due_later_is_not_waited_for() -> None:
    done: list[str] = []
    loop = asyncio.get_running_loop()
    later = loop.call_later(60, done.append, "later")
    called_off = loop.call_later(SOON / 2, done.append, "called off")
    called_off.cancel()
    await wait_for_idle()
    assert done == []
    later.cancel()


async def test_an_app_that_is_never_idle_is_given_up() -> None:
    loop = asyncio.get_running_loop()
    turns: list[asyncio.Handle] = []

    def turn() -> None:
        turns.append(loop.call_soon(turn))

    turn()
    await wait_for_idle(max_sleep=0.02)
    turns[-1].cancel()
    assert len(turns) > QUIET_PASSES
