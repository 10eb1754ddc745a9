"""What pyte's users see of a grid: cells as pyte's `Char`, rows and the buffer as mappings, the cursor's attributes.

Made when asked for; nothing here is on the path of a byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from pyte import graphics
from pyte.screens import Char, Cursor

from hivemind.protocol.screen import (
    BLINK,
    BOLD,
    DEFAULT_COLOUR,
    ITALIC,
    REVERSE,
    STRIKE,
    TRUE_COLOUR,
    UNDERLINE_SHIFT,
    Style,
)
from hivemind.terminal.styles import PLAIN, StyleTable

_NAMES = {DEFAULT_COLOUR: "default"} | {
    code - 30 + bright: name.replace("bfight", "bright")
    for bright, table in ((0, graphics.FG_ANSI), (-52, graphics.FG_AIXTERM))
    for code, name in table.items()
    if code not in (38, 39)
}
_NUMBERS = {name: number for number, name in _NAMES.items()}


def colour_name(colour: int) -> str:
    """A colour as pyte names it: `default`, `red`, `brightred`, or six hexadecimal digits."""
    if colour >= TRUE_COLOUR:
        return f"{colour & 0xFFFFFF:06x}"
    name = _NAMES.get(colour)
    return graphics.FG_BG_256[colour] if name is None else name


def colour_number(name: str) -> int:
    """The colour that pyte names so."""
    number = _NUMBERS.get(name)
    return TRUE_COLOUR | int(name, 16) if number is None else number


def char_of(data: str, style: Style) -> Char:
    """A cell as pyte knows it."""
    bits = style.attributes
    return Char(
        data,
        fg=colour_name(style.foreground),
        bg=colour_name(style.background),
        bold=bool(bits & BOLD),
        italics=bool(bits & ITALIC),
        underscore=bool(bits >> UNDERLINE_SHIFT),
        strikethrough=bool(bits & STRIKE),
        reverse=bool(bits & REVERSE),
        blink=bool(bits & BLINK),
    )


def style_of(char: Char) -> Style:
    """The style of a cell as pyte knows it."""
    bits = (
        BOLD * char.bold
        | ITALIC * char.italics
        | REVERSE * char.reverse
        | STRIKE * char.strikethrough
        | BLINK * char.blink
        | (1 << UNDERLINE_SHIFT) * char.underscore
    )
    return Style(colour_number(char.fg), colour_number(char.bg), DEFAULT_COLOUR, bits)


class PenCursor(Cursor):
    """pyte's cursor; its attributes are one mark of the tile's style table, the *pen*."""

    __slots__ = ("pen", "table")

    def __init__(self, x: int, y: int, table: StyleTable) -> None:
        # not by way of pyte's own constructor, which sets `attrs`: a cursor is made for every DECSC
        self.x, self.y, self.hidden = x, y, False
        self.table = table
        self.pen = PLAIN

    def copy(self) -> PenCursor:
        """The same place, pen and visibility, apart from this one."""
        twin = PenCursor(self.x, self.y, self.table)
        twin.pen, twin.hidden = self.pen, self.hidden
        return twin

    @property
    def attrs(self) -> Char:
        """The pen, as pyte knows it."""
        return char_of(" ", self.table.style(self.pen))

    @attrs.setter
    def attrs(self, char: Char) -> None:
        self.pen = self.table.mark(style_of(char))


class Cells(Protocol):
    """Where the views look."""

    columns: int
    lines: int

    def cell(self, y: int, x: int) -> Char:
        """The cell in line `y` and column `x`."""

    def clear(self) -> None:
        """Make every cell blank."""


class RowView(Mapping[int, Char]):
    """One line: column -> cell."""

    def __init__(self, cells: Cells, y: int) -> None:
        self._cells = cells
        self._y = y

    def __getitem__(self, x: int) -> Char:
        return self._cells.cell(self._y, x)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._cells.columns))

    def __len__(self) -> int:
        return self._cells.columns


class BufferView(Mapping[int, RowView]):
    """The screen: line -> row."""

    def __init__(self, cells: Cells) -> None:
        self._cells = cells

    def __getitem__(self, y: int) -> RowView:
        return RowView(self._cells, y)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._cells.lines))

    def __len__(self) -> int:
        return self._cells.lines

    def clear(self) -> None:
        """Make every cell blank."""
        self._cells.clear()
