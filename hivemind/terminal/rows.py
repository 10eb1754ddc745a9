"""A row as people read it: halves of wide characters taken out, clusters written out."""

from __future__ import annotations

from collections.abc import Sequence

from hivemind.protocol.screen import CLUSTER_BASE, STUB, Row, Snapshot

_FIRST_CLUSTER = chr(CLUSTER_BASE)


def row_text(row: Row, clusters: Sequence[str]) -> str:
    """The plain text of a row; its columns are no longer cells."""
    text = row.text
    return text if text.isascii() and STUB not in text else plain_text(text, clusters)


def text_of(snapshot: Snapshot) -> list[str]:
    """The plain text of every line of a snapshot, from the top."""
    return [row_text(row, snapshot.clusters) for row in snapshot.lines]


def plain_text(cells: str, clusters: Sequence[str]) -> str:
    """The plain text of any string of cells."""
    text = cells.replace(STUB, "")
    if not text or max(text) < _FIRST_CLUSTER:
        return text
    return "".join(clusters[ord(cell) - CLUSTER_BASE] if cell >= _FIRST_CLUSTER else cell for cell in text)
