from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import HiveError, InvalidFileError, UsageError
from hivemind.base.places import Places
from hivemind.manifest.parts.assets import Asset
from hivemind.workbench import installed
from tests.workbench.conftest import Agent


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.from_env({"HOME": str(tmp_path)})


def test_an_install_copies_the_manifest_and_the_assets_it_names(toy: Agent, places: Places) -> None:
    loaded, manifest, _ = toy
    source = loaded.path.parent
    (source / "hook.sh").write_text("echo")
    (source / "diary.txt").write_text("private")
    target = installed.install(loaded, msgspec.structs.replace(manifest, assets=(Asset("h", "hook.sh"),)), places)
    assert sorted(path.name for path in target.iterdir()) == ["agent.yaml", "hook.sh"]
    assert [path.name for path in places.user_agents.iterdir()] == ["toy"]


def test_an_install_replaces_one_of_the_same_id_whole(toy: Agent, places: Places) -> None:
    old = places.user_agents / "toy"
    old.mkdir(parents=True)
    (old / "old.sh").write_text("x")
    target = installed.install(toy[0], toy[1], places)
    assert [path.name for path in target.iterdir()] == ["agent.yaml"]


def test_what_is_missing_or_in_place_is_refused(toy: Agent, places: Places) -> None:
    loaded, manifest, _ = toy
    with pytest.raises(InvalidFileError, match=r"missing: hook\.sh"):
        installed.install(loaded, msgspec.structs.replace(manifest, assets=(Asset("h", "hook.sh"),)), places)
    target = installed.install(loaded, manifest, places)
    there = type(loaded)(target / "agent.yaml", manifest, loaded.report)
    with pytest.raises(UsageError, match="where it would go"):
        installed.install(there, manifest, places)


def test_a_removed_agent_is_remembered_as_declined_until_it_is_installed(toy: Agent, places: Places) -> None:
    target = installed.install(toy[0], toy[1], places)
    assert installed.remove("toy", places) == target
    assert not target.exists()
    assert installed.read_switches(places).declined == ("toy",)
    installed.install(toy[0], toy[1], places)
    assert installed.read_switches(places).declined == ()


def test_a_linked_folder_is_removed_without_what_it_points_to(toy: Agent, places: Places) -> None:
    places.user_agents.mkdir(parents=True)
    (places.user_agents / "toy").symlink_to(toy[0].path.parent)
    installed.remove("toy", places)
    assert toy[0].path.exists()
    assert not (places.user_agents / "toy").exists()


@pytest.mark.parametrize("name", ["toy", "../toy", ".", ""])
def test_only_ones_own_agents_can_be_removed(places: Places, name: str) -> None:
    with pytest.raises(HiveError) as raised:
        installed.remove(name, places)
    assert raised.value.exit_code == 5


def test_switching_tells_whether_it_changed_anything(places: Places) -> None:
    assert installed.switch(places, "toy", on=False)
    assert not installed.switch(places, "toy", on=False)
    assert installed.read_switches(places).off == ("toy",)
    assert installed.switch(places, "toy", on=True)
    assert installed.read_switches(places).off == ()


def test_a_broken_switch_file_is_said_and_never_overwritten(places: Places) -> None:
    path = places.agent_decisions
    path.parent.mkdir(parents=True)
    path.write_text("{")
    with pytest.raises(InvalidFileError):
        installed.switch(places, "toy", on=False)
    assert path.read_text() == "{"


def test_a_link_is_not_followed(toy: Agent, places: Places, tmp_path: Path) -> None:
    loaded, manifest, _ = toy
    (tmp_path / "secret").write_text("private")
    (loaded.path.parent / "hook.sh").symlink_to(tmp_path / "secret")
    with pytest.raises(InvalidFileError, match=r"hook\.sh: cannot be read"):
        installed.install(loaded, msgspec.structs.replace(manifest, assets=(Asset("h", "hook.sh"),)), places)
    (loaded.path.parent / "hook.sh").unlink()
    os.mkfifo(loaded.path.parent / "hook.sh")
    with pytest.raises(InvalidFileError, match="not a plain file"):
        installed.install(loaded, msgspec.structs.replace(manifest, assets=(Asset("h", "hook.sh"),)), places)
    assert not (places.user_agents / "toy").exists()


def test_only_what_was_checked_is_installed(toy: Agent, places: Places) -> None:
    loaded, manifest, _ = toy
    loaded.path.write_text(loaded.path.read_text() + "note: changed since\n")
    with pytest.raises(InvalidFileError, match="changed while"):
        installed.install(loaded, manifest, places)


def test_what_was_there_comes_back_when_the_new_one_cannot_take_its_place(tmp_path: Path) -> None:
    target = tmp_path / "agents" / "toy"
    target.mkdir(parents=True)
    (target / "old.txt").write_text("old")

    with pytest.raises(FileNotFoundError):
        installed.exchange(tmp_path / "gone", target, tmp_path / "aside")
    assert (target / "old.txt").read_text() == "old"


def test_a_reserved_id_is_remembered_with_the_program_it_was_given_to(toy: Agent, places: Places) -> None:
    taken = msgspec.structs.replace(toy[1], id="codex")
    installed.install(toy[0], taken, places)
    assert installed.read_switches(places).replaced == {"codex": "toy"}
    installed.remove("codex", places)
    assert installed.read_switches(places).replaced == {}
    assert installed.read_switches(places).declined == ("codex",)
