"""How long a key takes to its painted echo, ours beside tmux; what tiles that redraw cost; and how soon the room shows.

Everything is real: `hive` and an attached tmux in terminals of their own, a tile with `cat`, and beside it tiles that
redraw themselves thirty times a second. The two take turns within one run, and while one has its turn the programs of
the other stand still. Of several turns the best counts, of both: what else runs on a machine can only add to the time.
"""

from __future__ import annotations

import contextlib
import itertools
import random
import re
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench import tmux_server
from bench.fairness import percentile
from bench.outer import Outer
from bench.sides import LARGE, SELDOM, Ours, Side, Tmux
from bench.terminal import NO_TMUX, Figures
from bench.workloads import SEED
from hivemind.protocol.screen import Size

LEVELS = (1, 15)
"""Tiles that redraw themselves beside the one that is typed into."""

MANY, ATTACHED = 40, 20
"""Tiles of the measurement of CPU, and of the first paint."""

P50_OVER, P99_OVER, BUSY, IDLE, FIRST_PAINT = 4.0, 15.0, 25.0, 0.5, 1.8
"""What is allowed: milliseconds over tmux, percent of a core, times the import of Textual."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BEFORE = "QJXZKVWY"
"""Stands in the line before the first key that is timed, so that each is known by what it follows."""

LOST = 1.0
"""Seconds that an echo counts with that never came."""

USUAL = Size(60, 200)
"""Cells of the terminal of a person."""

SETTLE, START_UP = 0.15, 1.0
"""Seconds: after a change, and after the UI has come."""

READY = re.compile(r"mover\d+ ready")


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is measured."""

    rounds: int
    keys: int
    """In one round; a line of them fits a tile."""
    gaps: tuple[float, float]
    """Seconds between two keys."""
    starts: int
    seconds: float
    """Of one measurement of CPU."""
    patience: float
    """Seconds waited for the last echo."""


FULL = Extent(rounds=7, keys=70, gaps=(0.04, 0.08), starts=7, seconds=10.0, patience=1.0)
QUICK = Extent(rounds=2, keys=40, gaps=(0.03, 0.05), starts=4, seconds=2.5, patience=0.2)


def run(extent: Extent = FULL) -> Iterator[Figures]:
    """Measure everything; a line each, and last whether the targets are met."""
    found: list[Figures] = []
    with Ours() as ours:
        for figures in itertools.chain(echoes(ours, extent), costs(ours, extent)):
            found.append(figures)
            yield figures
    yield targets(found)


# -- echo ------------------------------------------------------------------------------------------------------------


def echoes(ours: Ours, extent: Extent) -> Iterator[Figures]:
    """Of each side at each level, in turns."""
    with contextlib.ExitStack() as stack:
        sides: list[Side] = [ours]
        if tmux_server.is_available():
            sides.append(stack.enter_context(Tmux(ours.env)))
        outers = [stack.enter_context(side.terminal(LARGE)) for side in sides]
        dice = random.Random(SEED)
        had = 0
        for level in LEVELS:
            for side, outer in zip(sides, outers, strict=True):
                side.add(level - had)
                outer.until("its tiles", lambda screen: f"mover{level - 1} ready" in screen)  # noqa: B023 (used here)
                outer.settle(SETTLE)
            had = level
            took: dict[str, list[list[float]]] = {side.name: [] for side in sides}
            for _ in range(extent.rounds):
                for side, outer in zip(sides, outers, strict=True):
                    took[side.name].append(turn(side, outer, dice, extent))
            for name, rounds in took.items():
                yield {"bench": "echo", "who": name, "tiles": level, **best(rounds), "keys": extent.keys * len(rounds)}


def turn(side: Side, outer: Outer, dice: random.Random, extent: Extent) -> list[float]:
    """Seconds of each echo of one line, while the tiles beside redraw themselves."""
    keys = "".join(dice.choices(LETTERS, k=extent.keys))
    gaps = [dice.uniform(*extent.gaps) for _ in keys]
    outer.press(BEFORE.encode())
    side.toggle()
    outer.settle(SETTLE)
    typed, noted = outer.type(keys, gaps, before=BEFORE, patience=extent.patience)
    side.toggle()
    found = outer.times(typed, noted)
    outer.settle(SETTLE)
    outer.press(b"\x15")  # the terminal driver takes the line back
    outer.settle(SETTLE)
    return [LOST if seconds is None else seconds for seconds in found]


