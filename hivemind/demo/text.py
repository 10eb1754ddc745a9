"""Text as cells: widths, cleaning, styled spans, wrapping. Nothing here knows a terminal or a colour.

A *span* is a role (`accent`, `dim` …, see `paint.py`) and its text; a *line* is a tuple of spans. Text that people,
files or programs wrote goes through `clean` first: it can then neither move the cursor nor change a colour.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

Span = tuple[str, str]
"""Role and text."""

Line = tuple[Span, ...]

ZERO_WIDTH_JOINER = "\u200d"
TAB = "    "
ELLIPSIS = "…"
REPLACEMENT = "\ufffd"
_HANGUL_VOWELS = range(0x1160, 0x1200)
"""Medial vowels and final consonants: they join the syllable before them (Unicode 15, chapter 18.6)."""


def char_width(char: str) -> int:
    """Cells of one code point: 0, 1 or 2 (Unicode Standard Annex 11; ambiguous ones are narrow)."""
    if char < "\u0300":
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf") or ord(char) in _HANGUL_VOWELS:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def width(text: str) -> int:
    """Cells of a clean text without newlines."""
    return len(text) if text.isascii() else sum(map(char_width, text))


def line_width(line: Line) -> int:
    """Cells of a line."""
    return sum(width(text) for _, text in line)


def clean(text: str, *, newlines: bool = False) -> str:
    """The text with nothing in it that a terminal would obey.

    Tabs become blanks, other control characters U+FFFD, invisible format characters (bidirectional overrides and the
    like) go. Newlines are kept on demand, in whatever convention they were written; else they become blanks.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", TAB)
    return "".join(_clean_char(char, newlines=newlines) for char in text)


def _clean_char(char: str, *, newlines: bool) -> str:
    if char == "\n":
        return char if newlines else " "
    category = unicodedata.category(char)
    if category in {"Cc", "Cs"}:
        return REPLACEMENT
    if category in ("Zl", "Zp"):
        return " "
    return char if category != "Cf" or char == ZERO_WIDTH_JOINER else ""


def fit(line: Line, columns: int) -> Line:
    """The line cut to that many cells, with an ellipsis where something is missing."""
    if line_width(line) <= columns:
        return line
    if columns <= 0:
        return ()
    kept: list[Span] = []
    room = columns - 1
    for role, text in line:
        taken = _prefix(text, room)
        if taken:
            kept.append((role, taken))
        room -= width(taken)
        if taken != text:
            break
    role = kept[-1][0] if kept else ""
    return (*kept, (role, ELLIPSIS))


def _prefix(text: str, cells: int) -> str:
    """The longest start of the text that fits into that many cells."""
    used = 0
    for index, char in enumerate(text):
        used += char_width(char)
        if used > cells:
            return text[:index]
    return text


def hard_wrap(text: str, columns: int) -> list[str]:
    """One paragraph cut into rows of at most that many cells, wherever a row is full; at least one row."""
    rows: list[str] = []
    start = used = 0
    for index, char in enumerate(text):
        cells = char_width(char)
        if used + cells > columns and index > start:
            rows.append(text[start:index])
            start, used = index, 0
        used += cells
    rows.append(text[start:])
    return rows


def wrap(line: Line, columns: int) -> list[Line]:
    """The line broken between words into lines of at most that many cells; longer words are cut.

    Blanks at a break go; the first word keeps the blanks before it.
    """
    columns = max(2, columns)
    lines: list[list[Span]] = [[]]
    used = 0
    for role, word in _words(line):
        room = columns - used
        if width(word.rstrip(" ")) > room and used:
            lines.append([])
            used = 0
            word = word.lstrip(" ")  # noqa: PLW2901 - the blanks went with the break
        for index, piece in enumerate(hard_wrap(word, columns) if width(word) > columns - used else [word]):
            if index:
                lines.append([])
                used = 0
            lines[-1].append((role, piece))
            used += width(piece)
    return [_trimmed(_merged(spans), columns) for spans in lines]


def _words(line: Line) -> Iterable[Span]:
    """Words, each with the blanks that follow it; blanks at the start of a span are a word."""
    for role, text in line:
        start = 0
        for index in range(1, len(text)):
            if text[index] != " " and text[index - 1] == " ":
                yield role, text[start:index]
                start = index
        if text:
            yield role, text[start:]


def _merged(spans: list[Span]) -> list[Span]:
    """The spans, neighbours of one role made one."""
    merged: list[Span] = []
    for role, text in spans:
        if merged and merged[-1][0] == role:
            merged[-1] = (role, merged[-1][1] + text)
        else:
            merged.append((role, text))
    return merged


def _trimmed(spans: list[Span], columns: int) -> Line:
    """The spans as a line, without the trailing blanks that made it too long."""
    while spans and sum(width(text) for _, text in spans) > columns:
        role, text = spans[-1]
        shorter = text.removesuffix(" ")
        if shorter == text:
            break
        spans[-1] = (role, shorter)
    return fit(tuple(spans), columns)


def marked(text: str, *, plain: str = "", code: str = "code") -> Line:
    """A line whose parts between backticks have the role `code`; the backticks themselves are not shown."""
    return tuple((code if index % 2 else plain, part) for index, part in enumerate(text.split("`")) if part)
