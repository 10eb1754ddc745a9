"""Starts the keeper when there is none. The only place that knows its command line."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import BinaryIO

import hivemind
from hivemind.base.errors import UnavailableError
from hivemind.base.places import Places

START_SECONDS = 15.0
"""A keeper that does not listen by then is given up."""

_LOG_LIMIT = 1 << 20
_TAIL_LINES = 5


def keeper_log(places: Places) -> Path:
    """What the keeper says; a few lines per program."""
    return places.state / "keeper.log"


def log_tail(places: Places) -> str:
    """The last lines of the keeper's log, or nothing."""
    try:
        text = keeper_log(places).read_bytes()[-4096:].decode("utf-8", "replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-_TAIL_LINES:])


async def start_keeper(places: Places, *, options: tuple[str, ...] = ()) -> None:
    """Return once a keeper listens, or once another one holds the lock (which may not listen yet, or no more).

    It runs in a session of its own and is no child of ours: our end is not its end.

    Raises:
        UnavailableError: it could not be started; the message ends with what it said.
    """
    try:
        places.make_runtime()
        places.make_state()
        sink = _open_log(places)
    except OSError as error:
        raise UnavailableError(f"the keeper's folders cannot be made: {error}") from error
    command = [sys.executable, "-P", "-m", "hivemind.keeper", "--detach", "--runtime", str(places.runtime), *options]
    with sink:
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=sink,
                cwd="/",
                env=_environment(),
                start_new_session=True,
            )
        except OSError as error:
            raise UnavailableError(f"the keeper could not be started: {error}") from error
    try:
        async with asyncio.timeout(START_SECONDS):
            code = await process.wait()
    except TimeoutError as error:
        process.kill()
        await process.wait()
        raise UnavailableError("the keeper did not start in time", hint=log_tail(places)) from error
    if code:
        raise UnavailableError(f"the keeper could not be started\n{log_tail(places)}", hint=str(keeper_log(places)))


def _open_log(places: Places) -> BinaryIO:
    path = keeper_log(places)
    is_long = path.exists() and path.stat().st_size > _LOG_LIMIT
    log = path.open("wb" if is_long else "ab")
    path.chmod(0o600)
    return log


def _environment() -> dict[str, str]:
    # The keeper must find the package that we run from, wherever that lies; its programs do not see this environment.
    package = str(Path(hivemind.__file__).resolve().parent.parent)
    before = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": f"{package}{os.pathsep}{before}" if before else package}
