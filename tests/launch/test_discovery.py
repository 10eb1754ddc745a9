import os
import time
from pathlib import Path

import msgspec
import pytest

from hivemind.base.errors import NotInstalledError, UnsupportedError
from hivemind.base.places import Places
from hivemind.launch.discovery import MAX_OUTPUT, Output, Probe, choices, list_sessions, probe, run, values, version_of
from hivemind.manifest.parts.options import Option
from hivemind.testing.waiting import until
from tests.launch.conftest import Build

MODE = Option(id="mode", label="Mode", flag="--mode", values={"own": ("--x",)}, default="d", unattended="u")
GOOD = 'case "$1" in --version) echo; echo fake 1.2.3;; --help) echo "  --mode  a|b" >&2; exit 3;; esac\n'


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "bin").mkdir()
    return {"PATH": f"{tmp_path}/bin:/usr/bin:/bin", "HOME": str(tmp_path), "DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}


def program(env: dict[str, str], body: str) -> Path:
    path = Path(env["PATH"].split(":")[0]) / "fake"
    path.write_text(f"#!/bin/sh\necho run >> {path.parent.parent}/runs\n{body}")
    path.chmod(0o755)
    return path


def runs(env: dict[str, str]) -> int:
    path = Path(env["HOME"]) / "runs"
    return len(path.read_text().split()) if path.exists() else 0


def look(env: dict[str, str]) -> Probe:
    return probe("fake", env, Places.from_env(env))


def test_a_verified_program_says_what_can_be_chosen(env: dict[str, str]) -> None:
    path = program(env, GOOD)
    found = look(env)
    assert (found.path, found.version, found.problem) == (str(path), "fake 1.2.3", "")
    assert values(MODE, found) == ("a", "b")
    assert choices(MODE, ("a", "own")) == ("a", "own", "d", "yolo")


@pytest.mark.parametrize(
    "body", ["echo hello\n", "echo 1.2; exit 1\n", f"echo 1.2 {'x' * 120}\n", "exit 0\n"], ids=["no", "1", "long", "0"]
)
def test_another_program_of_that_name_is_run_once_only(env: dict[str, str], body: str) -> None:
    program(env, body)
    found = look(env)
    assert "probably another program" in found.problem
    assert (found.help_text, values(MODE, found), runs(env)) == ("", (), 1)


def test_nothing_is_run_of_a_program_that_is_not_there(env: dict[str, str]) -> None:
    assert look(env).problem == "'fake' is not on PATH"


def test_results_are_kept_until_the_file_changes(env: dict[str, str]) -> None:
    path = program(env, GOOD)
    look(env)
    look(env)
    assert runs(env) == 2
    os.utime(path, ns=(1, 1))
    look(env)
    assert runs(env) == 4


def test_a_run_is_quiet_and_has_no_input(env: dict[str, str]) -> None:
    program(env, f"{GOOD}cat\nenv\n")
    text = look(env).help_text
    program(env, 'if [ "$1" = --version ]; then echo 1.2; else cat; env; fi\n')
    text = look(env).help_text
    lines = text.splitlines()
    assert {"NO_COLOR=1", "TERM=dumb", "BROWSER=false"} <= set(lines)
    assert not [line for line in lines if "DISPLAY=" in line]


def test_a_run_out_of_time_is_killed_with_its_children(tmp_path: Path) -> None:
    path = tmp_path / "slow"
    path.write_text(f"#!/bin/sh\nsleep 60 &\necho $! > {tmp_path}/child\nwait\n")
    path.chmod(0o755)
    begun = time.monotonic()
    said = run(str(path), (), os.environ, seconds=0.5)
    assert said.is_late
    assert time.monotonic() - begun < 5
    state = Path("/proc", (tmp_path / "child").read_text().strip(), "stat")

    def is_gone() -> bool:
        try:
            return state.read_text().split()[2] in "ZX"
        except OSError:
            return True

    until("the killed child is gone", is_gone, seconds=5)


def test_at_most_four_mebibytes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "loud"
    path.write_text("#!/bin/sh\nexec yes\n")
    path.chmod(0o755)
    begun = time.monotonic()
    said = run(str(path), (), os.environ, seconds=30)
    assert (len(said.text), said.code, said.is_late) == (MAX_OUTPUT, None, False)
    assert time.monotonic() - begun < 15


def test_a_program_that_could_not_be_started_is_tried_again(env: dict[str, str]) -> None:
    path = program(env, GOOD)
    path.write_bytes(b"\x00\x01 no program")
    assert "probably another program" in look(env).problem
    changed = path.stat().st_mtime_ns
    program(env, GOOD)
    os.utime(path, ns=(changed, changed))
    assert look(env).version == "fake 1.2.3"


def test_a_version_is_the_first_line_that_is_not_blank() -> None:
    assert version_of(Output("\n v2.0 \nmore", 0)) == "v2.0"
    assert version_of(Output("v2\n1.2", 0)) == ""
    assert version_of(Output("1.2", None)) == ""


def test_a_program_lists_its_sessions_in_the_folder_that_is_asked_about(
    build: Build, env: dict[str, str], tmp_path: Path
) -> None:
    manifest = msgspec.structs.replace(build(), bin="fake")
    program(env, 'echo "$*"; pwd; echo noise >&2\n')
    (tmp_path / "w").mkdir()
    assert list_sessions(manifest, ("session", "list"), env, str(tmp_path / "w")) == f"session list\n{tmp_path}/w\n"


def test_a_list_of_sessions_that_fails_is_told(build: Build, env: dict[str, str], tmp_path: Path) -> None:
    manifest = msgspec.structs.replace(build(), bin="fake")
    program(env, "echo '[]'; exit 1\n")
    with pytest.raises(UnsupportedError, match="fake list, which lists the sessions of Fake, failed"):
        list_sessions(manifest, ("list",), env, str(tmp_path))
    with pytest.raises(UnsupportedError, match="failed"):
        list_sessions(manifest, ("list",), env, str(tmp_path / "no such folder"))
    with pytest.raises(NotInstalledError, match="'fake' of Fake is not on PATH"):
        list_sessions(manifest, ("list",), {"PATH": "/nowhere"}, "/")
