from __future__ import annotations

import json
from pathlib import Path

import pytest

from hivemind.base.places import Places
from hivemind.cli import roster
from hivemind.workbench.installed import switch
from hivemind.workbench.starter import write_starter
from tests.cli.conftest import Hive

Out = pytest.CaptureFixture[str]


def rows(places: Places, capsys: Out, *, path: str = "/bin", found: bool = False) -> dict[str, dict[str, object]]:
    assert roster.serve(places, {"PATH": path}, as_json=True, found=found) == 0
    return {row["id"]: row for row in json.loads(capsys.readouterr().out)}


def test_each_agent_is_a_row_with_its_state(own_places: Places, tmp_path: Path, capsys: Out) -> None:
    write_starter("here", own_places.user_agents, program="toybot")
    write_starter("off", own_places.user_agents)
    switch(own_places, "off", on=False)
    broken = write_starter("broken", own_places.user_agents)
    broken.write_text("id: 3")
    program = tmp_path / "bin" / "toybot"
    program.parent.mkdir()
    program.touch(mode=0o755)
    told = rows(own_places, capsys, path=str(program.parent))
    assert (told["here"]["source"], told["here"]["found"]) == ("user", str(program))
    assert (told["off"]["disabled"], told["off"]["found"]) == (True, None)
    assert str(told["broken"]["error"]).startswith(f"{broken}:")
    assert told["demo"]["source"] == "shipped"
    assert set(rows(own_places, capsys, path=str(program.parent), found=True)) >= {"here"}
    assert "off" not in rows(own_places, capsys, path=str(program.parent), found=True)


def test_an_own_agent_hides_a_shipped_one(own_places: Places, capsys: Out) -> None:
    write_starter("demo", own_places.user_agents)
    assert rows(own_places, capsys)["demo"]["source"] == "user"


def test_the_table_fits_80_columns(own_places: Places, capsys: Out) -> None:
    assert roster.serve(own_places, {"PATH": "/bin"}, as_json=False, found=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("claude ") and "on PATH" in line for line in lines)
    assert max(len(line) for line in lines if "on PATH" in line) <= 80


def test_the_real_command_lists(hive: Hive) -> None:
    done = hive("agents", "list", "--json")
    assert done.returncode == 0
    assert {row["id"] for row in json.loads(done.stdout)} >= {"claude", "codex", "demo"}
    done = hive("agents", "list", "--fond")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "error [USAGE] no flag '--fond' here")
    assert hive("agents", "list", "--help").stdout.startswith("usage: hive agents list")
