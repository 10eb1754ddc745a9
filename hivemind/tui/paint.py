"""A `Row` to a strip of cells, cached by row: the twin of `terminal.grid`, and all that knows how cells look.

Whatever a program wrote, a strip is exactly as wide as asked, and no control character is in it: every cell holds one
character whose width here is the width it had in the grid, else a stand-in of that width.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.strip import Strip

from hivemind.client.mirror import Mirror
from hivemind.protocol.screen import (
    BOLD,
    CLUSTER_BASE,
    CONCEAL,
    DIM,
    ITALIC,
    OVERLINE,
    REVERSE,
    STRIKE,
    STUB,
    STYLE_BASE,
    TRUE_COLOUR,
    UNDERLINE_SHIFT,
    Row,
    Style,
)
from hivemind.tui.palette import Palette
from hivemind.tui.underline import DOTTED, DOUBLE, drawn
from hivemind.tui.viewport import Viewport
from hivemind.tui.visible import prints

SURROGATES: Final = 0xD800, 0x800
"""Style ids skip these: where they begin, and how many code points they are."""

STAND_IN = "\ufffd"
"""Shown for what has no width of its own or another one than the grid gave it."""

CACHE_ROWS = 500
"""Rows a painter keeps; a few screens of a large terminal."""

CACHE_CHARACTERS = 8192

RUN: Final = re.compile(r"(.)\1*", re.DOTALL)
"""Cells of one style."""

CLUSTERS: Final = chr(CLUSTER_BASE)

DEFAULT = Style()

MARK: Final = "x"
"""Stands for any text where only what comes before and after it matters."""


@dataclass(slots=True)
class Pen:
    """How cells look."""

    style: RichStyle
    conceals: bool
    """Whether what is in them is hidden."""
    _ends: tuple[ColorSystem, str, str] | None = None

    def written(self, text: str, colours: ColorSystem) -> str:
        """Text with what a terminal with these colours needs around it, as `Strip.render_style` has it."""
        ends = self._ends
        if ends is None or ends[0] is not colours:
            before, _, after = Strip.render_style(self.style, MARK, colours).rpartition(MARK)
            ends = self._ends = colours, before, after
        return ends[1] + text + ends[2]


class Painter:
    """Paints the rows of one tile's mirror under one palette."""

    def __init__(self, palette: Palette, *, fancy: bool = False) -> None:
        self._palette = palette
        self._fancy = fancy
        self._table: list[Style] = []
        self._strips: dict[tuple[str, str, int, int, int], Strip] = {}
        self._texts: dict[tuple[str, str, int, int, int, ColorSystem], str] = {}
        self._pens: dict[tuple[str, bool], Pen] = {}

    def blank(self, columns: int) -> Strip:
        """A row without anything."""
        return Strip([Segment(" " * columns, rich_style(DEFAULT, self._palette))], columns)

    def strip(self, mirror: Mirror, row: Row, view: Viewport, cursor: int = -1) -> Strip:
        """The part of a row that the viewport shows; `cursor` is the column of a cursor that is to be seen."""
        self._know(mirror)
        key = (row.text, row.styles, view.column, view.columns, cursor)
        strip = self._strips.get(key)
        if strip is None:
            if len(self._strips) >= CACHE_ROWS:
                self._strips.clear()
            runs = self._runs(mirror, row, view, cursor)
            strip = self._strips[key] = Strip([Segment(text, pen.style) for pen, text in runs], view.columns)
        return strip

    def written(self, colours: ColorSystem, mirror: Mirror, row: Row, view: Viewport, cursor: int = -1) -> str:
        """What a terminal with these colours must get to show the same; without the many objects that a strip has."""
        self._know(mirror)
        key = (row.text, row.styles, view.column, view.columns, cursor, colours)
        text = self._texts.get(key)
        if text is None:
            if len(self._texts) >= CACHE_ROWS:
                self._texts.clear()
            runs = self._runs(mirror, row, view, cursor)
            text = self._texts[key] = "".join([pen.written(shown, colours) for pen, shown in runs])
        return text

    def _know(self, mirror: Mirror) -> None:
        """Forget what was painted with another table of styles."""
        if self._table is not mirror.styles:
            self._table = mirror.styles
            self._strips.clear()
            self._texts.clear()
            self._pens.clear()

    def _runs(self, mirror: Mirror, row: Row, view: Viewport, cursor: int) -> list[tuple[Pen, str]]:
        """The cells of the part as runs of one look each."""
        text = _cut(row.text, view.column, view.columns)
        styles = row.styles[view.column : view.column + view.columns].ljust(view.columns, chr(STYLE_BASE))
        ends = [run.end() for run in RUN.finditer(styles)]
        at = cursor - view.column
        if cursor >= 0 and 0 <= at < view.columns:
            ends = sorted({*ends, at, at + (2 if text[at + 1 : at + 2] == STUB else 1)} - {0})
        if STUB in text:
            ends = [end + 1 if text[end : end + 1] == STUB else end for end in ends]
        runs = []
        start = 0
        for end in ends:
            if end > start:
                pen = self._pen(styles[start], has_cursor=start == at)
                shown = " " * (end - start) if pen.conceals else _shown(mirror, text[start:end])
                runs.append((pen, shown))
                start = end
        return runs

    def _pen(self, code: str, *, has_cursor: bool) -> Pen:
        """How cells of one code point of `Row.styles` look."""
        pen = self._pens.get((code, has_cursor))
        if pen is None:
            style = self._style(code)
            looks = rich_style(style, self._palette, has_cursor=has_cursor, fancy=self._fancy)
            pen = Pen(looks, bool(style.attributes & CONCEAL))
            if style is not DEFAULT:  # else it may be one that has not come yet
                self._pens[code, has_cursor] = pen
        return pen

    def _style(self, code: str) -> Style:
        """The style behind one code point of `Row.styles`."""
        number = ord(code)
        index = number - STYLE_BASE - (SURROGATES[1] if number > SURROGATES[0] else 0)
        return self._table[index] if 0 <= index < len(self._table) else DEFAULT


