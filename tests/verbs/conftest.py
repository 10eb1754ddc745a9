"""A whole hive in memory, and verbs served by it."""

from __future__ import annotations

import tty
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from hivemind.protocol.verb import AnyVerb, Caller
from hivemind.testing.hive import HiveInMemory
from hivemind.verbs.spawn import Spawn

PERSON = Caller(client=1, cwd="/")


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[HiveInMemory]:
    memory = HiveInMemory(tmp_path)
    yield memory
    await memory.close()
    memory.keeper.close()


async def serve(it: HiveInMemory, verb: AnyVerb) -> tuple[object, str]:
    """What a script gets, and what a person reads."""
    reply = await verb.serve(it.hive, PERSON)
    return msgspec.to_builtins(reply), verb.show(reply)


async def started(it: HiveInMemory) -> str:
    """A tile called kim, whose program reads its terminal byte by byte."""
    tile = (await Spawn(agent="toy", name="kim").serve(it.hive, PERSON)).tile_id
    tty.setraw(it.keeper._sides[1][1])
    return tile
