"""What `hive ctl list` costs against `python -c pass`: CPU seconds, best of nine each, taken in turns in one run.

The daemon runs already and its own work is not counted: it is no child of the command.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.terminal import Figures
from hivemind.testing.sandbox import Sandbox

ROUNDS = 9
LIMIT = 3.0
"""How many times the cost of Python's start we allow."""


def cpu_seconds(argv: Sequence[str], env: Mapping[str, str]) -> float:
    """User and system time of one run, which must succeed."""
    process = subprocess.Popen(argv, env=dict(env), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{argv} exited with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def run(rounds: int = ROUNDS) -> Figures:
    """Measure; one object."""
    hive = str(Path(sys.executable).with_name("hive"))
    commands = {"python_pass": (sys.executable, "-c", "pass"), "hive_ctl_list": (hive, "ctl", "list")}
    with Sandbox([hive]) as sandbox:
        sandbox.spawn("--", "cat")
        best = dict.fromkeys(commands, float("inf"))
        for _ in range(rounds):
            for name, argv in commands.items():
                best[name] = min(best[name], cpu_seconds(argv, sandbox.env))
    ratio = best["hive_ctl_list"] / best["python_pass"]
    figures = {f"{name}_cpu_ms": round(seconds * 1000, 2) for name, seconds in best.items()}
    return {"bench": "ctl_cost", **figures, "ratio": round(ratio, 2), "limit": LIMIT, "ok": ratio <= LIMIT}
