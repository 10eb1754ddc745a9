"""The options of a dialog as rows show them: numbered ones, or a list in which one row is selected.

Where the selection stands changes nothing of what is found but which one is selected. Numbers are read, never made
up: the options of a list without them have none.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from hivemind.detect.asking import MARKERS, NO_HINTS, Hints
from hivemind.detect.regions import is_rule
from hivemind.detect.wrapping import gap, is_wrapped
from hivemind.protocol.ask import Choice

MAX_ROWS_BELOW = 6
"""Rows of key hints that may stand below the options; with more, the numbers are not a live dialog's."""

MIN_ITEMS = 2
"""Rows of a list without numbers; a lone one is an input box."""

BUTTON_GAP = 3
"""Cells between two options in one row, at least."""

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
    indent: int
    """Where its number begins."""
    column: int
    """Where its label begins."""
    text: str
    is_selected: bool


def find_options(rows: Sequence[str], columns: int, hints: Hints = NO_HINTS) -> Options | None:
    """The options nearest to the bottom, or None where nothing is selected. Rows have no trailing blank ones."""
    numbered = _find_numbered(rows, hints)
    end = numbered[-1].row + len(_rows_of(numbered[-1], rows[numbered[-1].row :], columns)) if numbered else 0
    buttons = _find_buttons(rows, end) if hints.buttons else None
    if buttons is not None:
        return buttons
    selected = _find_selected(rows, hints)
    is_lowest = bool(numbered) and (selected is None or selected < numbered[-1].row)
    if is_lowest and sum(1 for row in rows[end:] if row.strip()) <= MAX_ROWS_BELOW:
        return Options(numbered[0].row, end, _choices(rows, numbered, columns, hints))
    if selected is None:
        return None
    return _list_around(rows, selected, hints)


def _list_around(rows: Sequence[str], selected: int, hints: Hints) -> Options:
    """The list without numbers that a marked row is in: the rows around it that begin in its label's column."""
    column = indent_of(without_marker(rows[selected], hints.markers))
    start = _edge_of_list(rows, selected, -1, column, is_spaced=hints.pairs)
    end = _edge_of_list(rows, selected, 1, column, is_spaced=hints.pairs) + 1
    items = [index for index in range(start, end) if indent_of(without_marker(rows[index], hints.markers)) == column]
    if hints.pairs:
        items = items[(items.index(selected)) % 2 :: 2]
    if len(items) < MIN_ITEMS:
        return Options(start, end)
    choices = []
    for index, stop in zip(items, [*items[1:], end], strict=True):
        label, _, beside = without_marker(rows[index], hints.markers).strip().partition("  ")
        details = " ".join(part.strip() for part in (beside, *rows[index + 1 : stop]) if part.strip())
        is_field = label.startswith(hints.fields)
        choices.append(Choice(0, printable(label), printable(details), selected=index == selected, takes_text=is_field))
    return Options(items[0], end, tuple(choices))


def _edge_of_list(rows: Sequence[str], at: int, step: int, column: int, *, is_spaced: bool) -> int:
    """The last row of the list in that direction; with `is_spaced`, single blank rows may stand inside it."""
    edge, row = at, at + step
    while 0 <= row < len(rows):
        if _is_text(rows[row]) and indent_of(rows[row]) >= column:
            edge = row
        elif rows[row].strip() or not is_spaced or edge != row - step:
            break
        row += step
    return edge


def _find_buttons(rows: Sequence[str], first: int) -> Options | None:
    """The lowest row, from `first` on, of labels three or more blanks apart; key hints are set closer."""
    last = [index for index in range(len(rows) - 1, first - 1, -1) if rows[index].strip()][:MAX_ROWS_BELOW]
    for index in last:
        labels, gap_cells = _buttons(rows[index].strip())
        if len(labels) >= MIN_ITEMS and gap_cells >= BUTTON_GAP:
            return Options(index, index + 1, tuple(Choice(0, printable(label)) for label in labels))
    return None


