"""How many cells a character takes: wcwidth's answer, and its rule for clusters.

Most text is runs of characters that stand alone (`width_classes`). What may join the cell before it (variation
selectors, joiners, flags, combining marks, jamo, conjuncts) is judged one code point at a time, against the cell that
stands before the cursor. So a cut between two reads changes nothing.
"""

from __future__ import annotations

from wcwidth import iter_graphemes, wcswidth, wcwidth

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def cell_width(character: str) -> int:
    """Cells of one code point: 0, 1 or 2."""
    return max(0, wcwidth(character))


def cluster_width(cluster: str) -> int:
    """Cells of one cluster: 1 or 2."""
    return max(1, min(2, wcswidth(cluster)))


def is_joined(cluster: str, character: str) -> bool:
    """Whether `character` belongs into the cell that holds `cluster`, and still fits into two cells."""
    together = cluster + character
    return next(iter_graphemes(together)) == together and wcswidth(together) <= 2