def _shown(mirror: Mirror, text: str) -> str:
    """A run of cells as characters of the same widths."""
    if text.isascii() and text.isprintable():
        return text
    if STUB not in text and max(text) < CLUSTERS:
        return text.translate(NARROW)
    cells = []
    for index, character in enumerate(text):
        if character != STUB:
            width = 2 if text[index + 1 : index + 2] == STUB else 1
            cells.append(_cell(_cluster(mirror, character), width))
    return "".join(cells)


def _cut(text: str, column: int, columns: int) -> str:
    """Exactly that many cells of a row's text; halves of wide characters, at the edges or astray, are blanks."""
    part = text[column : column + columns]
    if part.startswith(STUB):
        part = " " + part[1:]
    if part and text[column + columns : column + columns + 1] == STUB:
        part = part[:-1] + " "
    return part.replace(STUB * 2, STUB + " ").ljust(columns)


def _cluster(mirror: Mirror, character: str) -> str:
    index = ord(character) - CLUSTER_BASE
    if index < 0:
        return character
    return mirror.clusters[index] if index < len(mirror.clusters) else STAND_IN


@lru_cache(maxsize=CACHE_CHARACTERS)
def _cell(text: str, width: int) -> str:
    """The same character where it prints with that width here; else as much of it as does."""
    for candidate in (text, text[:1]):
        if cell_len(candidate) == width and prints(candidate) and not _joins(candidate[0]):
            return candidate
    return STAND_IN + " " * (width - 1)


class _Narrow(dict[int, str]):
    """By code point, what is shown in one cell; filled as characters come."""

    def __missing__(self, code: int) -> str:
        if len(self) >= CACHE_CHARACTERS:
            self.clear()
        shown = self[code] = _cell(chr(code), 1)
        return shown


NARROW: Final = _Narrow()


def _joins(character: str) -> bool:
    """Whether a character has no cell of its own, so that it would melt into its neighbour."""
    return cell_len(character) == 0


@lru_cache(maxsize=8192)
def rich_style(style: Style, palette: Palette, *, has_cursor: bool = False, fancy: bool = False) -> RichStyle:
    """How a cell looks, in exact colours: reverse and dim are worked out here, blinking is left out (a calm room).

    What leads somewhere is underlined. `fancy` when the terminal knows more than straight and double lines.
    """
    front, back = (
        _colour(style.foreground, palette, palette.text),
        _colour(style.background, palette, palette.background),
    )
    if style.attributes & REVERSE:
        front, back = back, front
    if style.attributes & DIM:
        front = _faint(front, back)
    if has_cursor:
        front, back = (palette.background, palette.text) if back == palette.background else (back, front)
    line = style.attributes >> UNDERLINE_SHIFT & 7 or (DOTTED if style.link else 0)
    made = RichStyle(
        color=Color.parse(front),
        bgcolor=Color.parse(back),
        bold=bool(style.attributes & BOLD),
        italic=bool(style.attributes & ITALIC),
        strike=bool(style.attributes & STRIKE),
        overline=bool(style.attributes & OVERLINE),
        underline=line not in {0, DOUBLE},
        underline2=line == DOUBLE,
    )
    return drawn(made, line, _colour(style.underline_colour, palette, "")) if fancy and line else made


def _colour(colour: int, palette: Palette, default: str) -> str:
    """A colour as `#rrggbb`. 16-255 are xterm's cube and greys (xterm 256colres.pl)."""
    if colour < 0:
        return default
    if colour & TRUE_COLOUR:
        return f"#{colour & 0xFFFFFF:06x}"
    if colour < 16:
        return palette.ansi[colour]
    if colour >= 232:
        return f"#{8 + (colour - 232) * 10:02x}" + f"{8 + (colour - 232) * 10:02x}" * 2
    levels = (0, 95, 135, 175, 215, 255)
    red, green, blue = (colour - 16) // 36, (colour - 16) // 6 % 6, (colour - 16) % 6
    return f"#{levels[red]:02x}{levels[green]:02x}{levels[blue]:02x}"


def _faint(front: str, back: str) -> str:
    """The colour a third of the way to the background: text is told from what is not faint, and can still be read."""
    mixed = [(2 * int(front[n : n + 2], 16) + int(back[n : n + 2], 16)) // 3 for n in (1, 3, 5)]
    return "#" + "".join(f"{value:02x}" for value in mixed)
