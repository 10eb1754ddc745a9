from __future__ import annotations

from pathlib import Path

import pytest

from hivemind.base.errors import (
    AskStaleError,
    BadRequestError,
    HiveError,
    NotInstalledError,
    TileNotFoundError,
    UnauthorizedError,
    UnsupportedError,
)
from hivemind.hive.births import RATE_LIMIT
from hivemind.protocol.events import (
    AskClosed,
    AskOpened,
    Copied,
    FocusRequested,
    FramesChanged,
    TileChanged,
    TileClosed,
)
from hivemind.protocol.screen import Size
from hivemind.protocol.status import Status
from hivemind.protocol.verb import Caller
from hivemind.testing import toy
from hivemind.testing.hive import Client, HiveInMemory
from hivemind.verbs.answer import Answer
from hivemind.verbs.choose import Choose
from hivemind.verbs.hook import Hook
from hivemind.verbs.send import Send
from hivemind.verbs.spawn import Spawn
from hivemind.verbs.wait import Wait

PERSON = Caller(cwd="/")


async def test_an_agent_starts_with_its_callers_environment_and_is_told_its_tile(
    it: HiveInMemory, tmp_path: Path
) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), Caller(env={**it.env, "MINE": "yes"}, cwd=str(tmp_path)))
    started = it.keeper.started[0]
    assert started["argv"] == [f"{tmp_path}/bin/toy"]
    assert started["cwd"] == str(tmp_path)
    assert started["env"]["MINE"] == "yes"
    assert started["env"]["HIVEMIND_TILE"] == f"hm:{tile.id}"
    assert it.hive.tile_of_token(started["env"]["HCP_TOKEN"]) == tile.id
    assert started["env"]["PATH"].endswith(f":{tmp_path}/bin")


async def test_a_relative_folder_is_the_callers(it: HiveInMemory, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    tile = await it.hive.spawn(Spawn(agent="toy", cwd="sub"), Caller(env=it.env, cwd=str(tmp_path)))
    assert tile.record.cwd == f"{tmp_path}/sub"


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (Spawn(agent="nope"), BadRequestError),
        (Spawn(), BadRequestError),
        (Spawn(agent="toy", command=["prog"]), BadRequestError),
        (Spawn(command=["none-such"]), NotInstalledError),
        (Spawn(command=["prog"], prompt="x"), BadRequestError),
        (Spawn(agent="toy", model="x"), BadRequestError),
        (Spawn(agent="toy", cwd="/no/such/folder"), BadRequestError),
        (Spawn(agent="toy", name=" \n"), BadRequestError),
    ],
)
async def test_what_cannot_be_started_starts_nothing(it: HiveInMemory, request_: Spawn, error: type[HiveError]) -> None:
    with pytest.raises(error):
        await it.hive.spawn(request_, PERSON)
    assert it.keeper.started == []
    assert it.hive.tiles == {}


async def test_names_are_unique_and_a_taken_one_is_refused(it: HiveInMemory) -> None:
    names = [(await it.hive.spawn(Spawn(command=["prog"]), PERSON)).name for _ in range(3)]
    assert names == ["prog", "prog #1", "prog #2"]
    await it.hive.spawn(Spawn(agent="toy", name="api"), PERSON)
    with pytest.raises(BadRequestError, match="called 'api' already"):
        await it.hive.spawn(Spawn(agent="toy", name="api"), PERSON)
    assert it.hive.tile("api").name == "api"


