"""A tmux server of our own with one pane of 200x50, and what its process has used. Linux: figures come from /proc."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Self

from bench.workloads import COLUMNS, ROWS
from hivemind.terminal.scrollback import SCROLLBACK_LINES

SETTINGS = f"""
set -g history-limit {SCROLLBACK_LINES}
set -g status off
set -g automatic-rename off
set -g default-terminal tmux-256color
"""
"""The pane has all 50 lines and keeps as many old ones as we do; nobody is attached, so nothing is drawn."""

PLAY_SECONDS = 60.0
"""Longest that a file may take."""


def is_available() -> bool:
    """Whether a tmux can be started and measured here."""
    return shutil.which("tmux") is not None and Path("/proc/self/stat").exists()


class TmuxServer:
    """A context manager."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="hive-", dir="/tmp"))
        self._pid = 0

    def __enter__(self) -> Self:
        settings = self._folder / "tmux.conf"
        settings.write_text(SETTINGS)
        size = ("-x", str(COLUMNS), "-y", str(ROWS))
        player = (sys.executable, "-S", "-E", str(Path(__file__).with_name("player.py")), str(self._folder / "play"))
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(self._folder / "play"))
            listening.listen(1)
            listening.settimeout(PLAY_SECONDS)
            self._tmux("-f", str(settings), "new-session", "-d", *size, *player)
            self._connection, _ = listening.accept()
        self._connection.settimeout(PLAY_SECONDS)
        self._pid = int(self._tmux("display-message", "-p", "#{pid}"))
        return self

    def __exit__(self, *exc: object) -> None:
        self._connection.close()
        self._tmux("kill-server", check=False)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _tmux(self, *words: str, check: bool = True) -> str:
        argv = ("tmux", "-S", str(self._folder / "tmux"), *words)
        env = {name: value for name, value in os.environ.items() if name != "TMUX"}
        return subprocess.run(argv, env=env, check=check, capture_output=True, text=True).stdout

    def play(self, path: Path) -> float:
        """CPU seconds that the server needs to read a file from the pane's program, to its last byte."""
        self._tmux("clear-history")
        before = self.cpu_seconds()
        self._connection.sendall(f"{path}\n".encode())
        if not self._connection.recv(16):
            raise AssertionError("the program in tmux ended")
        return self.cpu_seconds() - before

    def cpu_seconds(self) -> float:
        """User and system time of the server's process so far: by the scheduler's clock, else in ticks of 10 ms."""
        process = Path("/proc", str(self._pid))
        ran = (process / "schedstat").read_text().split()[0] if (process / "schedstat").exists() else "0"
        if ran != "0":
            return int(ran) / 1e9
        fields = (process / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self) -> int:
        """Bytes of the server's memory."""
        return int(Path("/proc", str(self._pid), "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
