from __future__ import annotations

import asyncio
import os
import resource
from pathlib import Path

import pytest

from hivemind.base.errors import BadRequestError, HiveError
from hivemind.protocol.events import Notice
from hivemind.protocol.verb import Caller
from hivemind.testing.hive import Client, FakeKeeper, HiveInMemory
from hivemind.tile.recorder import GONE_ON
from hivemind.tile.tile import Tile
from hivemind.verbs.spawn import Spawn
from hivemind.workbench.recording import load


async def started(it: HiveInMemory, name: str = "kim") -> Tile:
    """A tile."""
    reply = await Spawn(agent="toy", name=name).serve(it.hive, Caller(client=1, cwd="/"))
    return it.hive.tiles[reply.tile_id]


async def written(it: HiveInMemory, tile: Tile, text: str) -> None:
    """Its program writes."""
    it.keeper.write(tile.child, text.encode())
    await tile.look()


def kinds(path: Path) -> list[tuple[str, str]]:
    """The events of a file behind its first picture."""
    return [(kind, data) for _, kind, data in load(path).events[1:]]


async def test_a_recording_has_a_name_of_its_own_and_is_seen_in_the_summary(it: HiveInMemory, tmp_path: Path) -> None:
    tile = await started(it, "fix: nav/läuft")
    path = it.hive.recordings.begin(tile.id, None, Caller())
    assert path.parent == it.hive.places.saved
    assert path.name.startswith("fix--nav-l-uft-")
    assert tile.summary().recording == str(path)
    await written(it, tile, "text")
    assert it.hive.recordings.end(tile.name) == path
    assert tile.summary().recording == ""
    await written(it, tile, "not recorded")
    assert kinds(path) == [("o", "text")]


async def test_a_file_is_named_from_the_callers_folder(it: HiveInMemory, tmp_path: Path) -> None:
    tile = await started(it)
    path = it.hive.recordings.begin(tile.id, "b.cast", Caller(cwd=str(tmp_path)))
    assert path == tmp_path / "b.cast"
    assert path.exists()


async def test_a_tile_is_recorded_once_and_while_its_program_runs(it: HiveInMemory) -> None:
    tile = await started(it)
    with pytest.raises(BadRequestError, match="is not recorded"):
        it.hive.recordings.end(tile.id)
    path = it.hive.recordings.begin(tile.id, None, Caller())
    with pytest.raises(BadRequestError, match="is recorded already, to"):
        it.hive.recordings.begin(tile.id, None, Caller())
    it.hive.ended(tile.child, 3)
    assert (kinds(path), tile.summary().recording) == ([("x", "3")], "")
    with pytest.raises(BadRequestError, match="has ended"):
        it.hive.recordings.begin(tile.id, None, Caller())


async def test_a_recording_that_cannot_begin_is_none(it: HiveInMemory) -> None:
    tile = await started(it)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))  # no file takes another byte
    try:
        with pytest.raises(HiveError, match="cannot be written"):
            it.hive.recordings.begin(tile.id, None, Caller())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (tile.summary().recording, tile.tape.ear) == ("", None)


async def test_a_tile_that_is_closed_ends_its_recording(it: HiveInMemory) -> None:
    tile = await started(it)
    path = it.hive.recordings.begin(tile.id, None, Caller())
    await it.hive.close(tile.id)
    it.hive.recordings.flush()
    assert kinds(path) == []


async def test_a_recording_that_ends_by_itself_is_told_to_everybody(it: HiveInMemory) -> None:
    tile, client = await started(it), Client(7)
    it.hive.join(client)
    it.hive.bus.follow(7)
    path = it.hive.recordings.begin(tile.id, None, Caller())
    reading = os.open(path, os.O_RDONLY)
    os.dup2(reading, tile.tape.ear._file)  # type: ignore[union-attr]
    os.close(reading)
    await written(it, tile, "text")
    it.hive.recordings.flush()
    (notice,) = [event for event in client.events if isinstance(event, Notice)]
    assert notice.is_error
    assert notice.text.startswith(f"kim: recording ended: {path} cannot be written")
    assert tile.summary().recording == ""


async def left(it: HiveInMemory) -> None:
    """The daemon ends, once the keeper has what it is to know."""
    await asyncio.gather(*it.tasks)
    it.hive.recordings.flush()
    await it.close()


async def adopted(tmp_path: Path, keeper: FakeKeeper) -> HiveInMemory:
    """The next daemon."""
    memory = HiveInMemory(tmp_path, keeper=keeper)
    await memory.hive.adopt_all()
    return memory


async def test_the_next_daemon_goes_on_with_it(it: HiveInMemory, tmp_path: Path) -> None:
    tile = await started(it)
    path = it.hive.recordings.begin(tile.id, None, Caller())
    await written(it, tile, "before")
    await left(it)
    after = await adopted(tmp_path, it.keeper)
    tile = after.hive.tiles[tile.id]
    assert tile.summary().recording == str(path)
    await written(after, tile, "after")
    after.hive.recordings.end(tile.id)
    await after.close()
    assert ("m", GONE_ON) in kinds(path)
    assert kinds(path)[-1] == ("o", "after")


async def test_a_file_that_is_gone_by_then_is_said_in_the_tile(it: HiveInMemory, tmp_path: Path) -> None:
    tile = await started(it)
    path = it.hive.recordings.begin(tile.id, None, Caller())
    await left(it)
    path.unlink()
    after = await adopted(tmp_path, it.keeper)
    found = after.hive.tiles[tile.id].summary()
    await after.close()
    assert (found.recording, found.note.partition(":")[0]) == ("", "recording ended")


async def test_a_recording_that_was_whole_is_left_as_it_is(it: HiveInMemory, tmp_path: Path) -> None:
    tile = await started(it)
    path = it.hive.recordings.begin(tile.id, None, Caller())
    await asyncio.gather(*it.tasks)
    it.hive.ended(tile.child, 0)
    await it.close()
    after = await adopted(tmp_path, it.keeper)  # the record that the keeper has is older
    found = after.hive.tiles[tile.id].summary()
    await after.close()
    assert (found.recording, found.note, kinds(path)) == ("", "", [("x", "0")])
