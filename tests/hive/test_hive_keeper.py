"""What becomes of tiles when the daemon or the keeper is another one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from hivemind.base.errors import BadRequestError
from hivemind.keeper.client import Adopted
from hivemind.protocol.status import Status
from hivemind.protocol.verb import Caller
from hivemind.testing import toy
from hivemind.testing.hive import HiveInMemory
from hivemind.tile.record import decode_record
from hivemind.tile.tile import UNKEPT
from hivemind.verbs.spawn import Spawn

PERSON = Caller(cwd="/")


async def test_the_next_daemon_finds_every_tile_as_it_was(tmp_path: Path) -> None:
    first = HiveInMemory(tmp_path)
    tile = await first.hive.spawn(Spawn(agent="toy", name="api", rows=40, columns=100), PERSON)
    first.keeper.write(1, b"\x1b[?2004h" + toy.working())
    await tile.wait_until(frozenset({Status.WORKING}), timeout=100)
    for task in tuple(first.tasks):
        if not task.done() and "_store" in repr(task):
            await task
    await first.close()
    second = HiveInMemory(tmp_path, keeper=first.keeper)
    await second.hive.adopt_all()
    (summary,) = second.hive.summaries()
    assert (summary.tile_id, summary.name, summary.agent, summary.pid) == (tile.id, "api", "toy", tile.pid)
    assert (summary.size.rows, summary.size.columns) == (40, 100)
    adopted = second.hive.tile("api")
    assert adopted.modes.bracketed_paste
    assert adopted.record.token == tile.record.token
    second.keeper.write(1, toy.working())
    await adopted.wait_until(frozenset({Status.WORKING}), timeout=100)
    assert second.hive.summaries()[0].since == tile.since
    await second.close()
    first.keeper.close()


async def test_who_waited_longest_still_does_with_the_next_daemon(tmp_path: Path) -> None:
    first = HiveInMemory(tmp_path)
    tile = await first.hive.spawn(Spawn(agent="toy", name="api"), PERSON)
    first.keeper.write(1, toy.permission())
    await tile.wait_until(frozenset({Status.PERMISSION}), timeout=100)
    for task in tuple(first.tasks):
        if not task.done() and "_store" in repr(task):
            await task
    (ask,) = first.hive.inbox.asks()
    await first.close()
    second = HiveInMemory(tmp_path, keeper=first.keeper)
    await second.hive.adopt_all()
    second.keeper.write(1, toy.permission())
    await second.hive.tile("api").wait_until(frozenset({Status.PERMISSION}), timeout=100)
    assert [one.since for one in second.hive.inbox.asks()] == [ask.since]
    await second.close()
    first.keeper.close()


async def test_when_the_keeper_dies_a_new_one_gets_every_running_program(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    gone = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    it.hive.ended(2, 0)
    await it.hive.hand_over()
    assert tile.child == 100 + tile.pid
    assert gone.child == UNKEPT
    assert decode_record(it.keeper.records[tile.child]).id == tile.id


async def test_a_program_that_ends_while_it_is_adopted_has_exited(tmp_path: Path) -> None:
    """Its end may be told right after the keeper has listed it, before anything else runs."""
    first = HiveInMemory(tmp_path)
    await first.hive.spawn(Spawn(agent="toy"), PERSON)
    await first.close()
    second = HiveInMemory(tmp_path, keeper=first.keeper)
    listed = second.keeper.adopt

    async def adopt() -> list[Adopted]:
        programs = await listed()
        asyncio.get_running_loop().call_soon(second.hive.ended, 1, 3)
        return programs

    second.keeper.adopt = adopt  # type: ignore[method-assign]
    await second.hive.adopt_all()
    assert [(tile.status, tile.exit) for tile in second.hive.summaries()] == [(Status.EXITED, 3)]
    await second.close()
    first.keeper.close()


async def test_an_exited_tile_closes_after_the_keeper_has_changed_and_takes_nothing_with_it(it: HiveInMemory) -> None:
    """The new keeper counts anew: the old number of the exited program would be another's."""
    gone = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    it.hive.ended(gone.child, 0)
    await it.hive.hand_over()
    await it.hive.close(gone.id)
    assert it.keeper.forgotten == []
    await it.hive.close(tile.id)
    assert it.keeper.forgotten == [100 + tile.pid]


async def test_a_tile_closed_while_it_is_handed_over_is_forgotten_by_the_new_keeper(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    taken = it.keeper.hand

    async def hand(pid: int, fd: int, *, record: str = "") -> int:
        await it.hive.close(tile.id)
        return await taken(pid, fd, record=record)

    it.keeper.hand = hand  # type: ignore[method-assign]
    await it.hive.hand_over()
    assert it.keeper.forgotten == [100 + tile.pid]


async def test_a_program_that_cannot_be_handed_over_does_not_keep_others_back(it: HiveInMemory) -> None:
    stuck = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    taken = it.keeper.hand

    async def hand(pid: int, fd: int, *, record: str = "") -> int:
        if pid == stuck.pid:
            raise BadRequestError("the descriptor is not a terminal's")
        return await taken(pid, fd, record=record)

    it.keeper.hand = hand  # type: ignore[method-assign]
    await it.hive.hand_over()
    assert (stuck.child, tile.child) == (UNKEPT, 100 + tile.pid)
