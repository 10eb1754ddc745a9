"""The program that hooks run, as its own process, with a daemon that the test plays."""

from __future__ import annotations

import json
import os
import pty
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hivemind.base.places import hook_door
from hivemind.cli import hook
from hivemind.protocol import codec

ENV = {"PATH": os.environ["PATH"], "HCP_TOKEN": "t0k", "HIVEMIND_TILE": "hm:t", "HIVE_EVENT": "turn.ended"}


class Daemon:
    """Takes one connection and keeps what comes; answers each line unless it is to be silent."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "s")
        self.lines: list[dict[str, Any]] = []
        self.is_silent = False
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(self.path)
        self._socket.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        try:
            connection, _ = self._socket.accept()
        except OSError:
            return
        with connection, connection.makefile("rb") as lines:
            for line in lines:
                self.lines.append(json.loads(line))
                if not self.is_silent:
                    connection.sendall(b'{"jsonrpc":"2.0","id":1,"result":{}}\n')

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(5)


@pytest.fixture
def daemon() -> Iterator[Daemon]:
    folder = Path(tempfile.mkdtemp(dir="/tmp"))  # a socket's path is short
    made = Daemon(folder)
    yield made
    made.close()
    shutil.rmtree(folder)


def run(
    env: dict[str, str], *argv: str, payload: bytes | None = b"{}", stdin: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        (sys.executable, str(hook_door()), *argv),
        env=env,
        cwd="/",
        input=None if stdin is not None else payload,
        stdin=stdin,
        capture_output=True,
        timeout=20,
        check=False,
    )


def assert_silent(done: subprocess.CompletedProcess[bytes]) -> None:
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_an_event_is_reported_with_the_tiles_token_and_nothing_that_was_said(daemon: Daemon) -> None:
    payload = {"session_id": "s-1", "prompt": "secret", "background_tasks": [{"status": "running"}]}
    assert_silent(run(ENV | {"HIVE_HCP_SOCK": daemon.path}, payload=json.dumps(payload).encode()))
    hello, report = daemon.lines
    assert hello["params"] == {"protocol": codec.PROTOCOL, "token": "t0k"}
    assert report["method"] == "hook"
    assert report["params"] == {"tileId": "hm:t", "event": "turn.ended", "sessionId": "s-1", "background": 1}


def test_the_tracker_reports_only_the_session(daemon: Daemon) -> None:
    assert_silent(run(ENV | {"HIVE_HCP_SOCK": daemon.path}, "tracker", payload=b'{"session_id": "s-1"}'))
    assert daemon.lines[1]["params"] == {"tileId": "hm:t", "sessionId": "s-1"}


def test_input_that_never_ends_is_not_waited_for(daemon: Daemon) -> None:
    read, write = os.pipe()
    os.write(write, b'{"session_id": "s-1"}')
    assert_silent(run(ENV | {"HIVE_HCP_SOCK": daemon.path}, stdin=read))
    os.close(read)
    os.close(write)
    assert daemon.lines[1]["params"] == {"tileId": "hm:t", "event": "turn.ended"}


def test_a_terminal_is_not_read(daemon: Daemon) -> None:
    """What a person types there is for the agent."""
    master, slave = pty.openpty()
    os.write(master, b"typed by a person\n")
    assert_silent(run(ENV | {"HIVE_HCP_SOCK": daemon.path}, stdin=slave))
    assert os.read(slave, 100) == b"typed by a person\n"
    os.close(master)
    os.close(slave)
    assert daemon.lines[1]["params"] == {"tileId": "hm:t", "event": "turn.ended"}


def test_a_long_input_is_read_to_its_end_and_the_event_counts(daemon: Daemon) -> None:
    payload = b'{"session_id": "s-1", "x": "' + b"x" * (hook.PAYLOAD_LIMIT + 1_000_000) + b'"}'
    assert_silent(run(ENV | {"HIVE_HCP_SOCK": daemon.path}, payload=payload))
    assert daemon.lines[1]["params"] == {"tileId": "hm:t", "event": "turn.ended"}


def test_a_daemon_that_does_not_answer_holds_no_agent(daemon: Daemon) -> None:
    daemon.is_silent = True
    start = time.monotonic()
    assert_silent(run(ENV | {"HIVE_HCP_SOCK": daemon.path}))
    assert time.monotonic() - start >= hook.SECONDS, "it ended because it gave up"


@pytest.mark.parametrize(
    "env",
    [
        ENV,
        ENV | {"HIVE_HCP_SOCK": "/no/such/socket"},
        ENV | {"HIVE_HCP_SOCK": "/" + "x" * 300},
        {"PATH": ENV["PATH"]},
    ],
    ids=["no socket", "nobody there", "not a path", "outside a tile"],
)
def test_whatever_is_missing_it_ends_well_and_says_nothing(env: dict[str, str]) -> None:
    assert_silent(run(env))


def test_without_an_event_nothing_is_sent(daemon: Daemon) -> None:
    assert_silent(run({name: ENV[name] for name in ("PATH", "HCP_TOKEN")} | {"HIVE_HCP_SOCK": daemon.path}))
    assert daemon.lines == []


def test_it_speaks_the_protocol_of_the_daemon() -> None:
    assert hook.PROTOCOL == codec.PROTOCOL
