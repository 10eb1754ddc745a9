from __future__ import annotations

import stat
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import BadRequestError
from hivemind.protocol.verb import Caller
from hivemind.testing import toy
from hivemind.testing.hive import HiveInMemory
from hivemind.verbs.bundle import Bundle
from hivemind.verbs.spawn import Spawn


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[HiveInMemory]:
    memory = HiveInMemory(tmp_path)
    await Spawn(agent="toy", name="kim", cwd=str(tmp_path)).serve(
        memory.hive, Caller(client=1, cwd="/", env=memory.env)
    )
    yield memory
    await memory.close()
    memory.keeper.close()


def files(path: Path) -> dict[str, str]:
    """What is in a bundle."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


async def test_all_that_is_known_is_in_it_and_nothing_private(it: HiveInMemory, tmp_path: Path) -> None:
    it.hive.places.settings.parent.mkdir(parents=True)
    it.hive.places.settings.write_text('[notify]\ncommand = ["curl", "-H", "Authorization: Bearer abcdefgh1"]\n')
    it.keeper.write(1, toy.screen(f"in {tmp_path}/shop", "MY_TOKEN=hunter2 a@b.example"))
    await it.hive.tile("kim").look()
    await it.hive.clock.sleep(20)
    it.keeper.write(1, toy.working())
    made = await it.hive.recordings.bundle(it.hive.tile("kim"), None, Caller())
    found = files(made.path)
    assert set(found) == {
        "README.txt", "about.json", "agent.yaml", "past.cast", "screen.svg", "screen.txt", "settings.toml",
        "timeline.txt",
    }  # fmt: skip
    assert found["screen.txt"].startswith("● Working")
    assert "MY_TOKEN=•••••••" in found["past.cast"]
    assert "screen" in found["timeline.txt"]
    assert "detect:" in found["agent.yaml"]
    assert msgspec.json.decode(found["about.json"])["tile"]["agent"] == "toy"
    for secret in (str(tmp_path), "hunter2", "a@b.example", "abcdefgh1", it.hive.tile("kim").record.token):
        assert not any(secret in text for text in found.values()), secret
    assert "1 × e-mail addresses" in found["README.txt"]
    assert made.hidden["home folder"] == 1


async def test_what_an_option_of_its_command_holds_is_not_in_it(it: HiveInMemory) -> None:
    await Spawn(command=["prog", "--password", "hunter2", "--to", "shop"], name="tool").serve(
        it.hive, Caller(client=1, cwd="/", env=it.env)
    )
    made = await it.hive.recordings.bundle(it.hive.tile("tool"), None, Caller())
    about = files(made.path)["about.json"]
    assert "--password ••••••• --to shop" in about
    assert "hunter2" not in about


async def test_a_bundle_is_its_owners_and_writes_over_nothing(it: HiveInMemory, tmp_path: Path) -> None:
    verb = Bundle(tile="kim", to="a.zip")
    caller = Caller(cwd=str(tmp_path))
    reply = await verb.serve(it.hive, caller)
    assert verb.show(reply).startswith(f"bundled in {tmp_path}/a.zip; hidden: ")
    assert stat.S_IMODE((tmp_path / "a.zip").stat().st_mode) == 0o600
    with pytest.raises(BadRequestError, match="already"):
        await verb.serve(it.hive, caller)


async def test_what_there_is_nothing_of_is_left_out_and_not_named(it: HiveInMemory) -> None:
    made = await it.hive.recordings.bundle(it.hive.tile("kim"), None, Caller())
    found = files(made.path)
    assert "past.cast" not in found
    assert "past.cast" not in found["README.txt"]