async def test_a_tile_never_gets_less_than_80x24(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy", rows=5, columns=20), PERSON)
    assert (
        tuple(tile.size) == (24, 80)
        if isinstance(tile.size, tuple)
        else (tile.size.rows, tile.size.columns) == (24, 80)
    )
    it.hive.resize(tile.id, Size(1, 1), PERSON)
    assert (tile.size.rows, tile.size.columns) == (24, 80)
    it.hive.resize(tile.id, Size(50, 200), PERSON)
    assert (tile.size.rows, tile.size.columns) == (50, 200)


async def test_tiles_start_tiles_only_so_deep_and_so_fast(it: HiveInMemory) -> None:
    parent = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    child = await it.hive.spawn(Spawn(agent="toy"), Caller(tile_id=parent.id))
    grandchild = await it.hive.spawn(Spawn(agent="toy"), Caller(tile_id=child.id))
    with pytest.raises(HiveError) as deep:
        await it.hive.spawn(Spawn(agent="toy"), Caller(tile_id=grandchild.id))
    assert deep.value.code == "DEPTH_EXCEEDED"
    for _ in range(RATE_LIMIT - 2):
        await it.hive.spawn(Spawn(agent="toy"), Caller(tile_id=parent.id))
    with pytest.raises(HiveError) as fast:
        await it.hive.spawn(Spawn(agent="toy"), Caller(tile_id=parent.id))
    assert fast.value.code == "RATE_LIMITED"
    await it.hive.spawn(Spawn(agent="toy"), PERSON)


async def test_a_permission_comes_to_the_inbox_and_an_answer_settles_it(it: HiveInMemory) -> None:
    client = Client(1)
    it.hive.join(client)
    it.hive.subscribe(Caller(client=1))
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    it.keeper.write(1, toy.permission())
    reading = await Wait(tile=tile.id, until="permission", timeout=5 * 20).serve(it.hive, PERSON)
    assert reading.status is Status.PERMISSION
    (ask,) = it.hive.open_asks()
    assert ask.tile_id == tile.id
    assert [c.number for c in ask.choices] == [1, 2, 3]
    it.keeper.write(1, toy.working())
    await Wait(tile=tile.id, until="working", timeout=5 * 20).serve(it.hive, PERSON)
    assert it.hive.open_asks() == []
    with pytest.raises(AskStaleError):
        await Answer(tile=tile.id, decision="allow").serve(it.hive, PERSON)
    opened = [e.ask.fingerprint for e in client.events if isinstance(e, AskOpened)]
    closed = [(e.fingerprint, e.outcome) for e in client.events if isinstance(e, AskClosed)]
    assert set(opened) == {ask.fingerprint}
    assert closed == [(ask.fingerprint, "gone")]


async def test_a_program_cannot_type_into_its_own_tile(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    itself = Caller(tile_id=tile.id)
    for attempt in (
        Answer(tile=tile.id, decision="allow").serve(it.hive, itself),
        Choose(tile=tile.id, number=1).serve(it.hive, itself),
        Send(tile=tile.id, text="x").serve(it.hive, itself),
        it.hive.press(tile.id, ["1"], itself),
        it.hive.paste(tile.id, "1", itself),
        it.hive.interrupt(tile.id, itself),
    ):
        with pytest.raises(UnauthorizedError):
            await attempt


async def test_only_a_busy_tile_is_interrupted(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    it.keeper.write(1, toy.idle())
    await tile.look()
    with pytest.raises(UnsupportedError, match="nothing to interrupt"):
        await it.hive.interrupt(tile.id, PERSON)
    other = await it.hive.spawn(Spawn(command=["prog"]), PERSON)
    with pytest.raises(UnsupportedError, match="not known"):
        await it.hive.interrupt(other.id, PERSON)


@pytest.mark.parametrize("command", [["toy", "--any"], ["bin/toy"]], ids=["name", "path"])
async def test_a_known_program_that_is_started_as_a_plain_command_is_read_and_answered(
    it: HiveInMemory, tmp_path: Path, command: list[str]
) -> None:
    tile = await it.hive.spawn(Spawn(command=command), Caller(env=it.env, cwd=str(tmp_path)))
    assert it.keeper.started[0]["argv"] == [f"{tmp_path}/bin/toy", *command[1:]]
    assert (tile.record.agent, tile.is_read) == ("toy", True)
    assert not [task for task in it.tasks if "start_up" in repr(task)]  # nothing is typed on its own
    it.keeper.write(1, toy.permission())
    await Wait(tile=tile.id, until="permission", timeout=5 * 20).serve(it.hive, PERSON)
    (ask,) = it.hive.open_asks()
    assert ask.tile_id == tile.id


async def test_a_closed_tile_is_gone_for_everybody(it: HiveInMemory) -> None:
    client = Client(1)
    it.hive.join(client)
    it.hive.subscribe(Caller(client=1))
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    await it.hive.close(tile.id)
    assert it.keeper.forgotten == [1]
    assert client.events[-2:] == [TileClosed(tile.id), FramesChanged(())]
    with pytest.raises(TileNotFoundError):
        it.hive.tile(tile.id)
    assert it.hive.live == 0


async def test_an_ended_program_stays_listed_and_is_not_live(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    it.hive.ended(1, 3)
    (summary,) = it.hive.summaries()
    assert (summary.status, summary.exit, it.hive.live) == (Status.EXITED, 3, 0)
    assert tile.exit == 3


async def test_focus_and_rename_are_told(it: HiveInMemory) -> None:
    client = Client(1)
    it.hive.join(client)
    it.hive.subscribe(Caller(client=1))
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    it.hive.focus(tile.id)
    it.hive.rename(tile.id, "new\x1b[31m name ")
    assert FocusRequested(tile.id) in client.events
    changed = [e for e in client.events if isinstance(e, TileChanged)][-1]
    assert changed.tile.name == "new[31m name"


async def test_no_two_tiles_are_renamed_to_one_name(it: HiveInMemory) -> None:
    tiles = [await it.hive.spawn(Spawn(agent="toy"), PERSON) for _ in range(3)]
    it.hive.rename(tiles[0].id, "api")
    it.hive.rename(tiles[0].id, "api")
    with pytest.raises(BadRequestError, match="called 'api' already"):
        it.hive.rename(tiles[1].id, "api")
    for tile in tiles:
        it.hive.rename(tile.id, "")
    assert [tile.name for tile in tiles] == ["toy", "toy #1", "toy #2"]


async def test_agents_are_offered_with_whether_their_program_is_here(it: HiveInMemory) -> None:
    (offer,) = it.hive.agents(Caller(env=it.env))
    assert (offer.id, offer.found) == ("toy", True)


async def test_stop_is_passed_on(it: HiveInMemory) -> None:
    it.hive.stop(programs=True)
    assert it.stops == [True]


async def test_the_clipboard_is_for_tiles_that_a_client_draws(it: HiveInMemory) -> None:
    client = Client(1)
    it.hive.join(client)
    it.hive.subscribe(Caller(client=1))
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    copy = b"\x1b]52;c;aGVsbG8=\x07"
    it.keeper.write(1, copy)
    await tile.look()
    it.hive.watch(tile.id, Caller(client=1), on=True)
    it.keeper.write(1, copy)
    await tile.look()
    it.hive.leave(1)
    it.keeper.write(1, copy)
    await tile.look()
    assert [e for e in client.events if isinstance(e, Copied)] == [Copied(tile.id, "hello")]


async def test_an_agent_of_a_repository_is_started_only_inside_it(it: HiveInMemory, tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    (repository / ".git").mkdir(parents=True)
    extra = repository / ".hivemind" / "agents" / "extra" / "agent.yaml"
    extra.parent.mkdir(parents=True)
    extra.write_text(toy.MANIFEST.replace("id: toy", "id: extra"))
    outside, inside = Caller(cwd=str(tmp_path)), Caller(cwd=str(repository))
    assert [agent.id for agent in it.hive.agents(outside)] == ["toy"]
    assert [agent.id for agent in it.hive.agents(inside)] == ["extra", "toy"]
    with pytest.raises(BadRequestError, match="no agent 'extra'"):
        await it.hive.spawn(Spawn(agent="extra"), outside)
    with pytest.raises(BadRequestError, match="no agent 'extra'"):
        await it.hive.spawn(Spawn(agent="extra", cwd=".."), inside)
    tile = await it.hive.spawn(Spawn(agent="extra", cwd="repository"), outside)
    assert tile.record.agent == "extra"


async def test_a_hook_reports_only_of_its_own_tile(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    other = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    its_own = Caller(tile_id=tile.id)
    for caller in (PERSON, Caller(tile_id=other.id), Caller(tile_id="gone")):
        with pytest.raises(UnauthorizedError):
            await Hook(tile_id=f"hm:{tile.id}", event="turn.started").serve(it.hive, caller)
    assert tile.status is Status.RUNNING
    taken = await Hook(tile_id=f"hm:{tile.id}", event="turn.started", session_id="s-1").serve(it.hive, its_own)
    assert taken.taken
    assert (tile.status, tile.record.session) == (Status.WORKING, "s-1")


async def test_an_event_that_is_not_known_changes_nothing(it: HiveInMemory) -> None:
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    its_own = Caller(tile_id=tile.id)
    unknown = await Hook(tile_id=f"hm:{tile.id}", event="turn.paused", session_id="s-1").serve(it.hive, its_own)
    nothing = await Hook(tile_id=f"hm:{tile.id}").serve(it.hive, its_own)
    assert (unknown.taken, nothing.taken) == (False, False)
    assert (tile.status, tile.record.session) == (Status.RUNNING, "")
    tracked = await Hook(tile_id=f"hm:{tile.id}", session_id="s-1").serve(it.hive, its_own)
    assert tracked.taken
    assert (tile.status, tile.record.session) == (Status.RUNNING, "s-1")


@pytest.mark.parametrize("name", ["s" * 129, "--flag", "a b", "../a", "a\x1b[2J", "\u00e4"])
async def test_a_hook_names_only_what_can_be_a_session(it: HiveInMemory, name: str) -> None:
    """The event counts; the text never gets to where a session's id is shown or put on a command line."""
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    its_own = Caller(tile_id=tile.id)
    tracked = await Hook(tile_id=f"hm:{tile.id}", session_id=name).serve(it.hive, its_own)
    told = await Hook(tile_id=f"hm:{tile.id}", event="turn.started", session_id=name).serve(it.hive, its_own)
    assert (tracked.taken, told.taken) == (False, True)
    assert (tile.status, tile.record.session) == (Status.WORKING, "")


HOOKED = """
launch: {hcp: true, args: ["--hooks", "{asset:hooks.json}"]}
hooks: {file: hooks.json, events: {Begin: {emit: turn.started}}}
"""


async def test_the_files_of_a_tile_are_there_until_it_is_closed(it: HiveInMemory, tmp_path: Path) -> None:
    path = tmp_path / "agents" / "toy" / "agent.yaml"
    path.write_text(path.read_text() + HOOKED)
    tile = await it.hive.spawn(Spawn(agent="toy"), PERSON)
    folder = it.hive.places.private / "toy"
    file = folder / f"hooks-hm-{tile.id}.json"
    assert it.keeper.started[0]["argv"][1:] == ["--hooks", str(file)]
    assert [found.name for found in folder.iterdir()] == [file.name]
    (folder / "hooks-hm-zzzzzz.json").write_text("of a tile that a dead daemon closed")
    await it.hive.adopt_all()
    assert [found.name for found in folder.iterdir()] == [file.name]
    await it.hive.close(tile.id)
    assert list(folder.iterdir()) == []


async def test_a_start_that_fails_leaves_no_files(it: HiveInMemory, tmp_path: Path) -> None:
    path = tmp_path / "agents" / "toy" / "agent.yaml"
    path.write_text(path.read_text() + HOOKED)
    with pytest.raises(BadRequestError):
        await it.hive.spawn(Spawn(agent="toy", model="none of its"), PERSON)
    assert list((it.hive.places.private / "toy").iterdir()) == []
