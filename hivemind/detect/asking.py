"""What an agent file says about how its program asks, and the rows of a screen without the frames around them.

Most programs need none of it: a marker before the selected option, numbers and a box are read as they stand.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hivemind.detect.regions import SIDE_CHARACTERS, is_rule, without_sides

MARKERS = ("❯", "›", ">")
"""What stands before the selected row: Claude Code 2.1 ❯, Codex 0.171 › (its sign-in >)."""

SCROLL_SIGNS = frozenset("▲▼")
"""A row of one of these alone says that a list goes on."""

PANEL_GAP = 4
"""Cells that stay free between a dialog and the panel beside it, at least (opencode 1.18.33: 6)."""

UPPER_CORNERS = "╭┌"
LOWER_CORNERS = "╰└"


class Hints(msgspec.Struct, frozen=True):
    """How a program draws what it asks; the block `asks` of an agent file."""

    markers: tuple[str, ...] = MARKERS
    """What stands before the selected option."""
    unmarked: bool = False
    """Whether only colours show the selection, so that a numbered list needs no marked row."""
    pairs: bool = False
    """Whether each option of a list without numbers has one row of detail below it, in the same column."""
    buttons: bool = False
    """Whether options may stand beside each other in one row."""
    letters: bool = False
    """Whether options are letters in brackets on the row of the prompt: `Run it? (Y)es/(N)o [Yes]:`."""
    borders: tuple[str, ...] = ()
    """What may stand at one side of a row alone: half a box, a scroll bar."""
    heads: tuple[str, ...] = ()
    """Beginnings of a dialog's first row, with what is decided below it and the question last."""
    forms: tuple[str, ...] = ()
    """The same, of dialogs that decide nothing but their question."""
    prompts: tuple[str, ...] = ()
    """Beginnings of a dialog's first row that is the question itself: all below it is what is decided."""
    signs: tuple[str, ...] = ()
    """What stands before a command."""
    fields: tuple[str, ...] = ()
    """Beginnings of the labels of options that are a field for a text of one's own."""
    detail: str = ""
    """What divides an option's label from its detail."""
    beside: int = 0
    """Cells at the right edge of a wide screen that are a panel beside the dialog; 0 without one."""


NO_HINTS = Hints()


def bare(rows: Sequence[str], hints: Hints) -> list[str]:
    """The rows without the borders of a box or of half a box; blank for signs of scrolling."""
    made = [_without_borders(row, "".join(hints.borders)) for row in rows]
    return ["" if row.strip() in SCROLL_SIGNS else row for row in made]


def without_panel(row: str, columns: int, width: int) -> str:
    """The row without what stands in a panel of that width at the right edge of a screen.

    A screen has one only where the panel takes less than a third of it; a row that goes on into it is the dialog's.
    """
    at = columns - width
    if not width or at <= 2 * width or row[at - PANEL_GAP : at].strip():
        return row
    return row[:at].rstrip()


def unnested(rows: Sequence[str]) -> list[str]:
    """The rows of a dialog without the side borders of the boxes in it; their edges stay."""
    made = list(rows)
    top, indent = -1, 0
    for index, row in enumerate(made):
        line = row.strip()
        if not line or not is_rule(row):
            continue
        if line[0] in UPPER_CORNERS:
            top, indent = index, row.index(line[0])
        elif line[0] in LOWER_CORNERS and top >= 0 and row.index(line[0]) == indent:
            made[top + 1 : index] = map(without_sides, made[top + 1 : index])
            top = -1
    return made


def _without_borders(row: str, borders: str) -> str:
    plain = without_sides(row)
    if not borders or is_rule(row):
        return plain
    line = plain.rstrip()
    while line and line[-1] in borders:
        line = line[:-1].rstrip()
    indent = len(line) - len(line.lstrip())
    return f"{line[:indent]} {line[indent + 1 :]}" if plain == row and line[indent : indent + 1] in borders else line


def frame_top(rows: Sequence[str], at: int, hints: Hints) -> int | None:
    """The first row inside the box around a row, which begins with its left side; None without a box.

    `rows` are as on the screen, and what stands at one side alone counts only where `hints` say so.
    """
    row = rows[at] if 0 <= at < len(rows) else ""
    indent = len(row) - len(row.lstrip())
    side = row[indent : indent + 1]
    if not side or side not in {*SIDE_CHARACTERS, *hints.borders}:
        return None
    if side not in hints.borders and row.rstrip()[-1] not in SIDE_CHARACTERS:
        return None
    top = at
    while top and rows[top - 1][indent : indent + 1] == side and not rows[top - 1][:indent].strip():
        top -= 1
    return top


def begins(row: str, beginnings: tuple[str, ...]) -> bool:
    """Whether the row begins with one of those, wherever it stands."""
    return bool(beginnings) and row.lstrip().startswith(beginnings)
