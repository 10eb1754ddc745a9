from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given

from hivemind.base.places import Places, shipped_agents
from hivemind.cli import roster
from hivemind.launch import environment
from hivemind.workbench.installed import switch
from hivemind.workbench.starter import write_starter
from tests.cli.conftest import Hive
from tests.house.test_stub_places import as_path, environments

Listed = Callable[..., dict[str, dict[str, object]]]
Out = pytest.CaptureFixture[str]


@pytest.fixture
def listed(own_env: dict[str, str], capsys: Out) -> Callable[..., dict[str, dict[str, object]]]:
    def run(*, path: str = "/bin", found: bool = False, cwd: Path = Path("/")) -> dict[str, dict[str, object]]:
        assert roster.serve({**own_env, "PATH": path}, str(cwd), as_json=True, found=found) == 0
        return {row["id"]: row for row in json.loads(capsys.readouterr().out)}

    return run


def test_each_agent_is_a_row_with_its_state(own_places: Places, tmp_path: Path, listed: Listed) -> None:
    write_starter("here", own_places.user_agents, program="toybot")
    write_starter("off", own_places.user_agents)
    switch(own_places, "off", on=False)
    broken = write_starter("broken", own_places.user_agents)
    broken.write_text("id: 3")
    program = tmp_path / "bin" / "toybot"
    program.parent.mkdir()
    program.touch(mode=0o755)
    told = listed(path=str(program.parent))
    assert (told["here"]["source"], told["here"]["found"]) == ("user", str(program))
    assert (told["off"]["disabled"], told["off"]["found"]) == (True, None)
    assert str(told["broken"]["error"]).startswith(f"{broken}:")
    assert told["demo"]["source"] == "shipped"
    assert set(listed(path=str(program.parent), found=True)) >= {"here"}
    assert "off" not in listed(path=str(program.parent), found=True)


def test_an_own_agent_hides_a_shipped_one(own_places: Places, listed: Listed) -> None:
    write_starter("demo", own_places.user_agents)
    assert listed()["demo"]["source"] == "user"


def test_the_table_fits_80_columns(own_env: dict[str, str], capsys: Out) -> None:
    assert roster.serve({**own_env, "PATH": "/bin"}, "/", as_json=False, found=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("  install: ") for line in lines)
    assert any(line.startswith("  note: a scripted stand-in") for line in lines)
    assert any(line.startswith("claude ") and "on PATH" in line for line in lines)
    assert max(len(line) for line in lines if "on PATH" in line) <= 80


def test_the_real_command_lists(hive: Hive) -> None:
    done = hive("agents", "list", "--json")
    assert done.returncode == 0
    assert {row["id"] for row in json.loads(done.stdout)} >= {"claude", "codex", "demo"}
    done = hive("agents", "list", "--fond")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "error [USAGE] no flag '--fond' here")
    assert hive("agents", "list", "--help").stdout.startswith("usage: hive agents list")


def test_a_repository_only_adds(own_places: Places, tmp_path: Path, listed: Listed, capsys: Out) -> None:
    repository = tmp_path / "repository"
    (repository / ".git").mkdir(parents=True)
    (repository / "deep" / "er").mkdir(parents=True)
    write_starter("mine", own_places.user_agents)
    switch(own_places, "mine", on=False)
    for name in ("extra", "mine", "demo"):
        write_starter(name, repository / ".hivemind" / "agents")
    found = roster.rows_of(os.environ | {"HOME": str(tmp_path)}, str(repository / "deep" / "er"))
    told = [(row["id"], row["source"], row["state"], "a repository only adds" in str(row["error"])) for row in found]
    assert [row for row in told if row[0] in {"extra", "mine", "demo"}] == [
        ("demo", "shipped", "on", False),
        ("demo", "repo", "error", True),
        ("extra", "repo", "on", False),
        ("mine", "user", "off", False),
        ("mine", "repo", "error", True),
    ]
    assert "extra" not in listed(cwd=tmp_path)


@pytest.mark.parametrize("damage", ["{", "[]", '{"off": 3}', '{"off": [3]}', '{"replaced": []}'])
def test_a_damaged_decision_is_said(hive: Hive, own_places: Places, damage: str) -> None:
    own_places.config.mkdir(parents=True)
    (own_places.config / "agents.json").write_text(damage)
    done = hive("agents", "list")
    assert done.returncode == 2
    assert f"{own_places.config}/agents.json" in done.stderr


def test_a_list_from_the_index_loads_nothing_slow(own_env: dict[str, str]) -> None:
    shutil.copytree(shipped_agents(), Path(own_env["HOME"], ".config", "hivemind", "agents"), copy_function=_aged)
    code = (
        "import sys; sys.argv[1:] = ['agents', 'list']; from hivemind.cli.stub import main; before = main();"
        "slow = 'ruamel msgspec pathlib dataclasses typing socket json re enum functools asyncio';"
        "print(before, *sorted({*slow.split()} & {*sys.modules}))"
    )
    argv = (sys.executable, "-I", "-c", code)
    first, second = [
        subprocess.run(argv, env=own_env, capture_output=True, text=True, check=True).stdout for _ in range(2)
    ]
    assert "ruamel" in first.splitlines()[-1]
    assert second.splitlines()[-1] == "0"
    assert first.splitlines()[:-1] == second.splitlines()[:-1]


def _aged(source: str, target: str) -> None:
    """A copy that was written long ago, as most agent files were."""
    shutil.copyfile(source, target)
    os.utime(target, (1, 1))


@given(environments)
def test_agents_are_looked_for_where_places_has_them(env: dict[str, str]) -> None:
    places = Places.from_env(env)
    assert as_path(roster.folder_of(env, "XDG_CONFIG_HOME", ".config") + "/agents") == places.user_agents
    assert as_path(roster.folder_of(env, "XDG_CACHE_HOME", ".cache") + "/agents") == places.agent_cache
    assert Path(roster.shipped()) == shipped_agents()


def test_programs_are_looked_up_as_a_tile_would_find_them(tmp_path: Path) -> None:
    (tmp_path / "prog").touch(mode=0o755)
    (tmp_path / "text").touch(mode=0o644)
    (tmp_path / "folder").mkdir()
    for path in (f"/bin:{tmp_path}", f"{tmp_path}/:/bin", "", ".:relative", str(tmp_path / "text")):
        for name in ("prog", "text", "folder", "sh", "no-such"):
            want = environment.find_program(name, path)
            assert roster.find_program(name, path) == want
    assert roster.DEFAULT_PATH == environment.DEFAULT_PATH
