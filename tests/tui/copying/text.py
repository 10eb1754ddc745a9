"""Lines of a tile, written as text."""

from __future__ import annotations

from hivemind.protocol.screen import CLUSTER_BASE, STUB, STYLE_BASE, Style
from hivemind.tui.copying.lines import Lines
from hivemind.verbs.rows import StyledRows

CLUSTER = "é"
"""Stands for one cell that is a cluster of two code points."""


def cells(text: str) -> str:
    """A row as it is stored: wide characters with their halves, clusters as one code point."""
    wide = "".join(c + STUB if c in "漢字" else c for c in text)
    return wide.replace(CLUSTER, chr(CLUSTER_BASE))


def reply(text: str, *, start: int = 0, screen: int = 10**6, styles: dict[int, int] | None = None) -> StyledRows:
    """Rows from line `start` on; one that ends with `\\` goes on by itself in the next. `styles`: line to style."""
    rows, wraps = [], []
    for number, row in enumerate(text.split("\n"), start):
        if row.endswith("\\"):
            wraps.append((number, len(cells(row[:-1]))))
        shown = cells(row.removesuffix("\\"))
        rows.append((number, shown.rstrip(), chr(STYLE_BASE + (styles or {}).get(number, 0)) * len(shown)))
    table = (Style(), Style(link="https://there.example/x"))
    return StyledRows(0, screen, start + len(rows), rows, table, ("e\u0301",), wraps)


def lines(text: str) -> Lines:
    """All of them fetched."""
    made = Lines()
    made.take(reply(text))
    return made
