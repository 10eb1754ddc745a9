"""A keeper of its own for each test: a real process in a short folder, ended with all its programs afterwards."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hivemind
from hivemind.base.errors import HiveError
from hivemind.base.places import Places
from hivemind.keeper.client import Adopted, Child, KeeperClient
from hivemind.testing.waiting import until_async

ENV = {"PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8"}
PACKAGE = str(Path(hivemind.__file__).resolve().parent.parent)
DEADLINE = 20.0

KEEPER_OPTIONS = ("--linger", "0.3", "--forget-grace", "0.3", "--sweep", "0.2")

ANOTHER_DAEMON = """
import asyncio, json, sys
from pathlib import Path
from hivemind.base.places import Places
from hivemind.keeper.client import KeeperClient

async def main(runtime, commands):
    base = Path(runtime).parent
    places = Places(config=base, state=base / "s", cache=base, runtime=Path(runtime))
    client = await KeeperClient.connect(places, lambda *_: None, keeper_options=tuple(sys.argv[3:]))
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
    pids = [(await client.spawn(c, env, "/", rows=5, columns=40, record=f"record {i}")).pid for i, c in enumerate(commands)]
    print(json.dumps({"pids": pids, "keeper": client.keeper_pid}), flush=True)
    await asyncio.Event().wait()

asyncio.run(main(sys.argv[1], json.loads(sys.argv[2])))
"""


def is_alive(pid: int) -> bool:
    """Whether that process exists and is no zombie."""
    out = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(out.strip()) and not out.strip().startswith("Z")


def children_of(pid: int) -> list[tuple[int, str]]:
    """Pid and state of each child, zombies too."""
    out = subprocess.run(["ps", "-axo", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in out.splitlines()]
    return [(int(row[0]), row[2]) for row in rows if int(row[1]) == pid]


def open_descriptors(pid: int | str = "self") -> list[str]:
    """The numbers of a process's open files, as Linux lists them."""
    return sorted(path.name for path in Path(f"/proc/{pid}/fd").iterdir())


def fd_of(program: Adopted) -> int:
    """Its descriptor; here there is always room for one."""
    assert program.fd is not None
    return program.fd


class Rig:
    """One runtime folder, its keeper, and the connections a test made."""

    def __init__(self, folder: Path) -> None:
        self.places = Places(config=folder, state=folder / "s", cache=folder, runtime=folder / "r")
        self.exits: dict[int, int | None] = {}
        self.keepers: set[int] = set()
        self._clients: list[KeeperClient] = []
        self._fds: list[int] = []
        self._daemons: list[subprocess.Popen[str]] = []

    async def connect(self) -> KeeperClient:
        client = await KeeperClient.connect(self.places, self.exits.__setitem__, keeper_options=KEEPER_OPTIONS)
        self._clients.append(client)
        self.keepers.add(client.keeper_pid)
        return client

    async def spawn(self, client: KeeperClient, *argv: str, **options: Any) -> Child:
        given: dict[str, Any] = {"env": ENV, "cwd": "/", "rows": 24, "columns": 80} | options
        child = await client.spawn(argv, given.pop("env"), given.pop("cwd"), **given)
        self._fds.append(child.fd)
        return child

    async def adopt(self, client: KeeperClient) -> list[Adopted]:
        programs = await client.adopt()
        self._fds += [fd_of(program) for program in programs]
        return programs

    async def until(self, claim: str, holds: Callable[[], object]) -> None:
        await until_async(claim, holds, seconds=DEADLINE)

    async def exit_of(self, program: int) -> int | None:
        await self.until(f"program {program} has ended", lambda: program in self.exits)
        return self.exits[program]

    async def read_until(self, fd: int, wanted: bytes) -> bytes:
        got = bytearray()

        def holds() -> bool:
            with contextlib.suppress(BlockingIOError):
                got.extend(os.read(fd, 65536))
            return wanted in got

        await self.until(f"{wanted!r} comes out", holds)
        return bytes(got)

    async def read_all(self, fd: int) -> bytes:
        got = bytearray()

        def is_over() -> bool:
            try:
                data = os.read(fd, 65536)
            except BlockingIOError:
                return False
            except OSError:
                return True
            got.extend(data)
            return not data

        await self.until("the terminal is at its end", is_over)
        return bytes(got)

    def another_daemon(self, *commands: list[str]) -> tuple[subprocess.Popen[str], list[int]]:
        """A process of its own that has a connection and started these programs; and their pids."""
        arguments = [str(self.places.runtime), json.dumps(commands), *KEEPER_OPTIONS]
        process = subprocess.Popen(
            [sys.executable, "-c", ANOTHER_DAEMON, *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": PACKAGE},
        )
        self._daemons.append(process)
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        self.keepers.add(told["keeper"])
        return process, told["pids"]

    async def end(self) -> None:
        for process in self._daemons:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
        if self.places.keeper_socket.exists():
            with contextlib.suppress(HiveError):
                client = await self.connect()
                await client.stop()
        for client in self._clients:
            client.close()
        for fd in self._fds:
            with contextlib.suppress(OSError):
                os.close(fd)
        await self.until("every keeper is gone", lambda: not any(is_alive(pid) for pid in self.keepers))


class Raw:
    """A connection without our client, for what a client would never send."""

    def __init__(self, places: Places) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(DEADLINE)
        self.sock.connect(str(places.keeper_socket))
        self._file = self.sock.makefile("rb")

    def ask(self, **message: Any) -> dict[str, Any]:
        return self.ask_line(json.dumps(message).encode())

    def ask_line(self, line: bytes) -> dict[str, Any]:
        self.sock.sendall(line + b"\n")
        return self.reply()

    def reply(self) -> dict[str, Any]:
        line = self._file.readline()
        assert line, "the keeper closed the connection"
        told: dict[str, Any] = json.loads(line)
        return told

    def is_closed(self) -> bool:
        """Whether the keeper hangs up without another word."""
        try:
            return self._file.readline() == b""
        except ConnectionResetError:
            return True

    def close(self) -> None:
        self._file.close()
        self.sock.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="hk", dir="/tmp") as name:  # socket paths must be short
        yield Path(name)


@pytest.fixture
async def rig(folder: Path) -> AsyncIterator[Rig]:
    rig = Rig(folder)
    try:
        yield rig
    finally:
        await rig.end()


@pytest.fixture
def raw(rig: Rig) -> Iterator[Callable[[], Raw]]:
    made: list[Raw] = []

    def make() -> Raw:
        made.append(Raw(rig.places))
        return made[-1]

    yield make
    for one in made:
        one.close()
