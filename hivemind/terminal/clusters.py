"""Clusters of several code points, each interned to one private code point so that a cell is always one character.

The table only grows, is shared with snapshots and is bounded: past its limit a cluster reads U+FFFD.
"""

from __future__ import annotations

import unicodedata

from hivemind.protocol.screen import CLUSTER_BASE
from hivemind.terminal.width import REPLACEMENT, cell_width, cluster_width, is_joined

CLUSTERS = 0x8000
"""Distinct clusters a tile can hold."""

CLUSTER_LENGTH = 32
"""Code points. What a program piles up beyond that is dropped."""

JOINS = 0x4000
"""Remembered answers of `join`; past that, the memory starts anew."""

FIRST_CLUSTER = chr(CLUSTER_BASE)


class ClusterTable:
    """Clusters by number, and which character joins which cell."""

    def __init__(self) -> None:
        self.clusters: list[str] = []
        """Append-only: snapshots share it."""
        self._codes: dict[str, str] = {}
        self._joins: dict[tuple[str, str], tuple[str, int] | None] = {}

    def text(self, cell: str) -> str:
        """What the code point of a cell stands for."""
        return self.clusters[ord(cell) - CLUSTER_BASE] if cell >= FIRST_CLUSTER else cell

    def join(self, cell: str, character: str) -> tuple[str, int] | None:
        """The cell and its width once `character` has joined it; None when it does not belong there."""
        key = (cell, character)
        if key not in self._joins:
            if len(self._joins) >= JOINS:
                self._joins.clear()
            self._joins[key] = self._judge(self.text(cell), character)
        return self._joins[key]

    def _judge(self, base: str, character: str) -> tuple[str, int] | None:
        if not is_joined(base, character):
            return None
        if len(base) >= CLUSTER_LENGTH:
            return self._code(base), cluster_width(base)
        together = unicodedata.normalize("NFC", base + character)
        if len(together) == 1 and cell_width(together) > 0:
            return together, cell_width(together)
        return self._code(base + character), cluster_width(base + character)

    def _code(self, cluster: str) -> str:
        code = self._codes.get(cluster)
        if code is None:
            if len(self.clusters) >= CLUSTERS:
                return REPLACEMENT
            code = self._codes[cluster] = chr(CLUSTER_BASE + len(self.clusters))
            self.clusters.append(cluster)
        return code
