from pathlib import Path

import pytest

from hivemind.launch.environment import OUTER, OWN, Surroundings, child_environment, find_program


def child(**env: str) -> dict[str, str]:
    around = Surroundings(env, cwd="/w", socket="/s.sock", token="t0k", tile_id="t1", scripts=Path("/scripts"))
    return child_environment(around)


OURS = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "TERM_PROGRAM": "hivemind",
    "LANG": "C.UTF-8",
    "PWD": "/w",
    "PATH": "/usr/local/bin:/usr/bin:/bin:/scripts",
    "HIVE_HCP_SOCK": "/s.sock",
    "HCP_TOKEN": "t0k",
    "HIVEMIND_TILE": "t1",
}


def test_a_bare_caller_gives_what_every_program_needs() -> None:
    assert child() == OURS


def test_the_callers_own_variables_pass() -> None:
    assert child(HOME="/h", LC_ALL="de_DE.UTF-8", NO_COLOR="1", TMUX_TMPDIR="/t") == OURS | {
        "HOME": "/h",
        "LC_ALL": "de_DE.UTF-8",
        "NO_COLOR": "1",
        "TMUX_TMPDIR": "/t",
    }


def test_our_scripts_come_last_on_path() -> None:
    assert child(PATH="/a:/b")["PATH"] == "/a:/b:/scripts"


@pytest.mark.parametrize(("given", "expected"), [("de_DE.UTF-8", "de_DE.UTF-8"), ("", "C.UTF-8")])
def test_the_language_is_the_callers_if_set(given: str, expected: str) -> None:
    assert child(LANG=given)["LANG"] == expected


def test_the_terminal_is_ours_whatever_the_callers_was() -> None:
    assert child(TERM="dumb", COLORTERM="", TERM_PROGRAM="iTerm.app", PWD="/elsewhere") == OURS


def test_nothing_tells_of_the_outer_terminal() -> None:
    families = ["KITTY_WINDOW_ID", "WEZTERM_PANE", "ITERM_SESSION_ID", "ZELLIJ", "ZELLIJ_PANE_ID", "GHOSTTY_BIN_DIR"]
    assert child(**dict.fromkeys([*OUTER, *families], "1")) == OURS


def test_one_tiles_token_never_reaches_another() -> None:
    assert child(**dict.fromkeys(OWN, "theirs")) == OURS


def program(path: Path, mode: int = 0o755) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return str(path)


def test_the_first_executable_file_is_the_program(tmp_path: Path) -> None:
    (tmp_path / "a" / "prog").mkdir(parents=True)
    program(tmp_path / "b" / "prog", 0o644)
    third = program(tmp_path / "c" / "prog")
    program(tmp_path / "d" / "prog")
    path = ":".join(str(tmp_path / name) for name in ("none", "a", "b", "c", "d"))
    assert find_program("prog", path) == third
    assert find_program("other", path) is None


def test_a_link_to_a_program_is_one(tmp_path: Path) -> None:
    program(tmp_path / "a" / "prog")
    (tmp_path / "link").symlink_to(tmp_path / "a" / "prog")
    assert find_program("link", str(tmp_path)) == str(tmp_path / "link")


@pytest.mark.parametrize("entry", ["", ".", "sub", "./sub"])
def test_empty_and_relative_entries_are_ignored(tmp_path: Path, entry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program(tmp_path / "prog")
    program(tmp_path / "sub" / "prog")
    assert find_program("prog", f"{entry}:/nowhere") is None


def test_a_folder_that_cannot_be_looked_into_holds_nothing(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 300)
    good = program(tmp_path / "prog")
    assert find_program("prog", f"{long}:{tmp_path}") == good
