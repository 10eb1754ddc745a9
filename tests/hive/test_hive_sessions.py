"""Which session a tile takes up, and which one it is in."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hivemind.base.errors import BadRequestError, HiveError, UnsupportedError
from hivemind.protocol.status import Status
from hivemind.protocol.verb import Caller
from hivemind.testing import toy
from hivemind.testing.hive import HiveInMemory
from hivemind.tile.record import decode_record
from hivemind.tile.tile import Tile
from hivemind.verbs.sessions import Sessions
from hivemind.verbs.spawn import Spawn

BOUND = """
session:
  bind: {args: [--session-id, "{newId}"], unless: [--resume]}
  resume:
    args: [--resume, "{id}"]
    position: before
    from: {bound: --session-id}
    find: {strategy: jsonl-header, root: "{home}/store", cwdPath: cwd, idPath: id}
"""
FOUND = """
session:
  resume:
    args: [resume, "{id}"]
    find: {strategy: jsonl-header, root: "{home}/store", cwdPath: cwd, idPath: id}
"""


@pytest.fixture
def caller(it: HiveInMemory, tmp_path: Path) -> Caller:
    (tmp_path / "work").mkdir()
    return Caller(env=it.env, cwd=str(tmp_path / "work"))


def settle(tmp_path: Path, session: str) -> None:
    path = tmp_path / "agents" / "toy" / "agent.yaml"
    path.write_text(toy.MANIFEST + session)


def keep(tmp_path: Path, name: str, *, cwd: str | Path = "work", age: int = 0, now_ms: int = 0) -> None:
    """A session of that folder on disk, last written so many seconds ago."""
    path = tmp_path / "store" / f"{name}.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"id": name, "cwd": str(tmp_path / cwd)}) + "\n")
    if age or now_ms:
        seconds = now_ms / 1000 if now_ms else path.stat().st_mtime - age
        os.utime(path, (seconds, seconds))


def started(it: HiveInMemory) -> list[str]:
    argv: list[str] = it.keeper.started[-1]["argv"]
    return argv[1:]


async def test_a_fresh_session_gets_an_id_that_the_tile_keeps(it: HiveInMemory, tmp_path: Path, caller: Caller) -> None:
    settle(tmp_path, BOUND)
    tile = await it.hive.spawn(Spawn(agent="toy"), caller)
    flag, session = started(it)
    assert flag == "--session-id"
    assert tile.summary().session == tile.record.session == session
    again = HiveInMemory(tmp_path, keeper=it.keeper)
    settle(tmp_path, BOUND)
    await again.hive.adopt_all()
    assert again.hive.tiles[tile.id].summary().session == session
    await again.close()


async def test_the_session_of_a_tile_that_an_older_daemon_started_is_read_from_its_arguments(
    it: HiveInMemory, tmp_path: Path, caller: Caller
) -> None:
    settle(tmp_path, BOUND)
    tile = await it.hive.spawn(Spawn(agent="toy"), caller)
    session = tile.record.session
    record = json.loads(it.keeper.records[1])
    for field in ("session", "is_name_given", "task"):
        del record[field]
    it.keeper.records[1] = json.dumps(record)
    again = HiveInMemory(tmp_path, keeper=it.keeper)
    settle(tmp_path, BOUND)
    await again.hive.adopt_all()
    assert again.hive.tiles[tile.id].record.session == session
    await again.close()


async def test_a_session_is_taken_up_and_the_tile_is_in_it(it: HiveInMemory, tmp_path: Path, caller: Caller) -> None:
    settle(tmp_path, BOUND)
    keep(tmp_path, "old", age=100)
    keep(tmp_path, "new")
    first = await it.hive.spawn(Spawn(agent="toy", resume="last"), caller)
    assert (started(it), first.record.session) == (["--resume", "new"], "new")
    second = await it.hive.spawn(Spawn(agent="toy", resume="last"), caller)
    assert (started(it), second.record.session) == (["--resume", "old"], "old")  # the newest one is open
    with pytest.raises(BadRequestError, match=f"tile {first.id} has that session open"):
        await it.hive.spawn(Spawn(agent="toy", resume="new"), caller)
    it.hive.ended(1, 0)
    await it.hive.spawn(Spawn(agent="toy", resume="new"), caller)
    assert started(it) == ["--resume", "new"]


async def test_no_id_is_not_the_session_of_a_tile_without_one(it: HiveInMemory, tmp_path: Path, caller: Caller) -> None:
    settle(tmp_path, FOUND)
    tile = await it.hive.spawn(Spawn(agent="toy"), caller)
    assert tile.record.session == ""
    with pytest.raises(BadRequestError, match="'' is no id of a session"):
        await it.hive.spawn(Spawn(agent="toy", resume=""), caller)


async def test_an_id_that_another_agent_uses_is_free(it: HiveInMemory, tmp_path: Path, caller: Caller) -> None:
    """What a program tells of its session holds for sessions of that program alone."""
    settle(tmp_path, BOUND)
    keep(tmp_path, "mine")
    other = await it.hive.spawn(Spawn(command=["/bin/sh"]), caller)
    other.remember(session="mine")
    tile = await it.hive.spawn(Spawn(agent="toy", resume="mine"), caller)
    assert tile.record.session == "mine"


async def test_a_session_of_another_folder_goes_on_there(it: HiveInMemory, tmp_path: Path, caller: Caller) -> None:
    settle(tmp_path, FOUND)
    (tmp_path / "other").mkdir()
    keep(tmp_path, "there", cwd="other")
    keep(tmp_path, "gone", cwd="no-more")
    tile = await it.hive.spawn(Spawn(agent="toy", resume="there"), caller)
    assert (started(it), tile.record.cwd) == (["resume", "there"], str(tmp_path / "other"))
    it.hive.ended(1, 0)
    tile = await it.hive.spawn(Spawn(agent="toy", resume="there", cwd=caller.cwd), caller)
    assert tile.record.cwd == caller.cwd
    with pytest.raises(BadRequestError, match=r"no-more' is not an existing folder"):
        await it.hive.spawn(Spawn(agent="toy", resume="gone"), caller)


@pytest.mark.parametrize(
    ("session", "request_", "error", "words"),
    [
        ("", Spawn(agent="toy", resume="last"), UnsupportedError, "how Toy takes up a session is not known"),
        ("", Spawn(command=["prog"], resume="last"), BadRequestError, "--resume is for agents"),
        (FOUND, Spawn(agent="toy", resume="-x"), BadRequestError, "'-x' is no id of a session"),
        (FOUND, Spawn(agent="toy", resume="x"), HiveError, "Toy has no session 'x'; there are: kept"),
    ],
    ids=["no resume", "command", "no id", "unknown"],
)
async def test_what_cannot_be_taken_up_starts_nothing(
    it: HiveInMemory,
    tmp_path: Path,
    caller: Caller,
    session: str,
    request_: Spawn,
    error: type[HiveError],
    words: str,
) -> None:
    settle(tmp_path, session)
    keep(tmp_path, "kept")
    with pytest.raises(error, match=words):
        await it.hive.spawn(request_, caller)
    assert it.keeper.started == []


async def test_agents_that_can_take_up_sessions_are_named(it: HiveInMemory, tmp_path: Path, caller: Caller) -> None:
    other = tmp_path / "agents" / "other" / "agent.yaml"
    other.parent.mkdir()
    other.write_text(toy.MANIFEST.replace("id: toy", "id: other") + FOUND)
    with pytest.raises(UnsupportedError) as caught:
        await it.hive.spawn(Spawn(agent="toy", resume="last"), caller)
    assert caught.value.hint == "it is of: other"


async def turn(it: HiveInMemory, tile: Tile) -> None:
    """A turn of the program, from its first to its last screen, and what that leads to."""
    child = tile.child
    for screen, status in ((toy.screen("Working"), Status.WORKING), (toy.screen("> "), Status.IDLE)):
        it.keeper.write(child, screen)
        await tile.wait_until(frozenset({status}), timeout=1000)
    while any("Sessions._look" in repr(task) for task in it.tasks):
        await it.hive.clock.sleep(0.1)


async def test_a_session_that_the_program_named_itself_is_found_after_a_turn(
    it: HiveInMemory, tmp_path: Path, caller: Caller
) -> None:
    settle(tmp_path, FOUND)
    keep(tmp_path, "before", now_ms=1)
    tile = await it.hive.spawn(Spawn(agent="toy"), caller)
    assert tile.record.session == ""
    keep(tmp_path, "mine", now_ms=it.hive.clock.epoch_ms() + 10**9)
    keep(tmp_path, "other-folder", cwd="other", now_ms=it.hive.clock.epoch_ms() + 10**9)
    await turn(it, tile)
    assert tile.summary().session == "mine"


async def test_a_store_is_where_the_program_of_the_tile_has_it(
    it: HiveInMemory, tmp_path: Path, caller: Caller
) -> None:
    """Its HOME, or the variable that moves the folder; also for the next daemon, and never the daemon's own."""
    settle(tmp_path, FOUND + '  moved: {TOY_HOME: "{home}/store"}\n')
    for home, more in (("theirs", {}), ("nowhere", {"TOY_HOME": str(tmp_path / "theirs" / "store")})):
        env = {**it.env, "HOME": str(tmp_path / home), **more}
        theirs = Caller(env=env, cwd=caller.cwd)
        tile = await it.hive.spawn(Spawn(agent="toy"), theirs)
        assert tile.record.store == {"HOME": env["HOME"], **more}
        assert decode_record(it.keeper.records[tile.child]).store == tile.record.store
        keep(tmp_path, f"not-{home}", now_ms=it.hive.clock.epoch_ms() + 10**9)
        written = tmp_path / "theirs" / "store" / f"{home}.jsonl"
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(json.dumps({"id": home, "cwd": caller.cwd}))
        os.utime(written, (it.hive.clock.epoch_ms() + 10**9,) * 2)
        await turn(it, tile)
        assert tile.summary().session == home
        listed = await Sessions(agent="toy").serve(it.hive, theirs)
        assert listed.sessions[0].id == home
        with pytest.raises(HiveError, match="has no session 'not-"):
            await it.hive.spawn(Spawn(agent="toy", resume=f"not-{home}"), theirs)
        it.hive.ended(tile.child, 0)


