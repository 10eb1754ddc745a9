"""A program that redraws itself as agents do: `python -S -E bench/mover.py NAME OFTEN SELDOM`, in frames a second.

It stands still at first. SIGUSR1 sets it going often, SIGUSR2 seldom, and either halts it again. A frame goes up over
its lower rows, erases them and writes them anew in one write; three of the twelve rows differ from the frame before.
What it writes is lower case, so that capitals on the screen are somebody's typing.
"""

from __future__ import annotations

import os
import signal
import sys

ABOVE = 6
"""Rows that stay as they are."""

STILL = "  \x1b[2m│\x1b[22m \x1b[38;2;120;160;220mread\x1b[39m src/header.tsx and \x1b[1mthree\x1b[22m others\x1b[K"

SPINNER = "✶✸✹✺✹✷"


def rows(name: str, tick: int) -> list[str]:
    """The lower rows of a frame."""
    seconds = f"{tick // 10}.{tick % 10}"
    return [
        f"\x1b[32m●\x1b[39m {name} ready",
        *[STILL] * 5,
        f"\x1b[38;2;215;119;87m{SPINNER[tick % len(SPINNER)]} weaving…\x1b[39m \x1b[2m({seconds}s · esc)\x1b[22m",
        f"  \x1b[2m└\x1b[22m {tick * 37} tokens",
        "\x1b[2m" + "─" * 60 + "\x1b[22m",
        "> ",
        "\x1b[2m" + "─" * 60 + "\x1b[22m",
        f"  \x1b[33m▪▪ edits on\x1b[39m \x1b[2m· frame {tick}\x1b[22m",
    ]


def frame(name: str, tick: int) -> bytes:
    """Up over the frame before, and the new one."""
    drawn = rows(name, tick)
    up = "\x1b[2K" + "\x1b[1A\x1b[2K" * (len(drawn) - 1) + "\r" if tick else ""
    return (up + "\r\n".join(drawn)).encode()


def main(name: str, often: float, seldom: float) -> None:
    """Redraw until the terminal goes away."""
    rates = {signal.SIGUSR1: often, signal.SIGUSR2: seldom}
    signal.pthread_sigmask(signal.SIG_BLOCK, rates)
    os.write(1, b"\r\n".join([b"  some rows above"] * ABOVE) + b"\r\n" + frame(name, 0))
    tick, rate = 0, 0.0
    while True:
        if not rate:
            rate = rates[signal.Signals(signal.sigwait(rates))]
        elif signal.sigtimedwait(rates, 1 / rate) is not None:
            rate = 0.0
        tick += 1
        os.write(1, frame(name, tick))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))
