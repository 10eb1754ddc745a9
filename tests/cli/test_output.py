from __future__ import annotations

import io

import pytest

from hivemind.base.errors import HiveError, TileNotFoundError
from hivemind.cli import output


def test_data_goes_to_stdout_and_words_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    output.say("data")
    output.tell("words")
    output.say_json({"a": 1})
    assert capsys.readouterr() == ('data\n{"a":1}\n', "words\n")


def test_a_failure_carries_code_hint_and_exit(capsys: pytest.CaptureFixture[str]) -> None:
    assert output.fail(TileNotFoundError("no tile 'x'", hint="list them")) == 5
    assert capsys.readouterr().err == "error [TILE_NOT_FOUND] no tile 'x'\n  list them\n"
    assert output.fail(HiveError("bad"), as_json=True) == 1
    assert capsys.readouterr().out == '{"ok":false,"code":"INTERNAL","message":"bad"}\n'


def test_a_terminal_acts_on_nothing_that_a_failure_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    output.fail(HiveError("no agent 'a\x1b[31m\x07'\n\tx", hint="not 'a\x9b'"))
    assert capsys.readouterr().err == "error [INTERNAL] no agent 'a\\x1b[31m\\x07'\n\tx\n  not 'a\\x9b'\n"


@pytest.mark.parametrize(
    ("typed", "agreed"), [("y\n", True), ("YES\n", True), ("\n", False), ("yep\n", False), ("", False)]
)
def test_only_yes_is_yes(typed: str, agreed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert output.confirm("End it?") is agreed
