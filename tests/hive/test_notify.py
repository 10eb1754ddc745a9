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

from hivemind.protocol.events import Summons
from hivemind.protocol.verb import Caller
from hivemind.testing import toy
from hivemind.testing.hive import Client, HiveInMemory
from hivemind.testing.waiting import until_async
from hivemind.verbs.close import Close
from hivemind.verbs.looking import Looking
from hivemind.verbs.permit import Permit
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
    assert [told.event for told in await it.until_told(2)] == ["question", "question"]


async def test_a_client_that_has_gone_looks_at_nothing(it: Told) -> None:
    tile = await it.start("kim")
    await it.looks(tile, OTHER)
    it.hive.leave(2)
    await it.shows(tile, toy.permission(), "permission")
    assert [told.event for told in await it.until_told(1)] == ["permission"]


async def test_a_program_cannot_say_that_a_person_looks_at_it(it: Told) -> None:
    tile = await it.start("kim")
    await it.looks(tile, Caller(tile_id=tile, client=2))
    await it.shows(tile, toy.permission(), "permission")
    assert [told.event for told in await it.until_told(1)] == ["permission"]


async def test_only_chosen_events_are_told(it: Told) -> None:
    it.settle(merge=1, events=["question"])
    tile = await it.start("kim")
    await it.shows(tile, toy.permission(), "permission")
    await it.sentinel()
    assert [told.event for told in await it.until_told(1)] == ["question"]


async def test_the_end_of_a_turn_that_nobody_saw_is_told(it: Told) -> None:
    tile = await it.start("kim")
    await it.shows(tile, toy.working(), "working")
    await it.shows(tile, toy.idle(), "idle")
    (told,) = await it.until_told(1)
    assert (told.title, told.text) == ("kim is done", "hello")


async def test_what_a_standing_permission_allows_is_not_told(it: Told) -> None:
    tile = await it.start("kim")
    await it.shows(tile, toy.permission("touch x"), "permission")
    await it.until_told(1)
    await asyncio.gather(Permit(tile=tile, minutes=5).serve(it.hive, PERSON), it.plays(tile, toy.working()))
    it.settle(merge=10)
    await asyncio.gather(it.shows(tile, toy.permission("touch x"), "permission"), it.plays(tile, toy.working()))
    await it.sentinel()
    assert [told.event for told in await it.until_told(2)] == ["permission", "question"]


async def test_a_program_that_ended_with_an_error_has_failed_and_one_that_was_closed_has_not(it: Told) -> None:
    ann, ben = await it.start("ann", command=True), await it.start("ben", command=True)
    it.hive.ended(1, 3)
    await Close(tile=ben).serve(it.hive, PERSON)
    (told,) = await it.until_told(1)
    assert (told.title, told.text, told.tile_id) == ("ann has failed", "its program has ended (exit 3)", ann)


@pytest.mark.parametrize("said", [b"\x1b]9;tests \x1bpass\x07", b"\x1b]777;notify;tests;pass\x1b\\"])
async def test_what_a_program_notifies_is_passed_on(it: Told, said: bytes) -> None:
    tile = await it.start("build", command=True)
    await it.shows(tile, b"x" + said.replace(b"\x1bpass", b"pass"))
    (told,) = await it.until_told(1)
    assert (told.title, told.event) == ("build has a message", "program")
    assert told.text in {"tests pass", "tests: pass"}


async def test_a_notification_of_an_agent_that_asks_says_nothing_new(it: Told) -> None:
    tile = await it.start("kim")
    await it.shows(tile, toy.permission() + b"\x1b]9;toy needs your permission\x07", "permission")
    assert [told.event for told in await it.until_told(1)] == ["permission"]
    await it.shows(tile, b"\x1b]9;toy waits for you\x07")
    await it.sentinel()
    assert [told.event for told in await it.until_told(2)] == ["permission", "question"]


async def test_a_flood_of_notifications_is_told_seldom(it: Told) -> None:
    it.settle(merge=0)
    tile = await it.start("noise", command=True)
    started = it.hive.clock.monotonic()
    for n in range(100):
        it.hive.notify.noticed(tile, "", f"number {n}")
        await it.hive.clock.sleep(0.04)
    took = it.hive.clock.monotonic() - started
    assert 1 <= len(it.summons) <= took + 2
    assert (await it.until_told(2))[-1].text.startswith("number")


async def test_control_characters_of_an_agent_do_not_get_out(it: Told) -> None:
    tile = await it.start("build", command=True)
    it.hive.notify.noticed(tile, "a\x1b]52;c;x\x07", "b\u202e\nc")
    (told,) = await it.until_told(1)
    assert told.text == "a]52;c;x: b c"


async def test_what_an_earlier_daemon_has_told_is_not_told_again(it: Told) -> None:
    tile = await it.start("kim")
    it.hive.notify._born = it.hive.clock.epoch_ms() + 3_600_000
    await it.shows(tile, toy.permission(), "permission")
    it.hive.notify._born = 0
    other = await it.sentinel()
    assert [told.tile_id for told in await it.until_told(1)] == [other]


async def test_a_command_of_ones_own_is_started_with_its_fields(it: Told) -> None:
    script = it.folder / "bin" / "note"
    script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {it.folder}/said\n')
    script.chmod(0o755)
    it.settle(merge=1, command=["note", "{title}", "--", "{event}:{count}", "{text}"])
    tile = await it.start("kim")
    await it.shows(tile, toy.permission("echo $(id) {title}"), "permission")
    await it.until_told(1)
    said = it.folder / "said"
    await until_async("the command ran", lambda: said.exists() and said.read_text(), seconds=TOLD_SECONDS)
    assert said.read_text().splitlines()[:3] == ["kim asks for permission", "--", "permission:1"]
    assert "echo $(id) {title}" in said.read_text()
