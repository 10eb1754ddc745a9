"""Telling a person who looks elsewhere: once, together, and not of what they look at."""

from __future__ import annotations

import asyncio
import json
import os
import tty
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from hivemind.hive.notify import RANG
from hivemind.protocol.events import Summons
from hivemind.protocol.verb import Caller
from hivemind.testing import toy
from hivemind.testing.hive import Client, HiveInMemory
from hivemind.testing.waiting import until_async
from hivemind.verbs.looking import Looking
from hivemind.verbs.spawn import Spawn
from hivemind.verbs.wait import Wait

PERSON = Caller(client=1, cwd="/")

TOLD_SECONDS = 10
"""Longest that a busy machine may take to tell what is due."""
OTHER = Caller(client=2, cwd="/")


class Told:
    """A hive with some tiles, whose programs the test plays, and a UI."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.memory = HiveInMemory(folder)
        self.hive = self.memory.hive
        self.client, self.other = Client(1), Client(2)
        self.tiles: list[str] = []
        self.hive.join(self.other)
        self.hive.subscribe(OTHER)
        self.hive.join(self.client)
        self.hive.subscribe(PERSON)

    def settle(self, **notify: Any) -> None:
        """Write settings."""
        path = self.hive.places.settings
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("[notify]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in notify.items()))

    async def start(self, name: str, *, command: bool = False) -> str:
        spawn = Spawn(command=["prog"], name=name) if command else Spawn(agent="toy", name=name)
        self.tiles.append((await spawn.serve(self.hive, PERSON)).tile_id)
        tty.setraw(self.memory.keeper._sides[len(self.tiles)][1])
        return self.tiles[-1]

    async def plays(self, tile: str, screen: bytes) -> None:
        """Show a screen when something was typed."""
        number = self.tiles.index(tile) + 1
        await asyncio.get_running_loop().run_in_executor(None, os.read, self.memory.keeper._sides[number][1], 100)
        self.memory.keeper.write(number, screen)

    async def shows(self, tile: str, screen: bytes, *statuses: str) -> None:
        self.memory.keeper.write(self.tiles.index(tile) + 1, screen)
        if statuses:
            await Wait(tile=tile, until=",".join(statuses), timeout=200).serve(self.hive, PERSON)
        else:
            await self.hive.tile(tile).look()

    async def looks(self, tile: str, caller: Caller = PERSON) -> None:
        await Looking(tile=tile).serve(self.hive, caller)

    @property
    def summons(self) -> list[Summons]:
        return [event for event in self.client.events if isinstance(event, Summons)]

    async def until_told(self, count: int) -> list[Summons]:
        """What was told once it is that many."""
        scene = lambda: f"{self.client.events}"  # noqa: E731 (a scene)
        await until_async(f"{count} are told", lambda: len(self.summons) >= count, seconds=TOLD_SECONDS, scene=scene)
        return self.summons

    async def sentinel(self) -> str:
        """Something that is told in any case: whatever was to be told before has been by then."""
        tile = await self.start(f"sentinel {len(self.tiles)}")
        await self.shows(tile, toy.question(), "question")
        return tile


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[Told]:
    told = Told(tmp_path)
    told.settle(merge=1)
    yield told
    await told.memory.close()
    told.memory.keeper.close()


async def test_a_question_is_told_once_to_the_ui_that_was_used_last(it: Told) -> None:
    tile = await it.start("kim")
    await it.shows(tile, toy.permission("rm x"), "permission")
    (told,) = await it.until_told(1)
    assert (told.title, told.tile_id, told.event, told.count) == ("kim asks for permission", tile, "permission", 1)
    assert "rm x" in told.text
    await it.shows(tile, toy.permission("rm x") + b"\r\n more")
    await it.sentinel()
    assert [told.event for told in await it.until_told(2)] == ["permission", "question"]
    assert not [event for event in it.other.events if isinstance(event, Summons)]


async def test_the_next_question_is_told_as_well(it: Told) -> None:
    tile = await it.start("kim")
    await it.shows(tile, toy.permission("rm x"), "permission")
    await it.until_told(1)
    await it.shows(tile, toy.working(), "working")
    await it.shows(tile, toy.permission("rm y"), "permission")
    assert ["rm y" in told.text for told in await it.until_told(2)] == [False, True]


async def test_what_happens_within_a_moment_is_told_together(it: Told) -> None:
    ann, ben, kim = [await it.start(name) for name in ("ann", "ben", "kim")]
    for tile, screen, status in (
        (ann, toy.question(), "question"),
        (ben, toy.permission(), "permission"),
        (kim, toy.trust(), "blocked"),
    ):
        await it.shows(tile, screen, status)
    (told,) = await it.until_told(1)
    assert (told.title, told.event, told.count, told.tile_id) == ("hive: 3 need you", "permission", 3, ben)
    assert told.text == "ann asks a question; ben asks for permission; kim waits for you"


async def test_what_is_answered_within_a_moment_is_not_told(it: Told) -> None:
    it.settle(merge=10)
    tile = await it.start("kim")
    await it.shows(tile, toy.permission(), "permission")
    await it.shows(tile, toy.working(), "working")
    await it.sentinel()
    assert [told.event for told in await it.until_told(1)] == ["question"]


async def test_what_one_looks_at_is_not_told_then_or_later(it: Told) -> None:
    tile = await it.start("kim")
    await it.looks(tile, OTHER)
    await it.shows(tile, toy.permission(), "permission")
    await it.sentinel()
    await it.until_told(1)
    await it.looks("", OTHER)
    await it.shows(tile, toy.permission() + b"\r\n more")
    await it.sentinel()
    assert RANG not in (await it.until_told(1))[0].text
