"""Rows that a program wrapped, joined again into the lines they were.

A program wraps at words where it can: a break belongs to the program when the next word would not have fitted, and to
the text otherwise. What is joined here is shown and compared, never run.
"""

from __future__ import annotations

from collections.abc import Iterable

PADDING_CELLS = 2
"""Cells at the right edge that programs leave free when they wrap."""


def unwrap(rows: Iterable[str], columns: int) -> list[str]:
    """The logical lines of consecutive rows, each trimmed; blank rows end a line and are left out."""
    lines: list[str] = []
    previous = ""
    for row in rows:
        text = row.strip()
        if text and previous and is_wrapped(previous, row, columns):
            lines[-1] += gap(previous, row, columns) + text
        elif text:
            lines.append(text)
        previous = row
    return lines


def is_wrapped(previous: str, row: str, columns: int) -> bool:
    """Whether the break between the two rows was made by a program that had no more room."""
    words = row.split(None, 1)
    if not words or not previous.strip():
        return False
    return len(previous.rstrip()) + 1 + len(words[0]) > columns - PADDING_CELLS


def gap(previous: str, row: str, columns: int) -> str:
    """What stood at a break that the program made: nothing in a word too long for a row, else a blank."""
    full = previous.rstrip()
    room = columns - PADDING_CELLS - (len(full) - len(full.lstrip()))
    word = len(full.rsplit(None, 1)[-1]) + len(row.split(None, 1)[0])
    return "" if len(full) >= columns - PADDING_CELLS and word > room else " "
