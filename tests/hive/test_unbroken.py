"""What must not be left half done goes on when its client goes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from hivemind.base.errors import BadRequestError
from hivemind.hive.unbroken import carried_out


class Owner:
    """Runs things, and knows how each ended."""

    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.create_task(work))


class Work:
    """Something that goes on until it may end."""

    def __init__(self, error: Exception | None = None) -> None:
        self.has_begun, self.may_end, self.is_done, self.error = asyncio.Event(), asyncio.Event(), False, error

    async def __call__(self) -> str:
        self.has_begun.set()
        await self.may_end.wait()
        self.is_done = True
        if self.error:
            raise self.error
        return "result"


async def test_its_result_and_its_error_are_those_of_the_work() -> None:
    owner, fine, bad = Owner(), Work(), Work(BadRequestError("no"))
    for work in (fine, bad):
        work.may_end.set()
    assert await carried_out(owner.run, fine()) == "result"
    with pytest.raises(BadRequestError, match="no"):
        await carried_out(owner.run, bad())
    await asyncio.gather(*owner.tasks)


@pytest.mark.parametrize("error", [None, BadRequestError("nobody hears this")])
async def test_it_is_carried_out_though_its_caller_has_gone(error: Exception | None) -> None:
    owner, work = Owner(), Work(error)
    caller = asyncio.create_task(carried_out(owner.run, work()))
    await work.has_begun.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    work.may_end.set()
    await asyncio.gather(*owner.tasks)
    assert work.is_done


async def test_a_mistake_that_nobody_waits_for_is_the_owners_to_tell() -> None:
    owner, work = Owner(), Work(ValueError("a bug"))
    caller = asyncio.create_task(carried_out(owner.run, work()))
    await work.has_begun.wait()
    caller.cancel()
    work.may_end.set()
    with pytest.raises(ValueError, match="a bug"):
        await asyncio.gather(*owner.tasks)


async def test_with_its_owner_it_ends() -> None:
    owner, work = Owner(), Work()
    caller = asyncio.create_task(carried_out(owner.run, work()))
    await work.has_begun.wait()
    owner.tasks[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert not work.is_done
