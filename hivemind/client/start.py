"""Finding the daemon, and starting it when it does not run. Blocking; `cli.stub` repeats the few lines it needs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from hivemind.base.errors import UnavailableError
from hivemind.base.places import Places

LOG_LINES = 5
"""Lines of the daemon's log that an error quotes."""


def socket_of(places: Places, env: Mapping[str, str]) -> Path:
    """The daemon's socket for this environment."""
    return Path(env.get("HIVE_HCP_SOCK") or places.socket)


def is_running(places: Places) -> bool:
    """Whether a daemon accepts connections."""
    return answers(places.socket)


def answers(path: Path) -> bool:
    """Whether somebody accepts connections at a socket path."""
    probe = socket.socket(socket.AF_UNIX)
    try:
        probe.connect(str(path))
    except OSError:
        return False
    finally:
        probe.close()
    return True


def ensure_daemon(places: Places, env: Mapping[str, str]) -> Path:
    """The socket of a running daemon, started when need be (in a session of its own).

    Raises:
        UnavailableError: there is none and none could be started; the message says why.
    """
    path = socket_of(places, env)
    if answers(path):
        return path
    if path != places.socket:
        raise UnavailableError(f"nobody answers at HIVE_HCP_SOCK={path}")
    start_daemon(places, env)
    return path


def start_daemon(places: Places, env: Mapping[str, str]) -> None:
    """Start it and return when it accepts connections; fine when another start was quicker."""
    places.make_state()
    ready, ready_end = os.pipe()
    try:
        with _open_log(places) as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "hivemind.daemon"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**env, "HIVE_READY_FD": str(ready_end)},
                pass_fds=(ready_end,),
                start_new_session=True,
            )
        threading.Thread(target=process.wait, daemon=True).start()  # so that no zombie stays while we run on
        os.close(ready_end)
        ready_end = -1
        said = os.read(ready, 1)
    finally:
        os.close(ready)
        if ready_end >= 0:
            os.close(ready_end)
    if not said:
        tail = places.log.read_text(errors="replace").splitlines()[-LOG_LINES:]
        raise UnavailableError("the daemon could not be started:\n  " + "\n  ".join(tail), hint=f"log: {places.log}")


def _open_log(places: Places) -> BinaryIO:
    try:
        log = places.log.open("ab")
        places.log.chmod(0o600)
    except OSError as error:
        raise UnavailableError(f"the daemon's log cannot be written: {error}") from error
    return log
