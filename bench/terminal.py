"""Megabytes of output per second of CPU: our emulator beside stock pyte and beside tmux, in turns within one run.

tmux is its server's process, user and system time, reading the stream from a pane's PTY; ours and pyte are fed in a
process of their own, without a PTY. A megabyte is a million bytes.
"""

from __future__ import annotations

import contextlib
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench import tmux_server
from bench.workloads import Workload, workloads

Figures = dict[str, object]

ROOT = Path(__file__).parents[1]

NO_TMUX = "no tmux here"


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is measured."""

    size: int
    """Bytes of each made stream."""
    recorded: int | None
    """Bytes of recordings; None for all."""
    pyte: int
    """Bytes that pyte is fed: the beginning of the same stream."""
    rounds: int
    seconds: float
    """No round is begun that would probably end later than this; the first one always is."""


FULL = Extent(size=3_000_000, recorded=None, pyte=300_000, rounds=7, seconds=600.0)
QUICK = Extent(size=1_000_000, recorded=2_000_000, pyte=60_000, rounds=5, seconds=27.0)


@dataclass(slots=True)
class Case:
    """One workload on its way: files, and the CPU seconds of each round."""

    name: str
    path: Path
    size: int
    sample: Path
    sample_size: int
    seconds: dict[str, list[float]] = field(default_factory=lambda: {"ours": [], "pyte": [], "tmux": []})
    raised: int = 0

    def speed(self, who: str) -> float | None:
        """Megabytes per CPU second in the best round: what else runs on a machine can only add to the time."""
        if not self.seconds[who]:
            return None
        size = self.sample_size if who == "pyte" else self.size
        return size / 1e6 / max(1e-9, min(self.seconds[who]))

    def figures(self) -> Figures:
        """The object that is printed."""
        ours, pyte, tmux = (self.speed(who) for who in ("ours", "pyte", "tmux"))
        found: Figures = {
            "bench": "terminal",
            "workload": self.name,
            "mb_per_cpu_s": rounded(ours),
            "ratio_vs_pyte": rounded(ratio(ours, pyte)),
            "ratio_vs_tmux": rounded(ratio(ours, tmux)),
            "cpu_s_per_mb": rounded(ratio(1.0, ours)),
            "pyte_mb_per_cpu_s": rounded(pyte),
            "tmux_mb_per_cpu_s": rounded(tmux),
            "bytes": self.size,
            "pyte_bytes": self.sample_size,
            "rounds": len(self.seconds["ours"]),
        }
        notes = [NO_TMUX] if tmux is None else []
        if self.raised:
            notes.append(f"pyte raised in {self.raised} chunks, whose rest it lost")
        return {**found, "note": "; ".join(notes)} if notes else found


def ratio(one: float | None, other: float | None) -> float | None:
    """One against another; None without both."""
    return one / other if one is not None and other else None


def rounded(value: float | None) -> float | None:
    """Four digits that mean something."""
    return float(f"{value:.4g}") if value is not None else None


def run(extent: Extent = FULL) -> Iterator[Figures]:
    """Measure everything; one object a workload, then the geometric means."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cases = [_case(folder, load, extent) for load in workloads(extent.size, extent.recorded)]
        tmux = stack.enter_context(tmux_server.TmuxServer()) if tmux_server.is_available() else None
        start = time.monotonic()
        for done in range(extent.rounds):
            if done and (time.monotonic() - start) * (done + 1) / done > extent.seconds:
                break
            for case in cases:
                _round(case, tmux)
        found = [case.figures() for case in cases]
    yield from found
    yield means(found)


def _case(folder: Path, load: Workload, extent: Extent) -> Case:
    data, sample = load.data, load.sample(extent.pyte).data
    paths = folder / load.name, folder / f"{load.name}.sample"
    paths[0].write_bytes(data)
    paths[1].write_bytes(sample)
    return Case(load.name, paths[0], len(data), paths[1], len(sample))


def _round(case: Case, tmux: tmux_server.TmuxServer | None) -> None:
    case.seconds["ours"].append(_feed("ours", case.path)["seconds"])
    pyte = _feed("pyte", case.sample)
    case.seconds["pyte"].append(pyte["seconds"])
    case.raised = int(pyte["raised"])
    if tmux:
        case.seconds["tmux"].append(tmux.play(case.path))


def _feed(name: str, path: Path) -> dict[str, float]:
    argv = (sys.executable, "-m", "bench.feeder", name, str(path))
    done = subprocess.run(argv, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def means(found: Sequence[Figures]) -> Figures:
    """The geometric mean of each figure over all workloads, and the lowest against tmux."""
    last: Figures = {"bench": "terminal", "workload": "geometric_mean"}
    for name in ("mb_per_cpu_s", "ratio_vs_pyte", "ratio_vs_tmux"):
        values = [value for figures in found if isinstance(value := figures[name], float)]
        last[name] = rounded(math.exp(statistics.fmean(map(math.log, values)))) if values else None
    against = [value for figures in found if isinstance(value := figures["ratio_vs_tmux"], float)]
    last["lowest_vs_tmux"] = min(against, default=None)
    return last if against else {**last, "note": NO_TMUX}
