"""What a reading of a screen costs: the engine beside a naive interpreter and beside Python's `re`, in CPU time.

Each frame has one new row. Rules are the shipped ones for Claude, and a synthetic set of six with some twenty texts.
The three take turns, and the best round of each counts. Before any is measured they must agree on its frames, but for
the shipped rules in `re`: those have scopes that patterns cannot express, so there the patterns stand for the texts of
each rule alone and are tried in order on the whole screen.

The limit for the tiles is scaled by what `re` takes here. Its patterns and frames are not those of the first
measurement, so `tiles_ms` is to be read beside the plain 2 ms too.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from bench import naive
from bench.terminal import Figures
from hivemind.base import yamldoc
from hivemind.base.places import shipped_agents
from hivemind.base.problems import Report
from hivemind.detect.ruleset import Ruleset
from hivemind.detect.text import ScreenText

ROUNDS = 7
FRAMES = 100
RULES = ("claude", "synthetic")
SIZES = ((100, 30), (200, 60))
TILES = 40
TICKS = 20

NAIVE_LIMIT = 8.0
"""How many times faster than the interpreter one new row on the large screen must be."""

REFERENCE_RE_MS = 5.5
"""What `re` took for a tick of 40 tiles on the machine where the limit of 2 ms was set."""

TILES_LIMIT_MS = 2.0
"""Of that machine; here it is the same part of what `re` takes here."""

SIGNS = ["·", "✢", "✳", "✶", "✻", "✽", "*"]
SPINNER = [{"any": SIGNS}, {"lit": " "}, {"run": "word"}, {"lit": "…"}]
SYNTHETIC: dict[str, Any] = {
    "default": "idle",
    "rules": [
        {
            "when": {
                "all": [
                    {"helper": "hasConfirmationPrompt"},
                    {"any": [{"contains": "esc to cancel"}, {"contains": "tab to amend"}]},
                ]
            },
            "then": "permission",
        },
        {"when": {"any": [{"contains": "yes, i trust"}, {"contains": "do you trust the files"}]}, "then": "blocked"},
        {"when": {"any": [{"contains": "select login method"}, {"contains": "use this api key"}]}, "then": "blocked"},
        {"when": {"any": [{"contains": "enter to select"}, {"contains": "ready to code?"}]}, "then": "question"},
        {"when": {"helper": "hasInterruptPattern"}, "then": "working"},
        {
            "when": {
                "any": [
                    {"seq": SPINNER, "at": "start"},
                    {"helper": "hasBrailleSpinner"},
                    {"contains": "compacting conversation"},
                    {"contains": "retrying in"},
                    {"contains": "waiting for permission"},
                    {"contains": "background agents"},
                    {"contains": "running hooks"},
                ]
            },
            "then": "working",
        },
    ],
}
PATTERNS = {
    "synthetic": [
        ["esc to cancel|tab to amend", "(?s)(?:do you want|would you like).*(?:yes|❯)"],
        ["yes, i trust|do you trust the files"],
        ["select login method|use this api key"],
        [r"enter to select|ready to code\?"],
        ["interrupt", r"esc|ctrl\+c to interrupt"],
        [
            (
                r"(?m:^[·✢✳✶✻✽*] [A-Za-z0-9_]+…)|(?m:^\s*[\u2800-\u28ff])|compacting conversation|retrying in"
                "|waiting for permission|background agents|running hooks"
            )
        ],
    ]
}
"""For each rule the patterns that must all be found."""

STATES = {
    "working": ["✻ Pondering… (12s · 340 tokens)", "─" * 60, "❯ ", "─" * 60, "  esc to interrupt"],
    "blocked": [
        "─" * 60,
        " Do you want to proceed?",
        " ❯ 1. Yes",
        "   2. Yes, always",
        "   3. No",
        " Esc to cancel · Tab to amend",
    ],
    "idle": ["  a paragraph of plain words", "  and one more line of them", "", "  the end"],
}
"""The last rows of a screen; on `idle` no rule holds."""

Reader = Callable[[tuple[str, ...]], object]


def frames(state: str, columns: int, height: int, count: int, seed: int = 0) -> list[tuple[str, ...]]:
    """Screens that scroll by one new row each above the same last rows."""
    last = STATES[state]
    filler = [
        f"  {seed} {number:05} the quick brown fox reads src/module_{number % 17}.py and writes "[:columns]
        + "words " * ((number % 5) * columns // 40)
        for number in range(count + height)
    ]
    body = height - len(last)
    return [tuple(row[:columns].rstrip() for row in [*filler[at : at + body], *last]) for at in range(count)]


def shipped(report: Report) -> yamldoc.Node | None:
    """The block of the shipped rules for Claude, as the file has it: what an alias repeats is one node."""
    node = yamldoc.read(shipped_agents() / "claude" / "agent.yaml", report)
    return node.value["detect"].node if node is not None and isinstance(node.value, dict) else None


def texts(when: dict[str, Any]) -> Iterator[str]:
    """A pattern for each text that an expression looks for."""
    for key, value in when.items():
        if key in {"contains", "containsCS", "startsWith", "lit", "upTo"}:
            yield re.escape(value)
        elif isinstance(value, dict):
            yield from texts(value)
        elif isinstance(value, list):
            for member in value:
                if isinstance(member, dict):
                    yield from texts(member)


def readers(name: str) -> dict[str, Reader]:
    """The three of one set of rules, each from plain rows to what it reads."""
    report = Report()
    synthetic = json.dumps(SYNTHETIC, ensure_ascii=False)
    node = yamldoc.parse(synthetic, name, report) if name == "synthetic" else shipped(report)
    rules = None if node is None else Ruleset.from_node(node, report)
    if node is None or rules is None:
        raise SystemExit(report.render())
    block: dict[str, Any] = naive.plain(node)
    sources = PATTERNS.get(name) or [["|".join(dict.fromkeys(texts(rule["when"])))] for rule in block["rules"]]
    patterns = [[re.compile(source, re.IGNORECASE) for source in each if source] for each in sources]

    def with_re(rows: tuple[str, ...]) -> object:
        text = "\n".join(rows)
        return next((at for at, each in enumerate(patterns) if each and all(one.search(text) for one in each)), -1)

    def ours(rows: tuple[str, ...]) -> object:
        reading = rules.read(ScreenText(rows))
        return reading.index if reading.seen else -1

    return {"ours": ours, "naive": lambda rows: naive.read(block, naive.Screen(rows))[2], "re": with_re}


def agree(name: str, those: dict[str, Reader], screens: Iterable[tuple[str, ...]]) -> None:
    """Stop unless they read the same; figures of what reads wrong are worth nothing."""
    for rows in screens:
        said = {who: reader(rows) for who, reader in those.items() if who != "re" or name == "synthetic"}
        if len(set(said.values())) > 1:
            raise SystemExit(f"{name}: {said} on {rows[-6:]}")


def best_seconds(those: dict[str, Reader], rounds: Sequence[Sequence[tuple[str, ...]]]) -> dict[str, float]:
    """CPU seconds a screen of the best round; every round has new rows that none before it had."""
    best = dict.fromkeys(those, float("inf"))
    for screens in rounds:
        for who, reader in those.items():
            began = time.process_time()
            for rows in screens:
                reader(rows)
            best[who] = min(best[who], (time.process_time() - began) / len(screens))
    return best


def _ratios(best: dict[str, float]) -> Figures:
    return {f"ratio_vs_{peer}": round(best[peer] / best["ours"], 2) for peer in ("naive", "re")}


def one_screen(name: str, size: tuple[int, int], state: str, rounds: int) -> Figures:
    """Microseconds a reading, one new row a frame."""
    those = readers(name)
    stream = frames(state, *size, FRAMES * (rounds + 1))
    agree(name, those, stream[:FRAMES])
    best = best_seconds(those, [stream[FRAMES * at : FRAMES * (at + 1)] for at in range(1, rounds + 1)])
    figures = {f"{who}_us": round(seconds * 1e6, 1) for who, seconds in best.items()}
    screen = f"{size[0]}x{size[1]}"
    return {"bench": "detect", "rules": name, "screen": screen, "state": state, **figures, **_ratios(best)}


def tiles(name: str, rounds: int) -> Figures:
    """Milliseconds for a tick of all tiles, one new row in each."""
    those = readers(name)
    count = TICKS * (rounds + 1)
    each = [frames(list(STATES)[tile % len(STATES)], 200, 60, count, tile) for tile in range(TILES)]
    ticks = [tuple(tile[at] for tile in each) for at in range(count)]
    agree(name, those, (rows for tick in ticks[:TICKS] for rows in tick))
    parts = [ticks[TICKS * at : TICKS * (at + 1)] for at in range(1, rounds + 1)]
    best = best_seconds(those, [[rows for tick in part for rows in tick] for part in parts])
    figures = {f"{who}_ms": round(seconds * TILES * 1e3, 3) for who, seconds in best.items()}
    screen = f"{TILES} tiles 200x60"
    return {"bench": "detect", "rules": name, "screen": screen, "state": "mixed", **figures, **_ratios(best)}


def run(rounds: int = ROUNDS) -> Iterable[Figures]:
    """Measure; a line each, and the targets last: both sets of rules must keep them, every rule missed (`idle`)."""
    versus: dict[str, Any] = {}
    for name in RULES:
        for size in SIZES:
            for state in STATES:
                found = one_screen(name, size, state, rounds)
                if size == SIZES[-1] and state == "idle":
                    versus[name] = found["ratio_vs_naive"]
                yield found
    ticks: dict[str, dict[str, Any]] = {name: dict(tiles(name, rounds)) for name in RULES}
    yield from ticks.values()
    limits = {name: TILES_LIMIT_MS * ticks[name]["re_ms"] / REFERENCE_RE_MS for name in RULES}
    kept = {name: versus[name] >= NAIVE_LIMIT and ticks[name]["ours_ms"] <= limits[name] for name in RULES}
    figures: Figures = {"bench": "detect", "rules": "targets", "one_row_limit": NAIVE_LIMIT}
    for name in RULES:
        figures |= {
            f"{name}_one_row_vs_naive": versus[name],
            f"{name}_tiles_ms": ticks[name]["ours_ms"],
            f"{name}_tiles_limit_ms": round(limits[name], 3),
            f"{name}_ok": kept[name],
        }
    yield {**figures, "ok": all(kept.values())}