async def test_two_that_may_have_written_one_session_get_none(it: HiveInMemory, tmp_path: Path, caller: Caller) -> None:
    settle(tmp_path, FOUND)
    one, two = [await it.hive.spawn(Spawn(agent="toy"), caller) for _ in range(2)]
    keep(tmp_path, "whose", now_ms=it.hive.clock.epoch_ms() + 10**9)
    await turn(it, one)
    assert (one.record.session, two.record.session) == ("", "")
    it.hive.ended(two.child, 0)
    await turn(it, one)
    assert one.record.session == "whose"


async def test_sessions_are_listed_for_scripts_and_people(it: HiveInMemory, tmp_path: Path, caller: Caller) -> None:
    settle(tmp_path, FOUND)
    keep(tmp_path, "one", now_ms=2000)
    keep(tmp_path, "two", cwd="other", now_ms=1000)
    reply = await Sessions(agent="toy").serve(it.hive, caller)
    assert [one.id for one in reply.sessions] == ["one"]
    assert reply.resumable
    everywhere = Sessions(agent="toy", all=True)
    reply = await everywhere.serve(it.hive, caller)
    assert [one.id for one in reply.sessions] == ["one", "two"]
    head, first, _ = (line.split() for line in everywhere.show(reply).splitlines())
    assert head == ["AGENT", "AGE", "SESSION", "FOLDER", "ABOUT"]
    assert (first[0], first[2:]) == ("toy", ["one", caller.cwd, "-"])
    assert [one.id for one in (await Sessions(agent="toy", cwd="../other").serve(it.hive, caller)).sessions] == ["two"]
    nothing = Sessions(agent="toy", cwd="/")
    assert nothing.show(await nothing.serve(it.hive, caller)).startswith("no sessions of this folder")
    with pytest.raises(BadRequestError, match="--limit"):
        await Sessions(agent="toy", limit=501).serve(it.hive, caller)


async def test_a_tile_is_shown_by_what_it_does_unless_a_person_named_it(
    it: HiveInMemory, tmp_path: Path, caller: Caller
) -> None:
    """1.1: name, title, prompt, label; `name` itself stays."""
    tile = await it.hive.spawn(Spawn(agent="toy", prompt="fix the nav. Then rest"), caller)
    plain = await it.hive.spawn(Spawn(agent="toy"), caller)
    given = await it.hive.spawn(Spawn(agent="toy", name="api", prompt="fix the nav"), caller)
    assert [one.summary().shown for one in (tile, plain, given)] == ["fix the nav", plain.name, "api"]
    for one in (tile, given):
        it.keeper.write(one.child, b"\x1b]0;* mend the \x1b]\x07" + b"\x1b]2;* mend it\x07" + toy.screen("> "))
        await one.look()
    assert [one.summary().shown for one in (tile, given)] == ["mend it", "api"]
    name = tile.name
    it.hive.rename(tile.id, "nav")
    assert (tile.name, tile.summary().shown) == ("nav", "nav")
    it.hive.rename(tile.id, "")
    assert tile.summary().shown == "mend it"
    assert (name, tile.name) == ("Toy #1", "toy")
