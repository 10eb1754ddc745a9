"""A hive of its own for a live test: its own folders, environment, daemon and programs, driven by the real `hive`.

Nothing of the person's is read or written, and whatever was started ends with the sandbox.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from hivemind.cli import stub
from hivemind.testing.tmux import COLUMNS, ROWS, Tmux
from hivemind.testing.waiting import until

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where programs are looked for, after the folders a sandbox is given."""

COMMAND_SECONDS = 60.0
"""Longest that one `hive` command may take."""

STATUS_SECONDS = 30.0
"""Longest that a tile may take to a status, unless a test says otherwise."""

STOOD_MS = 1000
"""How long a question stands before a test answers it in the UI."""

ENDED_SECONDS = 5.0
"""Longest that programs may take to end when they are told to."""

PROJECT_FILES: Mapping[str, str] = {
    "README.md": "# Demo project\n\nA tiny program that greets people.\n",
    "greet.py": 'def greet(name):\n    return "hello " + name\n',
}
"""What lies in the folder that agents work in; it is a git repository, since some ask for trust only there."""


def is_alive(pid: int) -> bool:
    """Whether a process of that id runs. One that has ended stays until its parent looks, which may take a second."""
    try:
        os.kill(pid, 0)
        state = Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()  # it has just gone, or this is no Linux
    return state != "Z"


