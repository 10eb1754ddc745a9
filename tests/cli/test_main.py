from __future__ import annotations

import os
from pathlib import Path

import pytest

from hivemind.base.errors import UsageError
from hivemind.base.places import Places
from hivemind.cli.main import USAGE, local_help, main, own_env, run


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.from_env({"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)})


def test_help_and_version_need_nothing(places: Places, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"], places, {}) == 0
    assert run(["--version"], places, {}) == 0
    out = capsys.readouterr().out
    assert USAGE in out
    assert "\nhive 0." in out


@pytest.mark.parametrize("argv", [["frobnicate"], ["daemon"], ["daemon", "dance"], ["daemon", "start", "now"]])
def test_unknown_words_are_a_usage_error(argv: list[str], places: Places) -> None:
    with pytest.raises(UsageError):
        run(argv, places, {})


def test_errors_end_with_their_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["frobnicate"]) == 2
    assert capsys.readouterr().err == "error [USAGE] no command 'frobnicate'\n  see them: hive --help\n"
    assert main(["frobnicate", "--json"]) == 2
    assert capsys.readouterr().out.startswith('{"ok":false,"code":"USAGE"')


def test_the_ui_needs_a_terminal(places: Places) -> None:
    with pytest.raises(UsageError, match="needs a terminal"):
        run([], places, {})


def test_the_ui_needs_every_standard_stream(places: Places) -> None:
    """It draws on standard error: with that in a file, a person would look at an empty terminal."""
    ours, theirs = os.openpty()
    before = [os.dup(stream) for stream in (0, 1)]
    try:
        for stream in (0, 1):
            os.dup2(theirs, stream)
        with pytest.raises(UsageError, match="needs a terminal"):
            run([], places, {})
    finally:
        for stream, descriptor in enumerate(before):
            os.dup2(descriptor, stream)
        for descriptor in (ours, theirs, *before):
            os.close(descriptor)


def test_status_of_what_does_not_run_starts_nothing(places: Places, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["daemon", "status"], places, {}) == 3
    assert run(["daemon", "status", "--json"], places, {}) == 3
    assert capsys.readouterr().out == 'not running\n{"running":false}\n'
    assert not places.socket.exists()


def test_stopping_what_does_not_run_is_fine(places: Places, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["daemon", "stop"], places, {}) == 0
    assert capsys.readouterr().out == "not running\n"


def test_help_of_a_command_is_rendered_without_a_daemon(capsys: pytest.CaptureFixture[str]) -> None:
    assert local_help(["wait", "--help"]) == 0
    assert capsys.readouterr().out.startswith("hive ctl wait TILE --until UNTIL")


def test_the_daemon_command_is_about_ones_own_daemon() -> None:
    assert own_env({"HIVE_HCP_SOCK": "/x", "A": "b"}) == {"A": "b"}
