from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from hivemind.base.errors import HiveError, UsageError
from hivemind.base.places import Places
from hivemind.cli import agents
from tests.cli.conftest import Hive

Out = pytest.CaptureFixture[str]


def run(places: Places, *argv: str) -> int:
    return agents.run(list(argv), places, {"HOME": "/nowhere", "PATH": "/bin"})


def test_a_new_agent_is_checked_installed_switched_and_removed(own_places: Places, tmp_path: Path, capsys: Out) -> None:
    folder = tmp_path / "toy-bot"
    assert run(own_places, "new", "toy-bot", "--bin", "toybot", "--dir", str(tmp_path)) == 0
    assert capsys.readouterr().out.startswith(f"{folder}/agent.yaml\n")
    assert run(own_places, "validate", str(folder)) == 0
    assert f"valid     {folder}/agent.yaml" in capsys.readouterr().out
    assert run(own_places, "install", str(folder), "--json") == 0
    installed = own_places.user_agents / "toy-bot"
    assert json.loads(capsys.readouterr().out) == {"id": "toy-bot", "folder": str(installed), "rescanned": False}
    assert run(own_places, "show", "toy-bot", "--json") == 0
    assert json.loads(capsys.readouterr().out)["file"] == f"{installed}/agent.yaml"
    assert run(own_places, "disable", "toy-bot") == 0
    assert run(own_places, "enable", "toy-bot", "--json") == 0
    assert capsys.readouterr().out == 'toy-bot is off\n{"id":"toy-bot","disabled":false,"changed":true}\n'
    assert run(own_places, "remove", "toy-bot") == 0
    assert not installed.exists()


def test_an_invalid_file_is_told_with_every_problem(bot: Path, own_places: Places, capsys: Out) -> None:
    file = bot / "agent.yaml"
    file.write_text(file.read_text().replace("contains", "contians"))
    assert run(own_places, "validate", str(bot)) == 2
    assert capsys.readouterr().err.endswith("2 errors\n")
    assert run(own_places, "validate", str(bot), "--json") == 2
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["code"]) == (False, "INVALID_FILE")
    assert [problem["code"] for problem in told["problems"]] == ["manifest.unknown_test"] * 2
    assert told["problems"][0]["line"] > 0
    assert run(own_places, "install", str(bot)) == 2
    assert not own_places.user_agents.exists()


def test_what_runs_more_than_a_program_is_installed_only_when_agreed(
    bot: Path, own_places: Places, capsys: Out
) -> None:
    file = bot / "agent.yaml"
    file.write_text(file.read_text().replace('bin: "my-bot"', "bin: bash"))
    with pytest.raises(UsageError, match="runs whatever it is given") as raised:
        run(own_places, "install", str(bot), "--json")
    assert raised.value.hint == "agree with --yes"
    assert run(own_places, "install", str(bot), "--yes") == 0
    assert "installed my-bot" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "exit_code"),
    [
        (("show", "nobody"), 5),
        (("remove", "demo"), 5),
        (("disable", "nobody"), 5),
        (("validate", "nowhere"), 5),
        (("frobnicate",), 2),
        (("show",), 2),
        (("new", "No"), 2),
    ],
)
def test_what_cannot_be_ends_with_its_exit_code(own_places: Places, argv: tuple[str, ...], exit_code: int) -> None:
    with pytest.raises(HiveError) as raised:
        run(own_places, *argv)
    assert raised.value.exit_code == exit_code


def test_every_command_has_help_of_80_columns(own_places: Places, capsys: Out) -> None:
    assert run(own_places, "--help") == 0
    for name in agents.COMMANDS:
        assert f"\n  {name} " in agents.USAGE or f", {name} ID" in agents.USAGE
        assert run(own_places, name, "--help") == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 80


def test_a_picture_is_printed_for_any_agent(own_places: Places, capsys: Out) -> None:
    assert run(own_places, "icon", "demo", "--json") == 0
    assert json.loads(capsys.readouterr().out)["id"] == "demo"


def test_the_real_command_does_the_same(hive: Hive, tmp_path: Path) -> None:
    assert hive("agents").stdout.startswith("usage: hive agents COMMAND")
    assert hive("agents", "new", "toy-bot").returncode == 0
    assert (tmp_path / "toy-bot" / "agent.yaml").exists()
    done = hive("agents", "validate", "toy-bot", "--json")
    assert json.loads(done.stdout)["id"] == "toy-bot"
    done = hive("agents", "show", "nobody", "--json")
    assert (done.returncode, json.loads(done.stdout)["code"]) == (5, "NOT_FOUND")


def test_a_reserved_id_is_installed_only_when_it_is_given_away(bot: Path, own_places: Places, capsys: Out) -> None:
    file = bot / "agent.yaml"
    file.write_text(file.read_text().replace('id: "my-bot"', "id: codex"))
    assert run(own_places, "install", str(bot), "--yes") == 2
    assert not own_places.user_agents.exists()
    assert run(own_places, "install", str(bot), "--yes", "--replace") == 0
    assert run(own_places, "show", "codex") == 0
    assert "runs      my-bot" in capsys.readouterr().out


def test_an_install_says_what_the_agent_does(bot: Path, own_places: Places, capsys: Out) -> None:
    file = bot / "agent.yaml"
    file.write_text(file.read_text() + "\nlaunch: {hcp: true}\nassets: [{name: a, file: a.sh}]\n")
    (bot / "a.sh").write_text("echo")
    assert run(own_places, "install", str(bot), "--yes") == 0
    assert "  it reports through hooks of its own" in capsys.readouterr().out


def test_what_was_fetched_is_installed_only_by_a_yes(
    bot: Path, own_places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    @contextmanager
    def fetched(word: str, ref: str, env: Mapping[str, str]) -> Iterator[Path]:
        asked.append((word, ref))
        yield bot

    monkeypatch.setattr("hivemind.workbench.fetched.fetched", fetched)
    with pytest.raises(UsageError, match="it comes from owner/my-bots and runs my-bot"):
        run(own_places, "install", "owner/my-bots", "--json")
    assert not (own_places.user_agents / "my-bot").exists()
    assert run(own_places, "install", "owner/my-bots", "--ref", "v1", "--yes") == 0
    assert (own_places.user_agents / "my-bot" / "agent.yaml").is_file()
    assert asked == [("owner/my-bots", ""), ("owner/my-bots", "v1")]
