"""A tile that is closed is gone, whoever else closes it and whoever goes meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hivemind.base.errors import HiveError
from hivemind.protocol.events import TileClosed
from hivemind.protocol.verb import Caller
from hivemind.testing.hive import Client, FakeKeeper, HiveInMemory
from hivemind.testing.waiting import until_async
from hivemind.tile.tile import Tile
from hivemind.verbs.spawn import Spawn


class SlowKeeper(FakeKeeper):
    """Forgets a program at once, says so later, and knows it no more."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()

    async def forget(self, program: int) -> None:
        if program in self.forgotten:
            raise HiveError(f"the keeper has no program {program}", code="NOT_FOUND")
        self.forgotten.append(program)
        await self.may_answer.wait()


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[HiveInMemory]:
    memory = HiveInMemory(tmp_path, keeper=SlowKeeper())
    yield memory
    await memory.close()
    memory.keeper.close()


async def started(it: HiveInMemory) -> tuple[Tile, Client, asyncio.Event]:
    """A tile, somebody who follows, and what lets the keeper answer."""
    client = Client(1)
    it.hive.join(client)
    it.hive.subscribe(Caller(client=1))
    assert isinstance(it.keeper, SlowKeeper)
    return await it.hive.spawn(Spawn(agent="toy"), Caller(cwd="/")), client, it.keeper.may_answer


async def test_a_tile_goes_though_whoever_closes_it_goes_first(it: HiveInMemory) -> None:
    """Of a program that the keeper has forgotten no exit is told: the tile would seem to run for ever."""
    tile, _, may_answer = await started(it)
    closing = asyncio.create_task(it.hive.close(tile.id))
    await until_async("the keeper has forgotten it", lambda: it.keeper.forgotten, seconds=10)
    closing.cancel()
    may_answer.set()
    await until_async("the tile is gone", lambda: not it.hive.tiles, seconds=10)
    assert it.hive.frames.of(tile.id) is None


async def test_two_that_close_a_tile_at_once_are_both_told_that_it_is_closed(it: HiveInMemory) -> None:
    tile, client, may_answer = await started(it)
    both = [asyncio.create_task(it.hive.close(tile.id)) for _ in range(2)]
    await until_async("the keeper has forgotten it", lambda: it.keeper.forgotten, seconds=10)
    may_answer.set()
    await asyncio.gather(*both)
    assert [event for event in client.events if isinstance(event, TileClosed)] == [TileClosed(tile.id)]
