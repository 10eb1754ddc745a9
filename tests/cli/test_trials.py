from __future__ import annotations

import json
from pathlib import Path

import pytest

from hivemind.base.errors import HiveError
from hivemind.base.places import Places
from hivemind.cli import agents
from hivemind.workbench import unknown
from hivemind.workbench.screens import of_plain_text
from tests.cli.conftest import REPOSITORY, Hive

Out = pytest.CaptureFixture[str]

DEMO = REPOSITORY / "fixtures" / "screens" / "demo"


def run(places: Places, *argv: str) -> int:
    return agents.run(list(argv), places, {"HOME": "/nowhere", "PATH": "/bin"})


def screen(path: Path, text: str, reads: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"program: my-bot\nsize: 60x5\nreads: {reads}\nsource: by hand\n---\n{text}\n")
    return path


def test_screens_beside_the_file_are_tested_without_being_named(bot: Path, own_places: Places, capsys: Out) -> None:
    screen(bot / "screens" / "asks.screen", "go? [y/n]", "permission")
    assert run(own_places, "test", str(bot)) == 0
    assert capsys.readouterr().out == "1 of 1 right\n"
    screen(bot / "screens" / "rests.screen", "go? [y/n]", "idle")
    assert run(own_places, "test", str(bot)) == 1
    line, total = capsys.readouterr().out.splitlines()
    assert line.startswith("WRONG rests")
    assert total == "1 of 2 right"
    assert run(own_places, "test", str(bot), "--json") == 1
    assert json.loads(capsys.readouterr().out)["right"] == 1


@pytest.mark.parametrize("named", [(), ("nowhere",), (str(DEMO),)])
def test_no_screens_are_exit_5(
    bot: Path, own_places: Places, named: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HiveError) as raised:
        run(own_places, "test", str(bot), *named)
    assert raised.value.exit_code == 5


def test_lint_tells_what_flips_and_what_never_fires(bot: Path, own_places: Places, capsys: Out) -> None:
    asks = screen(bot / "asks.screen", "go? [y/n]", "permission")
    assert run(own_places, "lint", str(bot), str(asks)) == 1
    told = capsys.readouterr().out
    assert "(working): no screen shows this rule" in told
    assert "never matches" not in told
    assert "without titles and records: 1 of 1 (100.0 %)" in told
    assert run(own_places, "lint", str(bot), str(asks), "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["cases"], found["clean"], found["bare"]["right"]) == (1, False, 1)
    assert found["seconds"] >= 0


def test_explained_findings_are_listed_and_do_not_fail(bot: Path, own_places: Places, capsys: Out) -> None:
    asks = screen(bot / "asks.screen", "go? [y/n]", "permission")
    file = bot / "agent.yaml"
    file.write_text("# lint(no screen): not collected yet\n# lint(width): odd\n" + file.read_text())
    assert run(own_places, "lint", str(bot), str(asks)) == 0
    told = capsys.readouterr().out
    assert "explained: rule 1" in told
    assert "no screen shows this rule: not collected yet" in told
    assert "line 2: this comment explains nothing here (width)" in told


def test_a_kept_screen_is_listed_printed_and_labelled(own_places: Places, capsys: Out) -> None:
    assert run(own_places, "unknown") == 0
    assert capsys.readouterr().out == "no screen was unknown so far\n"
    path = unknown.keep(unknown.folder_of(own_places), "my-bot", of_plain_text("odd \x1b[31m screen"))
    assert path is not None
    assert run(own_places, "unknown") == 0
    assert "odd \\x1b[31m screen" in capsys.readouterr().out
    assert run(own_places, "unknown", path.stem) == 0
    assert "|odd" in capsys.readouterr().out
    assert run(own_places, "unknown", "--label", "idle", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(path)}
    for argv in (("unknown", "--label", "idle"), ("unknown", "other")):
        with pytest.raises(HiveError) as raised:
            run(own_places, *argv)
        assert raised.value.exit_code == 5


def test_the_real_commands_do_the_same(hive: Hive) -> None:
    done = hive("agents", "test", "demo", str(DEMO), "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["right"]) == (0, told["total"])
    assert hive("agents", "unknown", "--json").stdout == "[]\n"
    assert hive("agents", "lint", "demo", str(DEMO)).returncode in {0, 1}
