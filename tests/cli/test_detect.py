from __future__ import annotations

import json
from pathlib import Path

import pytest

from hivemind.base.errors import HiveError, InvalidFileError, UsageError
from hivemind.base.places import Places
from hivemind.cli import detect
from tests.cli.conftest import REPOSITORY, Hive

CAST = REPOSITORY / "fixtures" / "screens" / "demo"


def out(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_a_screen_in_a_file_is_told_in_words_and_data(
    bot: Path, own_places: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = tmp_path / "screen.txt"
    screen.write_text("remove it? [y/n]\n")
    assert detect.run([str(bot), str(screen)], own_places, {}) == 0
    assert out(capsys).startswith("permission    rule 0, ")
    assert detect.run([str(bot), str(screen), "--json"], own_places, {}) == 0
    told = json.loads(out(capsys))
    assert list(told) == ["status", "says", "rule", "line", "evidence", "lastLine", "asks", "seen"]
    assert (told["status"], told["rule"], told["seen"]) == ("permission", 0, True)
    assert detect.run([str(bot), str(screen), "--explain"], own_places, {}) == 0
    assert "=> rule 0, line" in out(capsys)


def test_a_screen_as_json_and_a_labelled_one_can_be_read(
    bot: Path, own_places: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = tmp_path / "screen.json"
    mark.write_text('{"screen": ["esc to interrupt"], "title": "t"}')
    labelled = tmp_path / "a.screen"
    labelled.write_text("program: x\n---\nesc to interrupt\n")
    for path in (mark, labelled):
        detect.run([str(bot), str(path)], own_places, {})
        assert out(capsys).startswith("working")
    mark.write_text("{")
    with pytest.raises(InvalidFileError, match="no screen"):
        detect.run([str(bot), str(mark)], own_places, {})


def test_nothing_of_a_screen_reaches_the_terminal_as_it_is(
    bot: Path, own_places: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = tmp_path / "screen.txt"
    screen.write_text("\x1b]0;title\x07 and \u202e\n")
    detect.run([str(bot), str(screen), "--explain"], own_places, {})
    assert all(c.isprintable() or c == "\n" for c in out(capsys))


@pytest.mark.parametrize(
    ("argv", "exit_code"),
    [(["demo", "nowhere.txt"], 5), (["nobody"], 5), (["replay", "demo", "nowhere.cast"], 5), (["replay", "demo"], 2)],
)
def test_what_is_not_there_is_exit_5_and_what_is_missing_2(
    own_places: Places, argv: list[str], exit_code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HiveError) as raised:
        detect.run(argv, own_places, {})
    assert raised.value.exit_code == exit_code


def test_replay_tells_statuses_over_time_and_differences(
    bot: Path, own_places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    cast = str(CAST / "perm_edit.cast")
    assert detect.run(["replay", "demo", cast], own_places, {}) == 0
    lines = out(capsys).splitlines()
    assert any("permission" in line for line in lines)
    assert max(map(len, lines)) <= 80
    assert detect.run(["replay", "demo", cast, "--json"], own_places, {}) == 0
    assert {change["status"] for change in json.loads(out(capsys))["changes"]} >= {"idle", "working", "permission"}
    assert detect.run(["replay", "demo", cast, "--against", str(bot), "--json"], own_places, {}) == 1
    assert json.loads(out(capsys))["differences"][0].keys() >= {"start", "end", "line", "other_line"}
    assert detect.run(["replay", "demo", cast, "--against", "demo"], own_places, {}) == 0
    assert out(capsys) == "no difference\n"


def test_help_and_unknown_flags(own_places: Places, capsys: pytest.CaptureFixture[str]) -> None:
    assert detect.run(["--help"], own_places, {}) == 0
    assert detect.run(["replay", "--help"], own_places, {}) == 0
    assert max(map(len, out(capsys).splitlines())) <= 80
    with pytest.raises(UsageError, match="no flag '--exlain'"):
        detect.run(["demo", "--exlain"], own_places, {})


def test_a_batch_answers_each_line_and_names_bad_ones(hive: Hive) -> None:
    lines = [
        '{"screen": ["esc to interrupt · ask mode · esc to interrupt"]}',
        "",
        "{bad",
        '{"screen": [], "title": "✳ x"}',
    ]
    done = hive("detect", "demo", "--batch", stdin="\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("status") for answer in answers] == ["idle", None, "idle"]
    assert (answers[1]["ok"], answers[1]["line"]) == (False, 3)
    assert [answer.get("seen") for answer in answers] == [False, None, True]
    assert done.returncode == 2


def test_the_real_command_reads_standard_input(hive: Hive) -> None:
    done = hive("detect", "demo", "-", "--json", stdin="hello\n")
    assert (done.returncode, json.loads(done.stdout)["lastLine"]) == (0, "hello")
    done = hive("detect", "nobody", "--json", stdin="hello\n")
    assert (done.returncode, json.loads(done.stdout)["code"]) == (5, "NOT_FOUND")
