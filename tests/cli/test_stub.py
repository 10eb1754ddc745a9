"""The stub as a person runs it, against a daemon that the test plays."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

STUB = [sys.executable, "-m", "hivemind.cli.stub"]


class Daemon:
    """Answers one connection with lines it was given, and keeps what it was sent."""

    def __init__(self, path: Path, *replies: dict[str, Any]) -> None:
        self.got: list[dict[str, Any]] = []
        self._replies = replies
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        self._socket.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._socket.accept()
        with connection, connection.makefile("rb") as lines:
            self.got = [json.loads(lines.readline()), json.loads(lines.readline())]
            connection.sendall("".join(json.dumps(reply) + "\n" for reply in self._replies).encode())

    def close(self) -> None:
        self._thread.join(10)
        self._socket.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="hv") as name:
        (Path(name) / "hivemind").mkdir(mode=0o700)
        yield Path(name)


def run(folder: Path, *argv: str, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k not in {"HIVE_HCP_SOCK", "HCP_TOKEN", "HIVEMIND_TILE"}}
    around = {**clean, "XDG_RUNTIME_DIR": str(folder), "XDG_STATE_HOME": str(folder), **env}
    return subprocess.run([*STUB, *argv], env=around, capture_output=True, text=True, timeout=60, check=False)


def result(stdout: str = "", stderr: str = "", code: int = 0) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 2, "result": {"stdout": stdout, "stderr": stderr, "exit": code}}


WELCOME = {"jsonrpc": "2.0", "id": 1, "result": {"protocol": 1}}


def test_a_line_travels_whole_and_its_answer_is_printed(folder: Path) -> None:
    daemon = Daemon(folder / "hivemind" / "hcp.sock", WELCOME, result("out ✓\n", "err\n", 5))
    done = run(folder, "ctl", "send", "t1", "höllo\n", HCP_TOKEN="abc", MARK="1")
    daemon.close()
    assert (done.stdout, done.stderr, done.returncode) == ("out ✓\n", "err\n", 5)
    hello, line = daemon.got
    assert hello["params"] == {"protocol": 1, "token": "abc"}
    assert line["params"]["argv"] == ["send", "t1", "höllo\n"]
    assert line["params"]["cwd"] == str(Path.cwd())
    assert line["params"]["env"]["MARK"] == "1"


def test_bytes_that_are_no_text_are_no_trouble(folder: Path) -> None:
    daemon = Daemon(folder / "hivemind" / "hcp.sock", WELCOME, result("fine\n"))
    around = {**os.environb, b"XDG_RUNTIME_DIR": os.fsencode(folder), b"ODD": b"\xff\xfe"}
    done = subprocess.run(
        [*(os.fsencode(word) for word in STUB), b"ctl", b"list"],
        env=around,
        capture_output=True,
        timeout=60,
        check=False,
    )
    daemon.close()
    assert done.stdout == b"fine\n"
    assert daemon.got[1]["params"]["env"]["ODD"] == "??"  # a lone surrogate is no JSON to a strict reader


def test_a_word_that_is_no_text_is_refused(folder: Path) -> None:
    """Another word in its place would be another command."""
    done = subprocess.run(
        [*(os.fsencode(word) for word in STUB), b"ctl", b"send", b"t", b"\xff", b"--json"],
        env={**os.environb, b"XDG_RUNTIME_DIR": os.fsencode(folder)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, json.loads(done.stdout)["code"]) == (2, "USAGE")


def test_a_daemon_that_cannot_read_us_is_heard(folder: Path) -> None:
    """It cannot say which request it means."""
    error = {"code": -32700, "message": "no JSON", "data": {"code": "BAD_REQUEST", "hint": ""}}
    daemon = Daemon(folder / "hivemind" / "hcp.sock", {"id": None, "error": error})
    done = run(folder, "ctl", "list")
    daemon.close()
    assert (done.returncode, done.stderr) == (1, "error [BAD_REQUEST] no JSON\n")


def test_events_before_the_answer_are_passed_over(folder: Path) -> None:
    daemon = Daemon(folder / "hivemind" / "hcp.sock", WELCOME, {"method": "notice", "params": {}}, result("x\n"))
    done = run(folder, "ctl", "list")
    daemon.close()
    assert done.stdout == "x\n"


def test_a_dead_socket_that_was_named_is_exit_3_and_starts_nothing(folder: Path) -> None:
    done = run(folder, "ctl", "list", HIVE_HCP_SOCK="/nowhere.sock")
    assert done.returncode == 3
    assert "nobody answers at HIVE_HCP_SOCK=/nowhere.sock" in done.stderr
    done = run(folder, "ctl", "list", "--json", HIVE_HCP_SOCK="/nowhere.sock")
    assert (done.returncode, done.stderr) == (3, "")
    assert json.loads(done.stdout)["code"] == "UNAVAILABLE"
    assert not (folder / "hivemind" / "hcp.sock").exists()


@pytest.mark.parametrize(("code", "exit_code"), [("UNSUPPORTED", 7), ("UNAUTHORIZED", 6)])
def test_a_daemon_that_refuses_us_is_heard(folder: Path, code: str, exit_code: int) -> None:
    error = {"code": -32000, "message": "no", "data": {"code": code, "hint": "try"}}
    daemon = Daemon(folder / "hivemind" / "hcp.sock", {"id": 1, "error": error})
    done = run(folder, "ctl", "list")
    daemon.close()
    assert (done.returncode, done.stderr) == (exit_code, f"error [{code}] no\n  try\n")


def test_a_daemon_that_dies_while_it_is_asked_is_exit_3(folder: Path) -> None:
    daemon = Daemon(folder / "hivemind" / "hcp.sock", WELCOME)
    done = run(folder, "ctl", "wait", "t", "--until", "idle")
    daemon.close()
    assert done.returncode == 3
    assert done.stderr.startswith("error [UNAVAILABLE] the daemon ended before it answered\n  programs run on; ")


def test_help_needs_no_daemon(folder: Path) -> None:
    done = run(folder, "ctl", "--help", HIVE_HCP_SOCK="/nowhere.sock")
    assert done.returncode == 0
    assert "\n  spawn " in done.stdout
    done = run(folder, "ctl", "spawn", "--help", HIVE_HCP_SOCK="/nowhere.sock")
    assert done.stdout.startswith("hive ctl spawn ")


def test_a_reader_that_left_is_no_error(folder: Path) -> None:
    daemon = Daemon(folder / "hivemind" / "hcp.sock", WELCOME, result("x\n" * 200_000))
    around = {**os.environ, "XDG_RUNTIME_DIR": str(folder)}
    with subprocess.Popen(
        [*STUB, "ctl", "list"], env=around, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    daemon.close()
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("output", "code", "said"),
    [
        (">&-", 5, b""),
        (">/dev/full", 1, b"error [INTERNAL] the output could not be written: No space left on device\n"),
    ],
)
def test_output_that_goes_nowhere_is_no_crash(folder: Path, output: str, code: int, said: bytes) -> None:
    if output == ">/dev/full" and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    daemon = Daemon(folder / "hivemind" / "hcp.sock", WELCOME, result("x\n", "", 5))
    around = {**os.environ, "XDG_RUNTIME_DIR": str(folder)}
    line = f'exec "$@" {output}'
    done = subprocess.run(["sh", "-c", line, "sh", *STUB, "ctl", "list"], env=around, capture_output=True, check=False)
    daemon.close()
    assert (done.returncode, done.stderr) == (code, said)


def test_a_daemon_that_cannot_start_is_said_with_where_to_look(folder: Path) -> None:
    (folder / "hivemind" / "daemon.lock").mkdir()
    done = run(folder, "ctl", "list")
    assert done.returncode == 3
    assert f"{folder}/hivemind/daemon.log" in done.stderr


INTERRUPTED_WHILE_LOADING = """
import sys
class Slow:
    def find_spec(name, *_):
        if name == "hivemind.cli.main":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Slow)
from hivemind.cli.stub import main
sys.argv = ["hive", "--version"]
sys.exit(main())
"""


def test_a_command_that_is_interrupted_while_it_loads_leaves_no_trace() -> None:
    argv = [sys.executable, "-c", INTERRUPTED_WHILE_LOADING]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
