"""One terminal, fed one file, in a process of its own: `python -m bench.feeder ours|pyte FILE`.

Every measurement gets a process of its own, so that nothing is remembered of the same bytes from the time before. What
a process builds once (tables of widths, patterns) is built first, with a little of other streams in a terminal of their
own: tmux's server and our daemon run for days, and a megabyte is little enough for that to show.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyte

from bench.workloads import COLUMNS, MADE, ROWS, SEED, made
from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator

CHUNK = 16 * 1024
"""Bytes fed at once."""


def ours() -> Callable[[bytes], None]:
    """Our emulator."""
    return Emulator(Size(ROWS, COLUMNS)).feed


def stock_pyte() -> Callable[[bytes], None]:
    """Pyte as it comes. It has no scrollback here: the class that has one is several times slower."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)

    def feed(data: bytes) -> None:
        try:
            stream.feed(data)
        except Exception:
            stream.attach(screen)  # the parser ends with its first exception; this begins a new one
            raise

    return feed


TERMINALS: dict[str, Callable[[], Callable[[bytes], None]]] = {"ours": ours, "pyte": stock_pyte}


WARM_BYTES = 4096
"""Bytes of each made stream, from another seed than what is measured."""


def warm_up(name: str) -> None:
    """Let the process build what it builds once."""
    feed = TERMINALS[name]()
    for stream in MADE:
        feed(made(stream, WARM_BYTES, seed=SEED + 1).data[:WARM_BYTES])


def measure(name: str, data: bytes) -> dict[str, float]:
    """CPU seconds of this process for all of `data`; `raised` counts the chunks whose rest was lost to an exception."""
    chunks = [data[start : start + CHUNK] for start in range(0, len(data), CHUNK)]
    warm_up(name)
    feed = TERMINALS[name]()
    raised = 0
    start = time.process_time()
    for chunk in chunks:
        try:
            feed(chunk)
        except Exception:  # noqa: BLE001 (a peer may raise anything; that is counted, and told)
            raised += 1
    return {"seconds": time.process_time() - start, "raised": raised}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], Path(sys.argv[2]).read_bytes())))
