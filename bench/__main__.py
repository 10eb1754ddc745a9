"""`python -m bench [NAME] [--json] [--quick]`: one benchmark, or all of them."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Callable, Iterable, Sequence

from bench import agents, ctl, detect, echo, fairness, memory, terminal
from bench.terminal import Figures


def _terminal(*, quick: bool) -> Iterable[Figures]:
    return terminal.run(terminal.QUICK if quick else terminal.FULL)


def _fairness(*, quick: bool) -> Iterable[Figures]:
    return fairness.run(rounds=1 if quick else fairness.ROUNDS)


def _memory(*, quick: bool) -> Iterable[Figures]:  # noqa: ARG001 (it is quick)
    return [memory.run()]


def _ctl(*, quick: bool) -> Iterable[Figures]:
    return [ctl.run(3 if quick else ctl.ROUNDS)]


def _agents(*, quick: bool) -> Iterable[Figures]:
    return agents.run(3 if quick else agents.ROUNDS)


def _detect(*, quick: bool) -> Iterable[Figures]:
    return detect.run(2 if quick else detect.ROUNDS)


def _echo(*, quick: bool) -> Iterable[Figures]:
    return echo.run(echo.QUICK if quick else echo.FULL)


BENCHMARKS: dict[str, Callable[..., Iterable[Figures]]] = {
    "terminal": _terminal,
    "fairness": _fairness,
    "memory": _memory,
    "ctl": _ctl,
    "agents": _agents,
    "detect": _detect,
    "echo": _echo,
}


def table(found: Sequence[Figures]) -> str:
    """Figures as people read them: one line an object where all have a few short columns, else one line a figure."""
    names = [name for name in found[0] if name not in {"bench", "note"}]
    if len(found) == 1:
        width = max(map(len, names))
        lines = [f"{name.ljust(width)}  {_cell(found[0][name])}" for name in names]
    else:
        rows = [names, *([_cell(figures.get(name)) for name in names] for figures in found)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(names))]
        lines = [
            "  ".join(
                cell.rjust(width) if column else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
    notes = dict.fromkeys(f"{figures.get(names[0])}: {figures['note']}" for figures in found if "note" in figures)
    return "\n".join([str(found[0]["bench"]), *lines, *notes])


def _cell(value: object) -> str:
    return "-" if value is None else f"{value:,}" if isinstance(value, int) and value >= 10_000 else str(value)


def main(argv: Sequence[str] | None = None) -> int:
    """Run and print; 0 whatever the figures are."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure beside named peers, in one run.")
    parser.add_argument("name", nargs="?", choices=BENCHMARKS, help="which benchmark (default: all)")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--quick", action="store_true", help="measure less: the terminal within 40 seconds")
    options = parser.parse_args(argv)
    for name in [options.name] if options.name else BENCHMARKS:
        found = BENCHMARKS[name](quick=options.quick)
        if options.json:
            for figures in found:
                print(json.dumps(figures), flush=True)
        else:
            for _, group in itertools.groupby(found, key=lambda figures: figures["bench"]):
                print(table(list(group)), end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
