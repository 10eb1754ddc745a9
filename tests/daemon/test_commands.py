from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hivemind.daemon.commands import Commands
from hivemind.protocol.verb import Caller
from hivemind.testing import toy
from hivemind.testing.hive import HiveInMemory
from hivemind.verbs import all_verbs

PERSON = Caller(cwd="/")


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[HiveInMemory]:
    memory = HiveInMemory(tmp_path)
    yield memory
    await memory.close()
    memory.keeper.close()


async def run(it: HiveInMemory, *argv: str, caller: Caller = PERSON) -> tuple[int, str, str]:
    output = await Commands(it.hive, all_verbs()).run(list(argv), caller)
    return output.exit, output.stdout, output.stderr


async def started(it: HiveInMemory) -> str:
    return json.loads((await run(it, "spawn", "--agent", "toy", "--json"))[1])["tileId"]  # type: ignore[no-any-return]


async def test_a_terminal_acts_on_nothing_that_an_error_quotes(it: HiveInMemory) -> None:
    code, out, err = await run(it, "screen", "a\x1b[31m\x07")
    assert (code, out, err.split("\n")[0]) == (5, "", "error [TILE_NOT_FOUND] no tile 'a\\x1b[31m\\x07'")


async def test_spawn_prints_the_id_and_list_shows_the_tile(it: HiveInMemory) -> None:
    code, out, err = await run(it, "spawn", "--agent", "toy", "--name", "api")
    assert (code, err) == (0, "")
    tile_id = out.strip()
    assert tile_id in (await run(it, "list"))[1]
    (frame,) = json.loads((await run(it, "list", "--json"))[1])["frames"]
    (tile,) = frame["tiles"]
    assert {name: tile[name] for name in ("tileId", "name", "agent", "status", "says", "cwd", "exit")} == {
        "tileId": tile_id,
        "name": "api",
        "agent": "toy",
        "status": "running",
        "says": "",
        "cwd": "/",
        "exit": None,
    }
    assert {"since", "pid"} <= tile.keys()


async def test_list_without_tiles_says_what_to_do(it: HiveInMemory) -> None:
    assert (await run(it, "list"))[1] == "no tiles; start one with: hive ctl spawn --agent demo\n"
    assert json.loads((await run(it, "list", "--json"))[1]) == {"frames": [], "loose": []}


async def test_screen_shows_what_the_program_has_just_written(it: HiveInMemory) -> None:
    tile_id = await started(it)
    it.keeper.write(1, "\x1b]2;a title\x07höllo\r\n漢字 x".encode())
    assert (await run(it, "screen", tile_id))[1] == "höllo\n漢字 x\n"
    screen = json.loads((await run(it, "screen", tile_id, "--json"))[1])
    assert screen["rows"][:2] == ["höllo", "漢字 x"]
    assert len(screen["rows"]) == screen["size"]["rows"] == 30
    assert screen["size"]["columns"] == 120
    assert (screen["title"], screen["cursor"]["row"], screen["cursor"]["column"]) == ("a title", 1, 6)
    assert screen["revision"] > 0


async def test_wait_says_what_it_reached_and_times_out_with_4(it: HiveInMemory) -> None:
    tile_id = await started(it)
    it.keeper.write(1, toy.trust())
    assert (await run(it, "wait", tile_id, "--until", "blocked,idle", "--timeout", "100s")) == (
        0,
        "blocked (trust)\n",
        "",
    )
    code, out, _ = await run(it, "wait", tile_id, "--until", "working", "--timeout", "50", "--json")
    assert (code, json.loads(out)["code"]) == (4, "TIMEOUT")


async def test_an_answer_to_nothing_is_8_and_a_wrong_tile_5(it: HiveInMemory) -> None:
    tile_id = await started(it)
    it.keeper.write(1, toy.idle())
    assert (await run(it, "answer", tile_id, "allow"))[0] == 8
    assert (await run(it, "send", "nope", "x"))[0] == 5
    it.keeper.write(1, toy.permission())
    await run(it, "wait", tile_id, "--until", "permission", "--timeout", "100s")
    assert (await run(it, "send", tile_id, "x"))[0] == 8


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (("interrupt", "ID"), "is running, there is nothing to interrupt"),
        (("wait", "ID", "--until", "asleep"), "'asleep' is not a status"),
        (("wait", "ID", "--until", ","), "--until needs a status"),
        (("keys", "ID", ","), "no keys given"),
        (("rename", "ID", "x", "y"), "one word too many"),
    ],
)
async def test_a_refusal_says_why(it: HiveInMemory, argv: tuple[str, ...], says: str) -> None:
    tile_id = await started(it)
    code, out, err = await run(it, *(tile_id if word == "ID" else word for word in argv))
    assert code in {2, 7}
    assert out == ""
    assert says in err


async def test_what_is_done_is_said_in_a_word(it: HiveInMemory) -> None:
    tile_id = await started(it)
    for argv, word in [
        (("rename", tile_id, "new"), "renamed"),
        (("focus", tile_id), "focused"),
        (("keys", tile_id, "a,Enter"), "pressed"),
        (("close", tile_id), "closed"),
    ]:
        assert (await run(it, *argv)) == (0, f"{word}\n", "")


async def test_every_acknowledgement_is_ok_true_for_scripts(it: HiveInMemory) -> None:
    tile_id = await started(it)
    for argv in (("rename", tile_id, "new"), ("focus", tile_id), ("close", tile_id)):
        assert json.loads((await run(it, *argv, "--json"))[1]) == {"ok": True}


async def test_agents_lists_what_is_here(it: HiveInMemory) -> None:
    assert (await run(it, "agents"))[1].startswith("toy           installed")


async def test_json_after_two_dashes_belongs_to_the_program(it: HiveInMemory) -> None:
    code, out, _ = await run(it, "spawn", "--", "prog", "--json")
    assert code == 0
    assert not out.startswith("{")
    assert it.keeper.started[0]["argv"][1:] == ["--json"]


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems take no such name")
async def test_a_file_in_a_folder_whose_name_is_no_text_is_told_as_data_too(it: HiveInMemory, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    tile = await started(it)
    code, out, _ = await run(it, "screen", tile, "--save", "a.txt", "--json", caller=Caller(cwd=str(folder)))
    assert (code, json.loads(out)["saved"]) == (0, f"{tmp_path}/caf?/a.txt")