def tiles_of(listing: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every tile of what `hive ctl list --json` printed, frame by frame."""
    return [*(tile for frame in listing["frames"] for tile in frame["tiles"]), *listing["loose"]]


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that has ended."""

    argv: tuple[str, ...]
    exit: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, read as JSON."""
        return json.loads(self.out)


class Sandbox:
    """A context manager. Tiles are named by their ids, as `spawn` returns them."""

    def __init__(self, hive: Sequence[str], *, path: Sequence[Path] = ()) -> None:
        self._hive = tuple(hive)
        # a unix socket's path has 104 bytes at most, and temporary folders can be long
        self.root = Path(tempfile.mkdtemp(prefix="hive-", dir="/tmp"))
        self.home = self._folder("home")
        self.project = self._folder("home/project")
        self.env = {
            "HOME": str(self.home),
            "PATH": os.pathsep.join([*map(str, path), SYSTEM_PATH]),
            "SHELL": "/bin/sh",
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": str(self._folder("run")),
            "XDG_STATE_HOME": str(self._folder("state")),
            "XDG_CONFIG_HOME": str(self._folder("config")),
            "XDG_CACHE_HOME": str(self._folder("cache")),
        }

    def _folder(self, name: str) -> Path:
        folder = self.root / name
        folder.mkdir(parents=True, mode=0o700)
        return folder

    def __enter__(self) -> Self:
        for name, text in PROJECT_FILES.items():
            (self.project / name).write_text(text)
        author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.com")
        for words in (("init", "-q"), ("add", "."), (*author, "commit", "-q", "-m", "start")):
            subprocess.run(("git", *words), cwd=self.project, env=self.env, check=True)
        return self

    def __exit__(self, *exc: object) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.hive("daemon", "stop", "--yes", seconds=15)
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        until("killed processes are gone", lambda: not self.processes(), seconds=ENDED_SECONDS)
        shutil.rmtree(self.root, ignore_errors=True)

    def processes(self) -> dict[int, str]:
        """Command lines of the processes that were started in this sandbox and still run, by process id.

        They are known by their environment, which Linux shows; empty elsewhere.
        """
        mark = f"\0XDG_RUNTIME_DIR={self.env['XDG_RUNTIME_DIR']}\0".encode()
        found: dict[int, str] = {}
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # it ended, or is another user's
                if mark in b"\0" + (process / "environ").read_bytes():
                    words = (process / "cmdline").read_bytes()
                    found[int(process.name)] = words.replace(b"\0", b" ").decode(errors="replace")
        return found

    def hive(
        self,
        *argv: str,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        seconds: float = COMMAND_SECONDS,
    ) -> Ran:
        """Run `hive ARGV` with nothing on its standard input; `env` is laid over the sandbox's own."""
        done = subprocess.run(
            (*self._hive, *argv),
            env={**self.env, **(env or {})},
            cwd=cwd or self.project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
        return Ran(argv, done.returncode, done.stdout, done.stderr)

    def kill_daemon(self) -> int:
        """Kill the daemon as nothing can prevent, and wait until it is gone; its process id."""
        pid: int = self.hive("daemon", "status", "--json").json["pid"]
        os.kill(pid, signal.SIGKILL)
        until("the killed daemon is gone", lambda: not is_alive(pid), seconds=ENDED_SECONDS)
        return pid

    def ctl(self, verb: str, *argv: str) -> Any:
        """The result of `hive ctl VERB ARGV`, which must not fail."""
        ran = self.hive("ctl", verb, "--json", *argv)
        if ran.exit:
            raise AssertionError(f"{ran}\n{self.scene()}")
        return ran.json

    def spawn(self, *argv: str) -> str:
        """The id of a new tile."""
        return str(self.ctl("spawn", *argv)["tileId"])

    def tiles(self) -> dict[str, dict[str, Any]]:
        """What `list` says of each tile, by id."""
        return {tile["tileId"]: tile for tile in tiles_of(self._look("list"))}

    def screen(self, tile: str) -> str:
        """A tile's rows, one a line."""
        return "\n".join(self._look("screen", tile)["rows"])

    def _look(self, verb: str, *argv: str) -> Any:
        """What `ctl` yields, without a process for it: whoever waits looks often, and programs need the machine."""
        line = ["ctl", verb, "--json", *argv]
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(COMMAND_SECONDS)
            try:
                connection.connect(stub.socket_path(self.env)[0])
                said = stub.ask(connection, line[1:], self.env)["result"]
            except (OSError, ValueError, KeyError):  # none, one that ends, or that refuses: the command says why
                return self.ctl(verb, *argv)
        ran = Ran(tuple(line), said["exit"], said["stdout"], said["stderr"])
        if ran.exit:
            raise AssertionError(f"{ran}\n{self.scene()}")
        return ran.json

    def wait(self, tile: str, *statuses: str, seconds: float = STATUS_SECONDS) -> str:
        """Wait until a tile has one of the statuses; what its screen says (`trust` …)."""
        return str(self.ctl("wait", tile, "--until", ",".join(statuses), "--timeout", f"{seconds:g}s")["says"])

    def until_shows(self, tile: str, text: str, *, seconds: float = STATUS_SECONDS) -> None:
        """Wait until a tile's screen has a text within one row."""
        until(f"tile {tile} shows {text!r}", lambda: text in self.screen(tile), seconds=seconds, scene=self.scene)

    def until_stood(self, tile: str) -> None:
        """Wait until a tile has had its status for a while: the UI takes no key for a question that has just come."""

        def stands() -> bool:
            since: int = self.tiles()[tile]["since"]
            return time.time() * 1000 - since > STOOD_MS

        until(f"tile {tile} has asked for a while", stands, seconds=STATUS_SECONDS, scene=self.scene)

    def terminal(
        self, name: str = "ui", command: Sequence[str] = (), *, size: tuple[int, int] = (COLUMNS, ROWS)
    ) -> Tmux:
        """A terminal that the command runs in, else the UI. Names tell terminals apart."""
        socket = self.root / f"tmux-{name}"
        return Tmux(command or self._hive, env=self.env, cwd=self.project, socket=socket, size=size)

    def scene(self) -> str:
        """Every tile with its screen, and the end of the daemon's log: what a failure needs to be understood."""
        listed = self.hive("ctl", "list", "--json")
        parts = [f"hive ctl list: {listed}"]
        for tile in tiles_of(listed.json) if listed.exit == 0 else []:
            shown = self.hive("ctl", "screen", tile["tileId"])
            parts.append(f"--- tile {tile['tileId']} ({tile['name']}, {tile['status']})\n{shown.out}{shown.err}")
        log = Path(self.env["XDG_STATE_HOME"], "hivemind", "daemon.log")
        if log.exists():
            parts.append("--- daemon.log\n" + "\n".join(log.read_text().splitlines()[-30:]))
        return "\n".join(parts)
