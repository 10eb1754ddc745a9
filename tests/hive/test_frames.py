"""Which frame a tile is in, and what of it outlives a daemon."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import BadRequestError, HiveError, TileNotFoundError
from hivemind.base.repository import Place
from hivemind.hive import frame_store
from hivemind.hive.frames import Home
from hivemind.protocol import codec
from hivemind.protocol.events import FramesChanged, Notice, TileChanged
from hivemind.protocol.frame import Frame, Layout, Leaf, Split
from hivemind.protocol.splits import tiles
from hivemind.protocol.verb import Caller
from hivemind.testing.hive import Client, HiveInMemory
from hivemind.verbs.spawn import Spawn


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[HiveInMemory]:
    for name in ("api", "web", "plain"):
        (tmp_path / name / "src").mkdir(parents=True)
    for name in ("api", "web"):
        (tmp_path / name / ".git").mkdir()
        (tmp_path / name / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    memory = HiveInMemory(tmp_path)
    yield memory
    await memory.close()
    memory.keeper.close()


async def start(it: HiveInMemory, cwd: Path | str, caller: Caller | None = None, **more: str) -> str:
    request = msgspec.convert({"agent": "toy", "cwd": str(cwd), **more}, Spawn)
    tile = await it.hive.spawn(request, caller or Caller(cwd="/"))
    return tile.id


def shape(it: HiveInMemory) -> dict[str, int]:
    """Frames by name, and how many tiles are in each."""
    return {frame.name: len(frame.tiles) for frame in it.hive.frames.all}


async def test_a_tile_joins_the_frame_of_its_repository_or_folder(it: HiveInMemory, tmp_path: Path) -> None:
    for folder in ("api", "api/src", "web", "plain/src", "plain"):
        await start(it, tmp_path / folder)
    assert shape(it) == {"api": 2, "web": 1, "src": 1, "plain": 1}
    api = it.hive.frames.find("api")
    assert (api.folder, api.branch) == (str(tmp_path / "api"), "main")


async def test_frames_of_folders_of_one_name_are_told_apart(it: HiveInMemory, tmp_path: Path) -> None:
    (tmp_path / "other" / "plain").mkdir(parents=True)
    await start(it, tmp_path / "plain")
    await start(it, tmp_path / "other" / "plain")
    assert shape(it) == {"plain": 1, "plain 2": 1}


async def test_a_frame_can_be_named_at_the_start(it: HiveInMemory, tmp_path: Path) -> None:
    await start(it, tmp_path / "api")
    await start(it, tmp_path / "web", frame="API")
    assert shape(it) == {"api": 2}
    with pytest.raises(HiveError, match="no frame 'nope'") as caught:
        await start(it, tmp_path / "web", frame="nope")
    assert caught.value.exit_code == 5
    assert len(it.keeper.started) == 2


async def test_what_a_tile_starts_stays_in_its_frame_unless_it_names_a_folder(it: HiveInMemory, tmp_path: Path) -> None:
    await start(it, tmp_path / "web")
    parent = await start(it, tmp_path / "api", frame="web")
    inside = Caller(tile_id=parent, cwd=str(tmp_path / "api"))
    await it.hive.spawn(Spawn(agent="toy"), inside)
    assert shape(it) == {"web": 3}
    await start(it, tmp_path / "api", inside)
    assert shape(it) == {"web": 3, "api": 1}


async def test_clients_hear_of_the_frame_before_they_hear_of_the_tile(it: HiveInMemory, tmp_path: Path) -> None:
    client = Client(1)
    it.hive.join(client)
    it.hive.subscribe(Caller(client=1))
    tile = await start(it, tmp_path / "api")
    first, second = client.events[:2]
    assert isinstance(first, FramesChanged)
    assert first.frames[0].tiles == (tile,)
    assert isinstance(second, TileChanged)


async def test_a_frame_goes_with_its_last_tile_unless_a_person_made_or_named_it(
    it: HiveInMemory, tmp_path: Path
) -> None:
    gone, named = await start(it, tmp_path / "api"), await start(it, tmp_path / "web")
    it.hive.frames.rename("web", "front")
    it.hive.frames.new("later", Place(str(tmp_path)))
    for tile in (gone, named):
        await it.hive.close(tile)
    assert shape(it) == {"front": 0, "later": 0}
    await start(it, tmp_path / "web")
    assert shape(it) == {"front": 1, "later": 0}


async def test_names_of_frames_are_unique_and_not_empty(it: HiveInMemory, tmp_path: Path) -> None:
    frames = it.hive.frames
    frames.new("Api", Place("/x"))
    with pytest.raises(BadRequestError, match="called 'API' already"):
        frames.new("API", Place("/y"))
    with pytest.raises(BadRequestError, match="empty"):
        frames.rename("Api", " ")
    assert frames.rename("api", "api").name == "api"
    assert frames.new("", Place(str(tmp_path / "web"))).name == "web"
    assert frames.new("", Place("/")).name == "/"


async def test_a_frame_for_a_folder_that_is_not_there_is_refused(it: HiveInMemory, tmp_path: Path) -> None:
    for nowhere in ("nope", "n" * 5000, "n\0"):
        with pytest.raises(BadRequestError, match="there is no folder"):
            await it.hive.frames.new_at("x", str(tmp_path), nowhere)
    made = await it.hive.frames.new_at("", str(tmp_path), "api/src")
    assert (made.name, made.folder) == ("api", str(tmp_path / "api"))


@pytest.mark.parametrize(
    ("word", "name"),
    [("f-id", "Shop api"), ("shop API", "Shop api"), ("api", "Shop api"), ("fron", "Frontend"), ("web", "Frontend")],
    ids=["id", "any case", "part of a name", "part of another", "folder"],
)
async def test_a_frame_is_found_by_what_people_call_it(it: HiveInMemory, word: str, name: str) -> None:
    frames = it.hive.frames
    first = frames.new("Shop api", Place("/shop"))
    frames.new("Frontend", Place("/x/web"))
    assert frames.find(first.frame_id if word == "f-id" else word).name == name


async def test_a_word_that_fits_several_frames_names_none(it: HiveInMemory) -> None:
    frames = it.hive.frames
    for name in ("api one", "api two"):
        frames.new(name, Place("/"))
    with pytest.raises(BadRequestError, match="fits several frames"):
        frames.find("api")
    with pytest.raises(HiveError, match="no frame ''"):
        frames.find("")


async def test_tiles_move_between_frames_and_change_places(it: HiveInMemory, tmp_path: Path) -> None:
    one, two, three = [await start(it, tmp_path / folder) for folder in ("api", "api", "web")]
    frames = it.hive.frames
    frames.swap(one, two)
    assert frames.find("api").tiles == (two, one)
    frames.swap(two, three)
    assert [frame.tiles for frame in frames.all] == [(three, one), (two,)]
    frames.move(one, "web")
    assert [frame.tiles for frame in frames.all] == [(three,), (two, one)]
    frames.move(three, "web")
    assert shape(it) == {"web": 3}


async def test_a_tile_goes_to_a_frame_of_its_own_that_goes_with_it(it: HiveInMemory, tmp_path: Path) -> None:
    one, two = [await start(it, tmp_path / "api") for _ in range(2)]
    frames = it.hive.frames
    made = frames.break_out(one, "api")
    assert (made.name, made.tiles, made.folder) == ("api 2", (one,), str(tmp_path / "api"))
    three = await start(it, tmp_path / "api")
    assert frames.find("api").tiles == (two, three)
    await it.hive.close(one)
    assert shape(it) == {"api": 2}


async def test_tabs_change_places(it: HiveInMemory) -> None:
    frames = it.hive.frames
    for name in "abc":
        frames.new(name, Place("/"))
    frames.shift("c", 0)
    assert [frame.name for frame in frames.all] == ["c", "a", "b"]
    frames.shift("c", 99)
    assert [frame.name for frame in frames.all] == ["a", "b", "c"]


async def test_only_an_empty_frame_closes_alone(it: HiveInMemory, tmp_path: Path) -> None:
    await start(it, tmp_path / "api")
    await start(it, tmp_path / "api")
    with pytest.raises(BadRequestError, match="there are 2 tiles in api"):
        await it.hive.close_frame("api", tiles=False)
    assert len(it.hive.tiles) == 2
    await it.hive.close_frame("api", tiles=True)
    assert (shape(it), it.hive.tiles) == ({}, {})
    it.hive.frames.new("kept", Place("/"))
    await it.hive.close_frame("kept", tiles=False)
    assert shape(it) == {}


async def test_splits_hold_each_tile_of_the_frame_once(it: HiveInMemory, tmp_path: Path) -> None:
    one, two = [await start(it, tmp_path / "api") for _ in range(2)]
    frames = it.hive.frames
    with pytest.raises(BadRequestError, match="never been split"):
        frames.arrange("api", kind="own")
    frames.arrange("api", kind="own", tree=Split(True, (Leaf(one, 70), Leaf("stranger"), Leaf(one))))
    layout = frames.find("api").layout
    assert (layout.kind, tiles(layout.splits)) == ("own", [one, two])
    three = await start(it, tmp_path / "api", below=one)
    four = await start(it, tmp_path / "web", beside=three)
    assert frames.find("api").tiles == (one, three, four, two)
    tree = frames.find("api").layout.splits
    assert isinstance(tree, Split)
    assert tree.parts[0] != Leaf(one)
    assert tiles(tree) == [one, three, four, two]
    frames.arrange("api", kind="columns", is_zoomed=True)
    await it.hive.close(three)
    layout = frames.find("api").layout
    assert (layout.kind, layout.is_zoomed, tiles(layout.splits)) == ("columns", True, [one, four, two])


async def test_a_frame_whose_last_tile_goes_has_no_splits_to_be_laid_out_by(it: HiveInMemory, tmp_path: Path) -> None:
    one = await start(it, tmp_path / "api")
    frames = it.hive.frames
    frames.rename("api", "kept")
    frames.arrange("kept", kind="own", tree=Leaf(one))
    await it.hive.close(one)
    assert frames.find("kept").layout == Layout("grid")


async def test_a_tile_goes_beside_one_that_is_there(it: HiveInMemory, tmp_path: Path) -> None:
    one = await start(it, tmp_path / "api")
    with pytest.raises(TileNotFoundError):
        await start(it, tmp_path / "api", beside="nope")
    with pytest.raises(BadRequestError, match="either --beside or --below"):
        await start(it, tmp_path / "api", beside=one, below=one)
    assert len(it.keeper.started) == 1


async def test_the_next_daemon_finds_everything_as_it_was(it: HiveInMemory, tmp_path: Path) -> None:
    one, two, three = [await start(it, tmp_path / folder) for folder in ("api", "web", "web")]
    frames = it.hive.frames
    frames.new("later", Place(str(tmp_path)))
    frames.arrange("web", kind="own", tree=Split(False, (Leaf(two, 3), Leaf(three, 2))), is_zoomed=True)
    frames.shift("web", 0)
    await frames.flush()
    before = frames.all
    nxt = HiveInMemory(tmp_path, keeper=it.keeper)
    await nxt.hive.adopt_all()
    try:
        assert nxt.hive.frames.all == before
        assert nxt.hive.frames.problem == ""
        assert [frame.name for frame in before] == ["web", "api", "later"]
        assert nxt.hive.frames.of(one) is not None
    finally:
        await nxt.close()


async def test_tiles_that_ended_meanwhile_leave_and_strangers_get_a_frame(it: HiveInMemory, tmp_path: Path) -> None:
    one = await start(it, tmp_path / "api")
    it.hive.frames.put("gone", Home(place=Place("/gone")))
    it.hive.frames.put("gone too", Home(it.hive.frames.find("api").frame_id))
    await it.hive.frames.flush()
    two = await start(it, tmp_path / "web")
    path = it.hive.places.frames
    kept = path.read_bytes()
    await it.hive.frames.flush()
    path.write_bytes(kept)
    nxt = HiveInMemory(tmp_path, keeper=it.keeper)
    await nxt.hive.adopt_all()
    try:
        assert [(frame.name, frame.tiles) for frame in nxt.hive.frames.all] == [("api", (one,)), ("web", (two,))]
    finally:
        await nxt.close()


async def test_a_tile_that_the_file_names_twice_is_in_one_frame(it: HiveInMemory, tmp_path: Path) -> None:
    one = await start(it, tmp_path / "api")
    path = it.hive.places.frames
    kept = (Frame("a", "first", tiles=(one, one), is_kept=True), Frame("b", "second", tiles=(one,), is_kept=True))
    frame_store.write(path, kept)
    nxt = HiveInMemory(tmp_path, keeper=it.keeper)
    await nxt.hive.adopt_all()
    try:
        assert [frame.tiles for frame in nxt.hive.frames.all] == [(one,), ()]
    finally:
        await nxt.close()


async def test_a_damaged_file_is_told_and_kept_and_every_tile_has_a_frame(it: HiveInMemory, tmp_path: Path) -> None:
    tile = await start(it, tmp_path / "api")
    await it.hive.frames.flush()
    path = it.hive.places.frames
    path.write_text('{"frames": [')
    nxt = HiveInMemory(tmp_path, keeper=it.keeper)
    await nxt.hive.adopt_all()
    try:
        assert [(frame.name, frame.tiles) for frame in nxt.hive.frames.all] == [("api", (tile,))]
        aside = path.with_name("frames.json.damaged-1")
        assert str(aside) in nxt.hive.frames.problem
        assert aside.read_text() == '{"frames": ['
    finally:
        await nxt.close()


async def test_a_disk_that_takes_nothing_is_told_once_and_what_runs_goes_on(it: HiveInMemory, tmp_path: Path) -> None:
    client = Client(1)
    it.hive.join(client)
    it.hive.subscribe(Caller(client=1))
    (it.hive.places.frames / "in the way").mkdir(parents=True)
    for _ in range(3):
        await start(it, tmp_path / "api")
        await it.hive.frames.flush()
    told = [event.text for event in client.events if isinstance(event, Notice)]
    assert len(told) == 1
    assert "cannot be kept" in told[0]
    assert shape(it) == {"api": 3}
    assert it.hive.frames.problem == told[0]


async def test_once_the_disk_takes_them_again_nothing_is_wrong_any_more(it: HiveInMemory, tmp_path: Path) -> None:
    in_the_way = it.hive.places.frames / "in the way"
    in_the_way.mkdir(parents=True)
    await start(it, tmp_path / "api")
    await it.hive.frames.flush()
    assert it.hive.frames.problem
    in_the_way.rmdir()
    in_the_way.parent.rmdir()
    await start(it, tmp_path / "api")
    await it.hive.frames.flush()
    assert it.hive.frames.problem == ""


async def test_a_branch_that_is_checked_out_meanwhile_is_seen(it: HiveInMemory, tmp_path: Path) -> None:
    await start(it, tmp_path / "api")
    (tmp_path / "api" / ".git" / "HEAD").write_text("ref: refs/heads/fix/nav\n")
    await it.hive.frames.look()
    assert it.hive.frames.find("api").branch == "fix/nav"


async def test_many_changes_of_one_turn_are_written_once(it: HiveInMemory) -> None:
    for name in "abcdef":
        it.hive.frames.new(name, Place("/"))
    await asyncio.gather(*(task for task in it.tasks))
    assert it.hive.places.frames.read_text().count('"frameId"') == 6


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems take no such name")
async def test_a_folder_whose_name_is_no_text_keeps_nobody_from_starting(it: HiveInMemory, tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"caf\xe9")
    odd.mkdir()
    (tmp_path / "link").symlink_to(odd)
    await start(it, tmp_path / "link")
    told = FramesChanged(it.hive.frames.all)
    assert codec.decode_event(codec.decode_incoming(codec.encode_event(told))) == told
    assert shape(it) == {"link": 1}
