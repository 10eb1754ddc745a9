"""How many cells a character takes: wcwidth's answer, as classes for the scanner and as a rule for clusters.

Most text is runs of characters that stand alone; the classes find those at the speed of the regular expression
engine. What may join the cell before it (variation selectors, joiners, flags, combining marks, jamo, conjuncts) is
judged one code point at a time, against the cell that stands before the cursor. So a cut between two reads changes
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from wcwidth import iter_graphemes, wcswidth, wcwidth
from wcwidth.table_grapheme import (
    EXTENDED_PICTOGRAPHIC,
    GRAPHEME_CONTROL,
    GRAPHEME_EXTEND,
    GRAPHEME_REGIONAL_INDICATOR,
    GRAPHEME_SPACINGMARK,
    INCB_CONSONANT,
)
from wcwidth.table_wide import WIDE_EASTASIAN
from wcwidth.table_zero import ZERO_WIDTH

from hivemind.protocol.screen import CLUSTER_BASE

Ranges = list[tuple[int, int]]

_FIRST = 0xA0
"""Below: ASCII and control characters."""


def _merged(*tables: Iterable[tuple[int, int]]) -> Ranges:
    merged: Ranges = []
    for low, high in sorted(pair for table in tables for pair in table):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _without(ranges: Ranges, taken: Ranges) -> Ranges:
    left: Ranges = []
    for start, end in ranges:
        low = start
        for cut_low, cut_high in taken:
            if cut_high < low or cut_low > end:
                continue
            if cut_low > low:
                left.append((low, cut_low - 1))
            low = cut_high + 1
        if low <= end:
            left.append((low, end))
    return left


def _class(ranges: Ranges) -> str:
    return "".join(f"{re.escape(chr(low))}-{re.escape(chr(high))}" for low, high in ranges)


_wide_table = _merged(next(reversed(WIDE_EASTASIAN.values())))
_zero_table = _merged(next(reversed(ZERO_WIDTH.values())))
_joining = _merged(_zero_table, GRAPHEME_EXTEND, GRAPHEME_SPACINGMARK, GRAPHEME_REGIONAL_INDICATOR, GRAPHEME_CONTROL)
_conditional = _merged(EXTENDED_PICTOGRAPHIC, INCB_CONSONANT)
"""Joins only after a joiner or a virama, so never inside a run, but perhaps at its start."""

_everything: Ranges = [(_FIRST, 0xD7FF), (0xE000, CLUSTER_BASE - 1)]
_wide = _without(_without(_wide_table, _joining), [(0, _FIRST - 1)])
_narrow = _without(_everything, _merged(_wide_table, _joining))

_N = _class(_narrow)
_N_FIRST = _class(_without(_narrow, _conditional))
_W = _class(_wide)
_W_FIRST = _class(_without(_wide, _conditional))

is_narrow_run = re.compile(f"[ -~{_N}]+").fullmatch
"""Whether every character takes one cell, and the second and further ones join nothing."""

CONDITIONAL = frozenset(chr(code) for low, high in _conditional for code in range(low, high + 1))
"""Characters that join the cell before them if that ends in a joiner or a virama."""

split_runs = re.compile(f"([ -~{_N_FIRST}][ -~{_N}]*)|([{_W_FIRST}][{_W}]*)|(.)", re.DOTALL).findall
"""Text as triples of which one is filled: a narrow run, a wide run, a character to be judged by itself."""

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