def _buttons(row: str) -> tuple[list[str], int]:
    """The labels from the left that the first gap divides, and its cells."""
    labels, gap_cells = [], 0
    while row:
        label, _, rest = row.partition("  ")
        labels.append(label)
        cells = len(rest) + 2 - len(rest.lstrip())
        gap_cells = gap_cells or cells
        if not rest or cells != gap_cells:
            break
        row = rest.lstrip()
    return labels, gap_cells


def indent_of(row: str) -> int:
    """Cells before the first that is not blank."""
    return len(row) - len(row.lstrip())


def without_marker(row: str, markers: tuple[str, ...] = MARKERS) -> str:
    """The row with a blank in place of the marker of the selected one."""
    indent = len(row) - len(row.lstrip())
    is_marked = row[indent : indent + 1] in markers and row[indent + 1 : indent + 2] == " "
    return f"{row[:indent]} {row[indent + 1 :]}" if row.strip() and is_marked else row


def _is_text(row: str) -> bool:
    return bool(row.strip()) and not is_rule(row)


def _find_numbered(rows: Sequence[str], hints: Hints) -> list[_Numbered]:
    """The lowest numbered rows that count up by one, in order; none unless one of them is selected, or none can be."""
    found: list[_Numbered] = []
    for index in range(len(rows) - 1, -1, -1):
        item = _numbered(rows[index], index, hints)
        if item is None:
            continue
        if found and item.number != found[-1].number - 1:
            break
        found.append(item)
        if item.number == 1:
            break
    found.reverse()
    is_whole = hints.unmarked and len(found) >= MIN_ITEMS and found[0].number == 1
    return found if is_whole or any(item.is_selected for item in found) else []


def _numbered(row: str, index: int, hints: Hints) -> _Numbered | None:
    plain = without_marker(row, hints.markers)
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
    return _Numbered(index, int(plain[start:end]), start, column, text, plain != row) if text else None


def _find_selected(rows: Sequence[str], hints: Hints) -> int | None:
    """The lowest row with a marker and no number."""
    for index in range(len(rows) - 1, -1, -1):
        is_marked = without_marker(rows[index], hints.markers) != rows[index]
        if is_marked and _numbered(rows[index], index, hints) is None:
            return index
    return None


def _rows_of(item: _Numbered, rows: Sequence[str], columns: int) -> list[str]:
    """The rows from the first that belong to that option.

    They begin below its label; or below its number, when the row above had no room for more.
    """
    end = 1
    while end < len(rows) and _is_text(rows[end]):
        indent = indent_of(rows[end])
        if indent < item.column and not (indent == item.indent and is_wrapped(rows[end - 1], rows[end], columns)):
            break
        end += 1
    return list(rows[:end])


def _choices(rows: Sequence[str], items: list[_Numbered], columns: int, hints: Hints) -> tuple[Choice, ...]:
    stops = [*(item.row for item in items[1:]), len(rows)]
    return tuple(
        _choice(item, _rows_of(item, rows[item.row : stop], columns), columns, hints)
        for item, stop in zip(items, stops, strict=True)
    )


def _choice(item: _Numbered, rows: list[str], columns: int, hints: Hints) -> Choice:
    label, _, detail = item.text.partition("  ")
    if hints.detail and not detail:
        label, _, detail = label.partition(hints.detail)
    label, detail = label.strip(), detail.strip()
    for previous, row in itertools.pairwise(rows):
        text = row.strip()
        if detail or not is_wrapped(previous, row, columns):
            detail = f"{detail} {text}".strip()
        else:
            label += gap(previous, row, columns) + text
    is_field = label.startswith(hints.fields)  # one with a box is ticked, not written
    for box in BOXES:
        label = label.removeprefix(box)
    return Choice(item.number, printable(label), printable(detail), selected=item.is_selected, takes_text=is_field)


def printable(text: str) -> str:
    """The text with every control and invisible character written out, so that it cannot hide anything."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text)
