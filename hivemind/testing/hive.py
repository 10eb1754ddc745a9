"""A whole hive in memory: real tiles on real PTYs, but no processes; the test plays the programs."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

from hivemind.base.places import Places
from hivemind.hive.hive import Hive, Setting
from hivemind.keeper.client import Adopted, Child
from hivemind.manifest.catalog import Catalog
from hivemind.protocol.events import Event
from hivemind.protocol.screen import Snapshot
from hivemind.testing.clock import FastClock
from hivemind.testing.toy import MANIFEST


class FakeKeeper:
    """Holds PTYs whose other side the test has."""

    def __init__(self) -> None:
        self.started: list[dict[str, Any]] = []
        self.records: dict[int, str] = {}
        self.forgotten: list[int] = []
        self._sides: dict[int, tuple[int, int]] = {}

    async def spawn(
        self, argv: Sequence[str], env: Mapping[str, str], cwd: str, *, rows: int, columns: int, record: str = ""
    ) -> Child:
        """A PTY without a program."""
        master, slave = os.openpty()
        number = len(self.started) + 1
        self.started.append({"argv": list(argv), "env": dict(env), "cwd": cwd, "rows": rows, "columns": columns})
        self.records[number] = record
        self._sides[number] = (os.dup(master), slave)
        return Child(id=number, pid=1000 + number, fd=master)

    async def adopt(self) -> list[Adopted]:
        """Every program, with a new descriptor each."""
        return [
            Adopted(n, 1000 + n, os.dup(master), self.records[n], 30, 120, has_ended=False, exit=None)
            for n, (master, _) in self._sides.items()
        ]

    async def set_record(self, program: int, record: str) -> None:
        """Keep it."""
        self.records[program] = record

    async def forget(self, program: int) -> None:
        """Keep that it was dropped."""
        self.forgotten.append(program)

    async def hand(self, pid: int, fd: int, *, record: str = "") -> int:  # noqa: ARG002 (the keeper's shape)
        """Take a program of another keeper."""
        number = 100 + pid
        self.records[number] = record
        return number

    def write(self, number: int, data: bytes) -> None:
        """The program writes."""
        os.write(self._sides[number][1], data)

    def close(self) -> None:
        """Close both sides of everything."""
        for sides in self._sides.values():
            for side in sides:
                os.close(side)


class Client:
    """A client that keeps what it is told."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.events: list[Event] = []
        self.screens: list[tuple[str, Snapshot]] = []

    @property
    def number(self) -> int:
        """Its number."""
        return self._number

    def tell(self, event: Event) -> None:
        """Keep it."""
        self.events.append(event)

    def offer(self, tile_id: str, snapshot: Snapshot) -> None:
        """Keep it."""
        self.screens.append((tile_id, snapshot))

    def forget(self, tile_id: str) -> None:
        """Nothing to forget."""


class HiveInMemory:
    """Everything a verb needs."""

    def __init__(self, folder: Path, *, keeper: FakeKeeper | None = None) -> None:
        agents = folder / "agents" / "toy"
        agents.mkdir(parents=True, exist_ok=True)
        (agents / "agent.yaml").write_text(MANIFEST)
        programs = folder / "bin"
        programs.mkdir(exist_ok=True)
        for name in ("toy", "prog"):
            (programs / name).write_text("#!/bin/sh\n")
            (programs / name).chmod(0o755)
        self.env = {"PATH": str(programs), "HOME": str(folder)}
        self.keeper = keeper or FakeKeeper()
        self.stops: list[bool] = []
        self.tasks: set[asyncio.Task[None]] = set()
        places = Places.from_env({"HOME": str(folder)})
        setting = Setting(
            clock=FastClock(),
            places=places,
            catalog=Catalog([folder / "agents"], decisions=places.agent_decisions),
            env=self.env,
            scripts=programs,
        )
        self.hive = Hive(
            setting,
            self.keeper,  # type: ignore[arg-type]
            run=self._run,
            on_stop=self._stop,
        )

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _stop(self, *, programs: bool) -> None:
        self.stops.append(programs)

    async def close(self) -> None:
        """End every task and close every PTY."""
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for tile in self.hive.tiles.values():
            tile.close()
