"""Which characters stand alone, as classes that find runs of them at the speed of the regular expression engine.

They come from wcwidth's tables. Building them takes longer than all else in this room takes to load, so that is done
when the first text needs them: import this module, not its names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from wcwidth import table_grapheme as graphemes
from wcwidth.table_wide import WIDE_EASTASIAN
from wcwidth.table_zero import ZERO_WIDTH

from hivemind.protocol.screen import CLUSTER_BASE

Ranges = list[tuple[int, int]]

_FIRST = 0xA0
"""Below: ASCII and control characters."""

is_narrow_run: Callable[[str], object]
"""Whether every character takes one cell, and the second and further ones join nothing."""

split_runs: Callable[[str], list[tuple[str, str, str]]]
"""Text as triples of which one is filled: a narrow run, a wide run, a character to be judged by itself."""

CONDITIONAL: frozenset[str]
"""Characters that join the cell before them if that ends in a joiner or a virama; so never inside a run."""

_LATE = ("is_narrow_run", "split_runs", "CONDITIONAL")


def __getattr__(name: str) -> Any:
    """Build the classes when one of them is asked for; from then on they are ordinary names of this module."""
    if name not in _LATE:
        raise AttributeError(name)
    globals().update(zip(_LATE, _build(), strict=True))
    return globals()[name]


def _build() -> tuple[object, ...]:
    wide_table = _merged(next(reversed(WIDE_EASTASIAN.values())))
    joining = _merged(
        next(reversed(ZERO_WIDTH.values())),
        graphemes.GRAPHEME_EXTEND,
        graphemes.GRAPHEME_SPACINGMARK,
        graphemes.GRAPHEME_REGIONAL_INDICATOR,
        graphemes.GRAPHEME_CONTROL,
    )
    conditional = _merged(graphemes.EXTENDED_PICTOGRAPHIC, graphemes.INCB_CONSONANT)
    wide = _without(_without(wide_table, joining), [(0, _FIRST - 1)])
    narrow = _without([(_FIRST, 0xD7FF), (0xE000, CLUSTER_BASE - 1)], _merged(wide_table, joining))
    first_wide, first_narrow = (_class(_without(ranges, conditional)) for ranges in (wide, narrow))
    rest_wide, rest_narrow = _class(wide), _class(narrow)
    runs = f"([ -~{first_narrow}][ -~{rest_narrow}]*)|([{first_wide}][{rest_wide}]*)|(.)"
    return (
        re.compile(f"[ -~{rest_narrow}]+").fullmatch,
        re.compile(runs, re.DOTALL).findall,
        frozenset(chr(code) for low, high in conditional for code in range(low, high + 1)),
    )


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
