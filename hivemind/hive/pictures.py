"""What a tile shows, as a file: text, ANSI, SVG or JSON, by the ending of its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from hivemind.base.errors import UsageError
from hivemind.protocol.screen import Snapshot
from hivemind.terminal.redraw import row_drawn
from hivemind.terminal.rows import text_of
from hivemind.terminal.styles import index_of
from hivemind.terminal.svg import picture


def drawn(snapshot: Snapshot, name: str, path: Path) -> bytes:
    """The file's bytes.

    Raises:
        UsageError: the path has another ending.
    """
    make = ENDINGS.get(path.suffix.lower())
    if make is None:
        raise UsageError(f"'{path.name}' does not say what is to be saved", hint=f"end it in {', '.join(ENDINGS)}")
    return make(snapshot, name).encode("utf-8", "replace")


def _text(snapshot: Snapshot, _: str) -> str:
    return "\n".join(text_of(snapshot)).rstrip("\n") + "\n"


def _ansi(snapshot: Snapshot, _: str) -> str:
    rows = [row_drawn(row, snapshot.styles, snapshot.clusters) for row in snapshot.lines]
    while rows and not rows[-1]:
        rows.pop()
    return "\n".join([*rows, ""])


def _json(snapshot: Snapshot, name: str) -> str:
    """Everything: the styles are those that are used, and each row has runs of `[cells, style]`."""
    used: dict[str, int] = {}
    rows = []
    for text, row in zip(text_of(snapshot), snapshot.lines, strict=True):
        runs: list[list[int]] = []
        for mark in row.styles:
            number = used.setdefault(mark, len(used))
            if runs and runs[-1][1] == number:
                runs[-1][0] += 1
            else:
                runs.append([1, number])
        rows.append({"text": text, "styles": runs})
    whole = {
        "name": name,
        "title": snapshot.title,
        "size": {"rows": snapshot.size.rows, "columns": snapshot.size.columns},
        "cursor": {
            "row": snapshot.cursor.row,
            "column": snapshot.cursor.column,
            "visible": snapshot.cursor.visible,
        },
        "rows": rows,
        "styles": [msgspec.structs.asdict(snapshot.styles[index_of(mark)]) for mark in used],
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1).decode() + "\n"


ENDINGS: dict[str, Callable[[Snapshot, str], str]] = {
    ".txt": _text,
    ".ansi": _ansi,
    ".svg": picture,
    ".json": _json,
}
