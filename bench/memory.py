"""Bytes that a line of scrollback costs: 10,000 lines of coloured logs, ours beside tmux.

Ours is measured twice, each in a process of its own: what Python allocates (tracemalloc), and how much the process
grows (resident memory), which is also what is measured of tmux's server. All of it counts: text, styles, tables.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import tracemalloc
from pathlib import Path

from bench import tmux_server
from bench.terminal import NO_TMUX, ROOT, Figures
from bench.workloads import COLUMNS, ROWS, SEED, b_color, made
from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.scrollback import SCROLLBACK_LINES

CHUNK = 4096
"""Bytes fed at once, as they come from a PTY."""

LIMIT = 450.0
"""Bytes of ours that a line may cost."""


def logs() -> bytes:
    """So many coloured lines that the scrollback is just full, and an empty screen below them."""
    lines = made(b_color, 2_000_000).parts[:SCROLLBACK_LINES]
    return b"".join(lines) + b"\r\n" * (ROWS - 1)


def resident() -> int:
    """Bytes of this process's memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def fill(emulator: Emulator, data: bytes) -> None:
    """Feed it all."""
    for start in range(0, len(data), CHUNK):
        emulator.feed(data[start : start + CHUNK])


def ours(how: str) -> dict[str, int]:
    """Bytes that an emulator grows by, and lines that it keeps."""
    data = logs()
    fill(Emulator(Size(ROWS, COLUMNS)), data[: CHUNK * 10])  # what is loaded and built once is no line's
    emulator = Emulator(Size(ROWS, COLUMNS))
    if how == "allocated":
        tracemalloc.start()
        fill(emulator, data)
        grown = tracemalloc.get_traced_memory()[0]
    else:
        before = resident()
        fill(emulator, data)
        grown = resident() - before
    return {"bytes": grown, "lines": len(emulator.scrollback)}


def run() -> Figures:
    """Measure; one object."""
    found: Figures = {"bench": "memory", "lines": SCROLLBACK_LINES, "seed": SEED}
    data = logs()
    found["stream_bytes_per_line"] = round(len(data) / SCROLLBACK_LINES, 1)
    for how in ("allocated", "resident"):
        argv = (sys.executable, "-m", "bench.memory", how)
        measured = json.loads(subprocess.run(argv, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout)
        found[f"bytes_per_line_{how}"] = round(measured["bytes"] / measured["lines"], 1)
        found["lines"] = measured["lines"]
    allocated = found["bytes_per_line_allocated"]
    assert isinstance(allocated, float)
    found |= {"limit": LIMIT, "ok": allocated <= LIMIT}
    if not tmux_server.is_available():
        return {**found, "tmux_bytes_per_line": None, "ratio_vs_tmux": None, "note": NO_TMUX}
    tmux = tmux_bytes(data) / SCROLLBACK_LINES
    return {**found, "tmux_bytes_per_line": round(tmux, 1), "ratio_vs_tmux": round(allocated / tmux, 3)}


def tmux_bytes(data: bytes) -> int:
    """Bytes that a new tmux server grows by; a short run before it builds what is no line's."""
    with tempfile.TemporaryDirectory() as folder, tmux_server.TmuxServer() as tmux:
        path = Path(folder) / "logs"
        path.write_bytes(data[: CHUNK * 10])
        tmux.play(path)
        before = tmux.resident()
        path.write_bytes(data)
        tmux.play(path)
        return tmux.resident() - before


if __name__ == "__main__":
    print(json.dumps(ours(sys.argv[1])))
