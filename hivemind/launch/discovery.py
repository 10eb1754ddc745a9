"""Which program a manifest means, and what can be chosen for it: bounded runs of it, whose results are kept.

Only `bin` from PATH is run, with `--version` first; what does not look like a version is another program, and nothing
else is run of it. The values of an option are read in `help`.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec

from hivemind.base.errors import NotInstalledError, UnsupportedError
from hivemind.base.places import Places
from hivemind.launch import help as words
from hivemind.launch.environment import DEFAULT_PATH, find_program
from hivemind.launch.options import choices as own_choices
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.options import Option

VERSION_SECONDS, RUN_SECONDS = 5.0, 8.0
"""How long `--version`, and any other run, may take."""

MAX_OUTPUT = 4 * 1024 * 1024
"""Bytes of output that are read of a run."""

LIST_SECONDS, MAX_LIST = 15.0, 32 * 1024 * 1024
"""The same for a list of sessions."""

MAX_VERSION_LINE = 120
"""Characters; a version line is shorter."""

_VERSION = re.compile(r"[0-9]+\.[0-9]")


class Output(msgspec.Struct, frozen=True):
    """What a run gave."""

    text: str = ""
    code: int | None = None
    """None: it was killed, or could not be started."""
    is_late: bool = False
    """Whether its time ran out; such a run is not kept."""
    has_failed: bool = False
    """Whether it could not be started at all, which may be for this moment only; not kept either."""


class Probe(msgspec.Struct, frozen=True):
    """What is known of a program."""

    path: str
    """Absolute; empty when it is not on PATH."""
    version: str
    """Its first line about its version; empty when it said none."""
    help_text: str
    """What `--help` says; empty when nothing was run."""
    problem: str
    """Why nothing can be chosen by its own words; empty when all is well."""
    env: dict[str, str] = {}
    """For further runs of it."""
    cache: str = ""
    """The folder where its runs are kept."""


def probe(bin_name: str, env: Mapping[str, str], places: Places) -> Probe:
    """Find the program on the PATH of `env`, and ask it for its version and help. Blocks for 13 seconds at most."""
    path = find_program(bin_name, env.get("PATH") or DEFAULT_PATH)
    if path is None:
        return Probe("", "", "", f"'{bin_name}' is not on PATH")
    found = Probe(path, "", "", "", quiet_environment(env), str(places.cache / "probes"))
    said = _kept_run(found, ("--version",), seconds=VERSION_SECONDS)
    if said.is_late:
        return msgspec.structs.replace(found, problem=f"{path} --version took more than {VERSION_SECONDS:g} s")
    version = version_of(said)
    if not version:
        return msgspec.structs.replace(found, problem=f"{path} is probably another program: it says no version")
    help_text = _kept_run(found, ("--help",), seconds=RUN_SECONDS)
    problem = f"{path} --help took more than {RUN_SECONDS:g} s" if help_text.is_late else ""
    return msgspec.structs.replace(found, version=version, help_text=help_text.text, problem=problem)


def values(option: Option, found: Probe) -> tuple[str, ...]:
    """What the program itself offers for that option; none: free text. Blocks for 8 seconds at most."""
    if not found.version:
        return ()
    listing = option.listing
    if listing is not None:
        said = _kept_run(found, listing.args, seconds=RUN_SECONDS, errors=False)
        if said.code == 0 and (names := words.listed(said.text, skip=listing.skip, layout=listing.format)):
            return names
    return words.offered(found.help_text, option.flag) if option.flag else ()


def choices(option: Option, discovered: tuple[str, ...]) -> tuple[str, ...]:
    """What is shown for an option: what was discovered, then what its file names, without repeats."""
    return tuple(dict.fromkeys((*discovered, *own_choices(option))))


def version_of(said: Output) -> str:
    """The version line of a program that said one."""
    if said.code != 0:
        return ""
    line = next((line.strip() for line in said.text.splitlines() if line.strip()), "")
    return line if len(line) < MAX_VERSION_LINE and _VERSION.search(line) else ""


def quiet_environment(env: Mapping[str, str]) -> dict[str, str]:
    """The environment of a run: no colours, no browser, no display."""
    kept = {name: value for name, value in env.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    return kept | {"NO_COLOR": "1", "TERM": "dumb", "BROWSER": "false"}


def list_sessions(manifest: Manifest, args: tuple[str, ...], env: Mapping[str, str], cwd: str) -> str:
    """What the agent's program prints of its sessions when it is run in that folder. Blocks for 15 seconds at most.

    Raises:
        NotInstalledError: it is not on the PATH of `env`.
        UnsupportedError: it failed, or printed too much or for too long.
    """
    path = find_program(manifest.bin, env.get("PATH") or DEFAULT_PATH)
    if path is None:
        raise NotInstalledError(f"the program '{manifest.bin}' of {manifest.label} is not on PATH")
    said = run(path, args, quiet_environment(env), seconds=LIST_SECONDS, errors=False, cwd=cwd, most=MAX_LIST)
    if said.code != 0:
        why = "took too long" if said.is_late else "failed"
        raise UnsupportedError(f"{manifest.bin} {' '.join(args)}, which lists the sessions of {manifest.label}, {why}")
    return said.text


def run(
    path: str,
    args: tuple[str, ...],
    env: Mapping[str, str],
    *,
    seconds: float,
    errors: bool = True,
    cwd: str = "/",
    most: int = MAX_OUTPUT,
) -> Output:
    """Run it with stdin closed in a process group of its own, which is killed in the end."""
    try:
        process = subprocess.Popen(
            [path, *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if errors else subprocess.DEVNULL,
            env=dict(env),
            cwd=cwd,
            start_new_session=True,
        )
    except OSError:  # it cannot be run at all: the same as a program that fails
        return Output(has_failed=True)
    deadline = time.monotonic() + seconds
    try:
        data, is_late = _read(process, deadline, most)
        is_cut = len(data) >= most  # it may go on for ever: what has been read is all there is
        try:
            code = None if is_late or is_cut else process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            code, is_late = None, True
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):  # the whole group has ended
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdout:
            process.stdout.close()
    return Output(data.decode(errors="replace"), code, is_late)


def _read(process: subprocess.Popen[bytes], deadline: float, most: int) -> tuple[bytes, bool]:
    """Its output until its end or `most` bytes, and whether the time ran out before."""
    pipe = process.stdout.fileno() if process.stdout else -1
    data = bytearray()
    poll = select.poll()
    poll.register(pipe, select.POLLIN | select.POLLHUP)
    while len(data) < most:
        left = deadline - time.monotonic()
        if left <= 0:
            return bytes(data), True
        if process.poll() is not None:
            left = 0.0  # a child of it may hold the pipe: what is there is all there is
        if poll.poll(min(left, 0.05) * 1000):
            chunk = os.read(pipe, min(65536, most - len(data)))
            if not chunk:
                break
            data += chunk
        elif process.returncode is not None:
            break
    return bytes(data), False


def _kept_run(found: Probe, args: tuple[str, ...], *, seconds: float, errors: bool = True) -> Output:
    """A run, or what it gave when this very file was run so before."""
    kept = _place(found, args)
    if kept is not None:
        with contextlib.suppress(OSError, msgspec.MsgspecError):  # not there or damaged: it is run again
            return msgspec.json.decode(kept.read_bytes(), type=Output)
    said = run(found.path, args, found.env, seconds=seconds, errors=errors)
    if kept is not None and not (said.is_late or said.has_failed):
        with contextlib.suppress(OSError):  # a cache that cannot be written only costs time
            kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            draft = kept.with_name(f"{kept.name}.{os.getpid()}")
            draft.write_bytes(msgspec.json.encode(said))
            draft.replace(kept)
    return said


def _place(found: Probe, args: tuple[str, ...]) -> Path | None:
    try:
        changed = Path(found.path).stat().st_mtime_ns
    except OSError:
        return None
    key = "\0".join((found.path, str(changed), *args))
    return Path(found.cache) / f"{hashlib.sha256(key.encode(errors='surrogateescape')).hexdigest()}.json"
