"""The options of a dialog as rows show them: numbered ones, or a list in which one row is selected.

Where the selection stands changes nothing of what is found but which one is selected. Numbers are read, never made
up: the options of a list without them have none.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from hivemind.detect.regions import is_rule
from hivemind.detect.wrapping import gap, is_wrapped
from hivemind.protocol.ask import Choice

MARKERS = "❯›>"
"""What stands before the selected row: Claude Code 2.1 ❯, Codex 0.171 › (its sign-in >)."""

MAX_ROWS_BELOW = 6
"""Rows of key hints that may stand below the options; with more, the numbers are not a live dialog's."""

MIN_ITEMS = 2
"""Rows of a list without numbers; a lone one is an input box."""

BOXES = ("[ ] ", "[x] ", "[X] ", "[✓] ", "[✔] ", "☐ ", "☑ ", "☒ ", "◯ ", "◉ ")
"""Ticks before an option of which several may be chosen; ticking one does not make it another option."""


@dataclass(frozen=True, slots=True)
class Options:
    """The block of rows that offers something."""

    start: int
    """Its first row."""
    end: int
    """Past its last row, the rows that belong to the last option included."""
    choices: tuple[Choice, ...] = ()
    """Empty for a lone row with a marker, which is an input box."""


@dataclass(frozen=True, slots=True)
class _Numbered:
    row: int
    number: int
    column: int
    """Where its label begins."""
    text: str
    is_selected: bool


def find_options(rows: Sequence[str], columns: int) -> Options | None:
    """The options nearest to the bottom, or None where nothing is selected. Rows have no trailing blank ones."""
    numbered = _find_numbered(rows)
    selected = _find_selected(rows)
    if numbered and (selected is None or selected < numbered[-1].row):
        end = _end_of_last(rows, numbered[-1])
        if sum(1 for row in rows[end:] if row.strip()) <= MAX_ROWS_BELOW:
            return Options(numbered[0].row, end, _choices(rows, numbered, end, columns))
    if selected is None:
        return None
    return _list_around(rows, selected)


def _list_around(rows: Sequence[str], selected: int) -> Options:
    """The list without numbers that a marked row is in: the rows around it that begin in its label's column."""
    column = _indent(without_marker(rows[selected]))
    start = end = selected
    while start and _is_text(rows[start - 1]) and _indent(rows[start - 1]) >= column:
        start -= 1
    while end < len(rows) and _is_text(rows[end]) and _indent(without_marker(rows[end])) >= column:
        end += 1
    items = [index for index in range(start, end) if _indent(without_marker(rows[index])) == column]
    if len(items) < MIN_ITEMS:
        return Options(start, end)
    choices = [
        Choice(
            0,
            printable(without_marker(rows[index]).strip()),
            printable(" ".join(row.strip() for row in rows[index + 1 : stop])),
            selected=index == selected,
        )
        for index, stop in zip(items, [*items[1:], end], strict=True)
    ]
    return Options(items[0], end, tuple(choices))


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())


def without_marker(row: str) -> str:
    """The row with a blank in place of the marker of the selected one."""
    indent = len(row) - len(row.lstrip())
    is_marked = row[indent : indent + 1] in MARKERS and row[indent + 1 : indent + 2] == " "
    return f"{row[:indent]} {row[indent + 1 :]}" if row.strip() and is_marked else row


def _is_text(row: str) -> bool:
    return bool(row.strip()) and not is_rule(row)


def _find_numbered(rows: Sequence[str]) -> list[_Numbered]:
    """The lowest numbered rows that count up by one, in order; none unless one of them is selected."""
    found: list[_Numbered] = []
    for index in range(len(rows) - 1, -1, -1):
        item = _numbered(rows[index], index)
        if item is None:
            continue
        if found and item.number != found[-1].number - 1:
            break
        found.append(item)
        if item.number == 1:
            break
    found.reverse()
    return found if any(item.is_selected for item in found) else []


def _numbered(row: str, index: int) -> _Numbered | None:
    plain = without_marker(row)
    start = len(plain) - len(plain.lstrip())
    end = start
    while end < len(plain) and plain[end] in "0123456789":
        end += 1
    if not 0 < end - start <= 2 or plain[end : end + 2] not in {". ", ") "}:
        return None
    column = end + 1
    while plain[column : column + 1] == " ":
        column += 1
    text = plain[column:].rstrip()
    return _Numbered(index, int(plain[start:end]), column, text, plain != row) if text else None


def _find_selected(rows: Sequence[str]) -> int | None:
    """The lowest row with a marker and no number."""
    for index in range(len(rows) - 1, -1, -1):
        if without_marker(rows[index]) != rows[index] and _numbered(rows[index], index) is None:
            return index
    return None


def _belongs(row: str, item: _Numbered) -> bool:
    return _is_text(row) and len(row) - len(row.lstrip()) >= item.column


def _end_of_last(rows: Sequence[str], last: _Numbered) -> int:
    end = last.row + 1
    while end < len(rows) and _belongs(rows[end], last):
        end += 1
    return end


def _choices(rows: Sequence[str], items: list[_Numbered], end: int, columns: int) -> tuple[Choice, ...]:
    ends = [*(item.row for item in items[1:]), end]
    return tuple(
        _choice(item, [row for row in rows[item.row : stop] if row is rows[item.row] or _belongs(row, item)], columns)
        for item, stop in zip(items, ends, strict=True)
    )


def _choice(item: _Numbered, rows: list[str], columns: int) -> Choice:
    label, _, detail = item.text.partition("  ")
    label, detail = label.strip(), detail.strip()
    for previous, row in itertools.pairwise(rows):
        text = row.strip()
        if detail or not is_wrapped(previous, row, columns):
            detail = f"{detail} {text}".strip()
        else:
            label += gap(previous, row, columns) + text
    for box in BOXES:
        label = label.removeprefix(box)
    return Choice(item.number, printable(label), printable(detail), selected=item.is_selected)


def printable(text: str) -> str:
    """The text with every control and invisible character written out, so that it cannot hide anything."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text)
