"""A line of cells as a string of one code point per cell, and how to cut and fill it.

`STUB` is the second half of a wide character; a wide character that is cut apart leaves blanks. Strings are trimmed
lazily: what lies behind the end of a text is blank, behind the end of its marks plain.
"""

from __future__ import annotations

from hivemind.protocol.screen import STUB
from hivemind.terminal.styles import PLAIN

WRAP = "\1"
"""Stands behind the last column of a line that went on by itself in the next one; never a cell."""

EARLY_WRAP = "\2"
"""The same, where a wide character left the last column empty."""

BLANKS = " " + WRAP + EARLY_WRAP
"""What is trimmed from the right of a line of text before people see it."""


def goes_on(text: str) -> bool:
    """Whether a line went on by itself in the next one."""
    return text.endswith((WRAP, EARLY_WRAP))


def written(text: str) -> str:
    """The cells of a line that went on, without the column that was left empty, if it still is."""
    return text[:-2] if text.endswith(" " + EARLY_WRAP) else text[:-1]


def split_at(text: str, x: int) -> str:
    """`text` with nothing wide across the border before column `x`."""
    if 0 < x < len(text) and text[x] == STUB:
        return f"{text[: x - 1]}  {text[x + 1 :]}"
    return text


def overwrite(text: str, x: int, piece: str) -> str:
    """`text` with `piece` from column `x` on; halves left over become blank."""
    length, end = len(text), x + len(piece)
    if x >= length:
        return text.ljust(x) + piece
    if text[x] == STUB or (end < length and text[end] == STUB):
        text = split_at(split_at(text, x), end)
    return text[:x] + piece + text[end:]


def insert(text: str, x: int, count: int, columns: int) -> str:
    """`text` with `count` blanks put in at `x`; what is pushed over the edge is gone."""
    if x >= len(text):
        return text[:columns]
    text = split_at(split_at(text, x), columns - count)
    return text[:x] + " " * count + text[x : columns - count]


def delete(text: str, x: int, count: int, columns: int) -> str:
    """`text` without `count` cells from `x` on; the rest moves left."""
    text = split_at(split_at(text[:columns], x), x + count)
    return text[:x] + text[x + count :]


def erase(text: str, x: int, end: int, columns: int) -> str:
    """`text` with blanks in columns `x` to `end - 1`; to the edge, it also no longer goes on in the next line."""
    if x >= len(text):
        return text
    if end >= min(columns, len(text)):
        return split_at(text, x)[:x]
    return overwrite(text, x, " " * (end - x))


def paint(marks: str, x: int, end: int, mark: str) -> str:
    """`marks` with `mark` in columns `x` to `end - 1`."""
    if mark == PLAIN:
        if end >= len(marks):
            return marks[:x]
    elif x > len(marks):
        marks = marks.ljust(x, PLAIN)
    return marks[:x] + mark * (end - x) + marks[end:]
