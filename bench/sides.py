"""Ours and tmux, each with a tile that echoes and tiles that redraw themselves, attached to a terminal of its own.

Both have the same programs and terminals of the same size, and are told apart by nothing else. Linux: figures come from
/proc.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, Self

from bench.outer import Outer
from hivemind.base.places import Places
from hivemind.client.link import Link
from hivemind.protocol.screen import Size
from hivemind.protocol.verb import AnyVerb
from hivemind.testing.sandbox import Sandbox
from hivemind.testing.waiting import until
from hivemind.verbs.spawn import Spawn

LARGE = Size(120, 400)
"""Cells of the terminal, so many that every tile is shown."""

HIVE = str(Path(sys.executable).with_name("hive"))

MOVER = (sys.executable, "-S", "-E", str(Path(__file__).with_name("mover.py")))

OFTEN, SELDOM = 30, 10
"""Frames a second of a program that redraws itself."""

RATES = (str(OFTEN), str(SELDOM))

STARTED_SECONDS = 20.0

ECHO = ("cat",)
"""The terminal driver echoes."""

SETTINGS = """
set -g default-terminal tmux-256color
set -g history-limit 10000
"""


class Side(Protocol):
    """One that shows tiles. A context manager: it runs, and nobody is attached yet."""

    name: str

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...

    def terminal(self, size: Size) -> Outer:
        """A terminal to attach with."""

    def add(self, count: int) -> None:
        """More tiles that redraw themselves, once they are set going."""

    def toggle(self) -> None:
        """Set all of them going, often, or halt them."""


def toggle(pids: Sequence[int], how: signal.Signals = signal.SIGUSR1) -> None:
    """Set programs going, or halt them."""
    for pid in pids:
        os.kill(pid, how)


def cpu_seconds(pid: int) -> float:
    """What all threads of a process have run so far."""
    ran = 0.0
    for thread in Path("/proc", str(pid), "task").glob("*"):
        with contextlib.suppress(FileNotFoundError):  # it has just ended
            ran += int((thread / "schedstat").read_text().split()[0]) / 1e9
    return ran


class Ours:
    """A hive of its own, with the real UI."""

    name = "ours"

    def __init__(self) -> None:
        self._sandbox = Sandbox([HIVE])
        self.env: Mapping[str, str] = {**self._sandbox.env, "COLORTERM": "truecolor"}
        self._count = 0

    def __enter__(self) -> Self:
        self._sandbox.__enter__()
        self._sandbox.hive("daemon", "start")
        asyncio.run(self._ask(Spawn(command=list(ECHO), name="echo")))
        return self

    def __exit__(self, *exc: object) -> None:
        self._sandbox.__exit__(*exc)

    def terminal(self, size: Size) -> Outer:
        """A terminal with the UI in it; the tile that echoes is the oldest and has the focus."""
        return Outer((HIVE,), env=self.env, cwd=self._sandbox.project, size=size)

    async def _ask(self, *verbs: AnyVerb) -> None:
        link = await Link.open(Places.from_env(self._sandbox.env).socket, self._sandbox.env)
        try:
            for verb in verbs:
                await link.call(verb)
        finally:
            await link.close()

    def add(self, count: int) -> None:
        """More tiles that redraw themselves."""
        first, self._count = self._count, self._count + count
        names = [f"mover{number}" for number in range(first, self._count)]
        asyncio.run(self._ask(*(Spawn(command=[*MOVER, name, *RATES], name=name) for name in names)))
        until("the programs have started", lambda: len(self.movers()) == self._count, seconds=STARTED_SECONDS)

    def movers(self) -> list[int]:
        """Process ids of the programs that redraw themselves."""
        return [pid for pid, words in self._sandbox.processes().items() if MOVER[-1] in words]

    def toggle(self, how: signal.Signals = signal.SIGUSR1) -> None:
        """Set all of them going, or halt them."""
        toggle(self.movers(), how)

    def cpu_percent(self, outer: Outer, seconds: float) -> float:
        """What UI, daemon and keeper use in that time, of one core."""
        pids = [pid for pid, words in self._sandbox.processes().items() if "hive" in words and MOVER[-1] not in words]
        before = {pid: cpu_seconds(pid) for pid in pids}
        began = time.perf_counter()
        outer.discard(seconds)
        took = time.perf_counter() - began
        return sum(cpu_seconds(pid) - before[pid] for pid in pids) / took * 100


class Tmux:
    """A tmux server of its own, with a client attached."""

    name = "tmux"

    def __init__(self, env: Mapping[str, str]) -> None:
        # processes of ours are known by where they look for the daemon
        self._env = {name: value for name, value in env.items() if not name.startswith(("XDG_", "TMUX"))}
        self._folder = Path(tempfile.mkdtemp(prefix="hive-", dir="/tmp"))
        self._argv = ("tmux", "-S", str(self._folder / "tmux"))
        self._movers: list[int] = []

    def __enter__(self) -> Self:
        settings = self._folder / "tmux.conf"
        settings.write_text(SETTINGS)
        size = ("-x", str(LARGE.columns), "-y", str(LARGE.rows))
        self._tmux("-f", str(settings), "new-session", "-d", *size, *ECHO)
        return self

    def __exit__(self, *exc: object) -> None:
        self._tmux("kill-server", check=False)
        shutil.rmtree(self._folder, ignore_errors=True)

    def terminal(self, size: Size) -> Outer:
        """A terminal with a client in it."""
        return Outer((*self._argv, "attach"), env=self._env, cwd=self._folder, size=size)

    def _tmux(self, *words: str, check: bool = True) -> str:
        argv = (*self._argv, *words)
        return subprocess.run(argv, env=self._env, check=check, capture_output=True, text=True).stdout

    def add(self, count: int) -> None:
        """More panes that redraw themselves; all have the same size."""
        for _ in range(count):
            name = f"mover{len(self._movers)}"
            pid = self._tmux("split-window", "-d", "-P", "-F", "#{pane_pid}", *MOVER, name, *RATES)
            self._movers.append(int(pid))
            self._tmux("select-layout", "tiled")
        self._tmux("select-pane", "-t", "{top-left}")

    def toggle(self) -> None:
        """Set all of them going, or halt them."""
        toggle(self._movers)
