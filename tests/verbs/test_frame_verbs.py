"""The verbs of frames, as a script and a person use them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hivemind.daemon.commands import Commands, Output
from hivemind.protocol.verb import Caller
from hivemind.testing.hive import HiveInMemory
from hivemind.verbs import all_verbs


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[HiveInMemory]:
    for name in ("api", "web"):
        (tmp_path / name / ".git").mkdir(parents=True)
        (tmp_path / name / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    memory = HiveInMemory(tmp_path)
    yield memory
    await memory.close()
    memory.keeper.close()


async def ctl(it: HiveInMemory, *argv: str) -> Output:
    return await Commands(it.hive, all_verbs()).run(argv, Caller(cwd=it.env["HOME"], env=it.env))


async def said(it: HiveInMemory, *argv: str) -> str:
    output = await ctl(it, *argv)
    assert output.exit == 0, output.stderr
    return output.stdout.strip()


async def test_frames_are_listed_with_what_they_are_bound_to(it: HiveInMemory, tmp_path: Path) -> None:
    assert "no frames" in await said(it, "frames")
    for folder in ("api", "api", "web"):
        await said(it, "spawn", "--agent", "toy", "--cwd", folder)
    head, first, second = (line.split() for line in (await said(it, "frames")).splitlines())
    assert head == ["FRAME", "NAME", "TILES", "LAYOUT", "BRANCH", "FOLDER"]
    assert first[1:] == ["api", "2", "grid", "main", str(tmp_path / "api")]
    assert second[1:] == ["web", "1", "grid", "main", str(tmp_path / "web")]
    raw = json.loads(await said(it, "frames", "--json"))["frames"]
    assert [(one["title"], one["repo"], one["branch"], one["tiles"]) for one in raw] == [
        ("api", str(tmp_path / "api"), "main", 2),
        ("web", str(tmp_path / "web"), "main", 1),
    ]


async def test_a_file_that_could_not_be_read_is_told_with_the_frames(it: HiveInMemory) -> None:
    it.hive.places.frames.parent.mkdir(parents=True)
    it.hive.places.frames.write_text("{")
    it.hive.frames.load()
    assert "note: the layout of the frames could not be read" in await said(it, "frames")
    assert "damaged-1" in json.loads(await said(it, "frames", "--json"))["problem"]


async def test_tiles_are_listed_by_frame(it: HiveInMemory, tmp_path: Path) -> None:
    for name, folder in (("one", "api"), ("two", "web"), ("three", "api")):
        await said(it, "spawn", "--agent", "toy", "--name", name, "--cwd", folder)
    head, *rows = (line.split() for line in (await said(it, "list")).splitlines())
    assert head == ["TILE", "NAME", "FRAME", "AGENT", "STATUS", "FOLDER"]
    assert [row[1:3] for row in rows] == [["one", "api"], ["three", "api"], ["two", "web"]]
    raw = json.loads(await said(it, "list", "--json"))
    assert [(f["title"], f["repo"], f["branch"], [t["name"] for t in f["tiles"]]) for f in raw["frames"]] == [
        ("api", str(tmp_path / "api"), "main", ["one", "three"]),
        ("web", str(tmp_path / "web"), "main", ["two"]),
    ]
    only = json.loads(await said(it, "list", "--frame", "web", "--json"))
    assert [(f["title"], len(f["tiles"])) for f in only["frames"]] == [("web", 1)]
    assert only["loose"] == []


async def test_a_frame_without_tiles_is_listed_only_when_it_is_named(it: HiveInMemory) -> None:
    frame = await said(it, "new-frame", "later")
    assert json.loads(await said(it, "list", "--json")) == {"frames": [], "loose": []}
    raw = json.loads(await said(it, "list", "--frame", frame, "--json"))
    assert [(f["title"], f["tiles"]) for f in raw["frames"]] == [("later", [])]
    assert "no tiles in later" in await said(it, "list", "--frame", frame)
    assert (await ctl(it, "list", "--frame", "nope")).exit == 5


async def test_a_script_makes_fills_arranges_and_closes_a_frame(it: HiveInMemory) -> None:
    frames = it.hive.frames
    made = await said(it, "new-frame", "review", "--cwd", "web")
    assert frames.find("review").frame_id == made
    one = await said(it, "spawn", "--agent", "toy", "--frame", "review", "--cwd", "api")
    two = await said(it, "spawn", "--agent", "toy", "--cwd", "api")
    assert await said(it, "move", two, "review") == "moved"
    assert frames.find("review").tiles == (one, two)
    assert await said(it, "move", two, "alone", "--new") == "moved"
    assert frames.find("alone").tiles == (two,)
    await said(it, "move", two, "review")
    assert [frame.name for frame in frames.all] == ["review"]
    assert await said(it, "swap", one, two) == "swapped"
    assert frames.find("review").tiles == (two, one)
    assert await said(it, "layout", "review", "main", "--zoom", "on") == "laid out"
    assert "main (zoomed)" in await said(it, "frames")
    await said(it, "layout", "review", "--zoom", "off")
    layout = frames.find("review").layout
    assert (layout.kind, layout.is_zoomed) == ("main", False)
    assert await said(it, "rename-frame", "review", "checks") == "renamed"
    await said(it, "new-frame", "last")
    assert await said(it, "move-frame", "last", "1") == "moved"
    assert [frame.name for frame in frames.all] == ["last", "checks"]
    refused = await ctl(it, "close-frame", "checks")
    assert (refused.exit, "--tiles" in refused.stderr) == (2, True)
    assert await said(it, "close-frame", "checks", "--tiles") == "closed"
    assert await said(it, "close-frame", "last") == "closed"
    assert (it.hive.tiles, frames.all) == ({}, ())


@pytest.mark.parametrize(
    ("argv", "exit_code"),
    [
        (("layout", "nope", "grid"), 5),
        (("layout", "api", "spiral"), 2),
        (("layout", "api", "own"), 2),
        (("layout", "api", "--zoom", "maybe"), 2),
        (("layout", "api", "--splits", "x"), 2),
        (("move", "nope", "api"), 5),
        (("swap", "toy", "nope"), 5),
        (("rename-frame", "api", ""), 2),
        (("new-frame", "api"), 2),
        (("new-frame", "x", "--cwd", "nope"), 2),
        (("close-frame", "nope"), 5),
        (("move-frame", "api", "first"), 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
async def test_what_cannot_be_done_says_so_and_changes_nothing(
    it: HiveInMemory, argv: tuple[str, ...], exit_code: int
) -> None:
    await said(it, "spawn", "--agent", "toy", "--name", "toy", "--cwd", "api")
    before = it.hive.frames.all
    output = await ctl(it, *argv)
    assert (output.exit, output.stdout) == (exit_code, "")
    assert it.hive.frames.all == before