def best(rounds: Sequence[Sequence[float]]) -> Figures:
    """The lowest figures that a round had."""
    return {
        "p50_ms": round(min(map(statistics.median, rounds)) * 1000, 2),
        "p99_ms": round(min(percentile(took, 0.99) for took in rounds) * 1000, 2),
    }


# -- what it costs ---------------------------------------------------------------------------------------------------


def costs(ours: Ours, extent: Extent) -> Iterator[Figures]:
    """First paint and CPU, with as many tiles as each is about; one of them, which echoes, stays beside."""
    ours.add(ATTACHED - LEVELS[-1] - 1)
    yield first_paint(ours, extent)
    ours.add(MANY - ATTACHED + 1)
    with ours.terminal(LARGE) as outer:
        outer.until("its tiles", lambda screen: "mover0 ready" in screen)
        outer.settle(START_UP)
        idle = ours.cpu_percent(outer, extent.seconds)
        ours.toggle(signal.SIGUSR2)
        outer.discard(SETTLE)
        busy = ours.cpu_percent(outer, extent.seconds)
    yield {
        "bench": "cpu",
        "tiles": MANY,
        "redraws_per_s": SELDOM,
        "busy_percent": round(busy, 1),
        "idle_percent": round(idle, 2),
    }


def first_paint(ours: Ours, extent: Extent) -> Figures:
    """How long until every tile that there is room for shows what it holds, beside the import of Textual."""
    with ours.terminal(USUAL) as outer:
        outer.until("a tile", lambda screen: bool(READY.search(screen)))
        outer.settle(START_UP)
        shown = set(READY.findall("\n".join(outer.rows())))
    least = {"textual": float("inf"), "ours": float("inf")}
    for _ in range(extent.starts):
        began = time.perf_counter()
        subprocess.run((sys.executable, "-c", "import textual.app"), env=dict(ours.env), check=True)
        least["textual"] = min(least["textual"], time.perf_counter() - began)
        with ours.terminal(USUAL) as outer:
            seen = outer.until("all tiles", lambda screen: shown <= set(READY.findall(screen)))
        least["ours"] = min(least["ours"], seen - outer.began)
    return {
        "bench": "first_paint",
        "tiles": ATTACHED,
        "shown": len(shown),
        "ms": round(least["ours"] * 1000, 1),
        "import_textual_ms": round(least["textual"] * 1000, 1),
        "ratio": round(least["ours"] / least["textual"], 2),
    }


# -- what is allowed -------------------------------------------------------------------------------------------------


def targets(found: Sequence[Figures]) -> Figures:
    """What is over the peers, beside what is allowed; `ok` when nothing is over that."""
    echo = {(figures["who"], figures["tiles"]): figures for figures in found if figures["bench"] == "echo"}
    (cpu,) = (figures for figures in found if figures["bench"] == "cpu")
    (start,) = (figures for figures in found if figures["bench"] == "first_paint")
    reached: dict[str, tuple[object, float]] = {
        "busy_percent": (cpu["busy_percent"], BUSY),
        "idle_percent": (cpu["idle_percent"], IDLE),
        "first_paint_ratio": (start["ratio"], FIRST_PAINT),
    }
    for level in LEVELS:
        for figure, allowed in (("p50_ms", P50_OVER), ("p99_ms", P99_OVER)):
            ours, tmux = echo["ours", level][figure], echo.get(("tmux", level), {}).get(figure)
            over = round(ours - tmux, 2) if isinstance(ours, float) and isinstance(tmux, float) else None
            reached[f"{figure.removesuffix('_ms')}_over_tmux_ms_{level}"] = (over, allowed)
    values = {name: value for name, (value, _) in reached.items()}
    missed = [name for name, (value, limit) in reached.items() if isinstance(value, float) and value > limit]
    line: Figures = {"bench": "targets", **values, "limits": {name: limit for name, (_, limit) in reached.items()}}
    return {**line, "missed": missed, "ok": not missed} | ({} if ("tmux", LEVELS[0]) in echo else {"note": NO_TMUX})
