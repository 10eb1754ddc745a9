"""A take as the files of a recording: `CASE.cast` (gzipped where it is long) and `CASE.json` with its marks."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hivemind.protocol.screen import Size
from hivemind.testing.take import Take

REPOSITORY = Path(__file__).parents[2]

JOINED_SECONDS = 0.012
"""Output written within this time is one event: reads cut it at will."""

AFTER_SECONDS = 1.0
"""How much is kept of what comes after the last mark."""

LONG_BYTES = 60_000
"""A longer recording is gzipped."""

Event = tuple[float, str, str]


def save(take: Take, folder: Path, head: dict[str, Any], size: Size) -> Path:
    """Write both files; the recording's path. `head` is what the `.json` begins with."""
    folder.mkdir(parents=True, exist_ok=True)
    base = folder / head["case"]
    about = {**head, "seconds": round(take.played.seconds, 3), "exit": take.played.exit}
    labels = {**about, "marks": take.marks, "keys": take.keys, "titles": take.titles, "osc7501": take.states}
    base.with_suffix(".json").write_text(masked(json.dumps(labels, ensure_ascii=False, indent=1)) + "\n")
    name = f"{head['agent']} {head['version']} {head['case']}"
    first = {"version": 2, "width": size.columns, "height": size.rows, "env": {"TERM": "xterm-256color"}, "title": name}
    kept = joined(cut(take.played.events, after=take.marks[-1]["at_seconds"] + AFTER_SECONDS if take.marks else None))
    rows = [json.dumps(row, ensure_ascii=False) for row in (first, *kept)]
    return _write(base, masked("\n".join(rows)).encode() + b"\n")


def masked(text: str) -> str:
    """A text without the place of this checkout, whose programs may name themselves; as wide as before."""
    return text.replace(str(REPOSITORY), "/" + "_" * (len(str(REPOSITORY)) - 1))


def cut(events: Iterable[Event], *, after: float | None) -> list[Event]:
    """Events without those after a time."""
    return [event for event in events if after is None or event[0] <= after]


def joined(events: Iterable[Event]) -> list[Event]:
    """Events with output that came at once made one."""
    kept: list[Event] = []
    for at, kind, data in events:
        if kept and kind == "o" == kept[-1][1] and at - kept[-1][0] <= JOINED_SECONDS:
            kept[-1] = (kept[-1][0], "o", kept[-1][2] + data)
        elif data:
            kept.append((round(at, 3), kind, data))
    return kept


def _write(base: Path, data: bytes) -> Path:
    plain, zipped = base.with_suffix(".cast"), base.with_suffix(".cast.gz")
    path, other = (zipped, plain) if len(data) > LONG_BYTES else (plain, zipped)
    path.write_bytes(gzip.compress(data, mtime=0) if path is zipped else data)
    other.unlink(missing_ok=True)
    return path
