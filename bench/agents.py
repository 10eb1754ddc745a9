"""What `hive agents list` costs from its index against the first run, which reads every file: wall time, best of each.

The machine's own start of Python is measured in the same turns, since no list can cost less than that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from bench.terminal import Figures
from hivemind.base.places import shipped_agents

ROUNDS = 7
LIMIT = 0.1
"""Which part of the first run's time we allow."""

COPIES = (0, 20)
"""Agents of the person's own beside the shipped ones."""

SETTLE_SECONDS = 2.2
"""Seconds until a file that was written counts as one that stays (`manifest.index.FRESH_NS`)."""


def wall_seconds(argv: Sequence[str], env: Mapping[str, str]) -> float:
    """Of one run, which must succeed."""
    began = time.perf_counter()
    subprocess.run(argv, env=dict(env), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def measure(copies: int, rounds: int) -> Figures:
    """One object: with that many agents more."""
    hive = [str(Path(sys.executable).with_name("hive")), "agents", "list"]
    with tempfile.TemporaryDirectory() as made:
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        env |= {"XDG_CONFIG_HOME": f"{made}/config", "XDG_CACHE_HOME": f"{made}/cache"}
        text = (shipped_agents() / "demo" / "agent.yaml").read_text()
        for number in range(copies):
            folder = Path(made, "config", "hivemind", "agents", f"demo{number}")
            folder.mkdir(parents=True)
            (folder / "agent.yaml").write_text(text.replace("id: demo", f"id: demo{number}", 1))
        time.sleep(SETTLE_SECONDS)
        wall_seconds(hive, env)
        best = dict.fromkeys(("python_pass", "first", "cached"), float("inf"))
        for turn in range(rounds):
            empty = {**env, "XDG_CACHE_HOME": f"{made}/{turn}"}
            best["first"] = min(best["first"], wall_seconds(hive, empty))
            best["cached"] = min(best["cached"], wall_seconds(hive, env))
            best["python_pass"] = min(best["python_pass"], wall_seconds((sys.executable, "-c", "pass"), env))
    part = best["cached"] / best["first"]
    figures = {f"{name}_ms": round(seconds * 1000, 1) for name, seconds in best.items()}
    return {"copies": copies, **figures, "part": round(part, 3), "limit": LIMIT, "ok": part <= LIMIT}


def run(rounds: int = ROUNDS) -> Iterable[Figures]:
    """Measure; one object for each number of copies."""
    for copies in COPIES:
        yield {"bench": "agents_list", **measure(copies, rounds)}
