"""A terminal as the bytes that draw it anew: what a recording begins with, and what a picture in ANSI is.

After them any terminal shows the same and goes on in the same way: pen, margins, character sets, modes, saved cursors,
and the other screen are set too. Lines that went on by themselves in the next one are drawn as lines of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyte import charsets as cs
from pyte import modes as mo
from pyte.screens import Savepoint

from hivemind.protocol.screen import (
    BLINK,
    BOLD,
    CONCEAL,
    DIM,
    ITALIC,
    OVERLINE,
    REVERSE,
    STRIKE,
    STUB,
    TRUE_COLOUR,
    UNDERLINE_SHIFT,
    Row,
    Style,
)
from hivemind.terminal import private
from hivemind.terminal.clusters import FIRST_CLUSTER
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.grid import LINE_DRAWING, UNITED_KINGDOM, Grid, Page
from hivemind.terminal.motions import TAB_WIDTH
from hivemind.terminal.rows import plain_text
from hivemind.terminal.strips import BLANKS
from hivemind.terminal.styles import PLAIN, index_of
from hivemind.terminal.views import PenCursor

RESET, ERASE = "\x1bc", "\x1b[K"
CODES = ((BOLD, 1), (DIM, 2), (ITALIC, 3), (BLINK, 5), (REVERSE, 7), (CONCEAL, 8), (STRIKE, 9), (OVERLINE, 53))
DESIGNATIONS = {LINE_DRAWING: "0", UNITED_KINGDOM: "A"}
"""The letters of character sets; any other is `B`, in which characters stand for themselves."""


def redrawn(emulator: Emulator) -> bytes:
    """The bytes that make a terminal of the same size, whatever it showed, like this one.

    They end with what the program has begun and not ended (`Emulator.unfinished`): its next bytes may follow at once.
    """
    grid = emulator.screen
    main, other = grid.pages
    parts = [RESET, *_page(grid, main)]
    if grid.is_alternate:
        parts += [*_saved(grid, main.savepoints), "\x1b[?47h", *_page(grid, other)]
    parts += _state(grid)
    return "".join(parts).encode("utf-8", "surrogatepass") + emulator.unfinished


def row_drawn(row: Row, styles: Sequence[Style], clusters: Sequence[str]) -> str:
    """The characters of a row with the renditions between them; it ends in the default one."""
    width = max(len(row.text), len(row.styles))
    text, marks = row.text.ljust(width), row.styles.ljust(width, PLAIN)
    parts, last, start = [], PLAIN, 0
    while start < width:
        mark, end = marks[start], start + 1
        while end < width and marks[end] == mark:
            end += 1
        if mark != last:
            parts.append(_pen(styles, last, mark))
            last = mark
        parts.append(plain_text(text[start:end], clusters))
        start = end
    if last != PLAIN:
        parts.append(_pen(styles, last, PLAIN))
    return "".join(parts)


def rendition(style: Style) -> str:
    """The sequence that makes any pen into that style (ECMA-48 8.3.117, ITU-T T.416), but for its link."""
    codes = ["0", *(str(code) for bit, code in CODES if style.attributes & bit)]
    if line := style.attributes >> UNDERLINE_SHIFT & 7:
        codes.append("4" if line == 1 else f"4:{line}")
    codes += _colour(style.foreground, 38, 30) + _colour(style.background, 48, 40)
    codes += _colour(style.underline_colour, 58, None)
    return f"\x1b[{';'.join(codes)}m"


def _colour(colour: int, code: int, plain: int | None) -> list[str]:
    if colour < 0:
        return []
    if colour >= TRUE_COLOUR:
        return [f"{code};2;{colour >> 16 & 255};{colour >> 8 & 255};{colour & 255}"]
    if plain is not None and colour < 16:
        return [str(plain + colour if colour < 8 else plain + 60 + colour - 8)]
    return [f"{code};5;{colour}"]


def _pen(styles: Sequence[Style], before: str, mark: str) -> str:
    had, wanted = _style(styles, before), _style(styles, mark)
    link = f"\x1b]8;;{wanted.link}\x1b\\" if wanted.link != had.link else ""
    return rendition(wanted) + link


def _style(styles: Sequence[Style], mark: str) -> Style:
    index = index_of(mark)
    return styles[index] if index < len(styles) else Style()


def _page(grid: Grid, page: Page) -> Iterator[str]:
    """The lines of one screen, onto a blank one, and its keyboard."""
    styles, clusters = grid.styles.styles, grid.clusters.clusters
    yield from ("\x1b[m", *([f"\x1b[={page.keyboard.flags};1u"] if page.keyboard.flags else []))
    for y, (text, marks) in enumerate(zip(page.texts, page.marks, strict=True), 1):
        row = Row(text.rstrip(BLANKS), marks.rstrip(PLAIN))
        if row.text or row.styles:
            # a cluster may have been wide before it was whole, and leave a trace of that behind it
            is_trace = len(row.styles) <= len(row.text) < grid.columns and row.text[-1] >= FIRST_CLUSTER
            yield f"\x1b[{y}H{row_drawn(row, styles, clusters)}{ERASE if is_trace else ''}"


def _saved(grid: Grid, savepoints: Sequence[Savepoint]) -> Iterator[str]:
    """A cursor that was saved on the screen that is shown."""
    for point in savepoints[-1:]:
        yield from _charsets((point.g0_charset, point.g1_charset), point.charset)
        if isinstance(point.cursor, PenCursor):
            yield _pen(grid.styles.styles, PLAIN, point.cursor.pen)
            yield _at(point.cursor.y, min(point.cursor.x, grid.columns - 1))
        yield from ("\x1b[?6h" if point.origin else "", "\x1b7", "\x1b[?6l" if point.origin else "")
        yield from ("\x1b[m\x1b]8;;\x1b\\", *_charsets((cs.LAT1_MAP, cs.LAT1_MAP), 0))


def _state(grid: Grid) -> Iterator[str]:
    """All that is not drawn, and the cursor at last."""
    yield from _saved(grid, grid.savepoints)
    if grid.tabstops != set(range(TAB_WIDTH, grid.columns, TAB_WIDTH)):
        yield from ("\x1b[3g", *(f"{_at(0, stop)}\x1bH" for stop in sorted(grid.tabstops)))
    keys, margins = grid.talk.modify_other_keys, grid.margins
    yield f"\x1b]2;{grid.title}\x1b\\" if grid.title else ""
    yield f"\x1b[{grid.cursor_shape} q" if grid.cursor_shape else ""
    yield f"\x1b[>4;{keys}m" if keys else ""
    yield f"\x1b[{margins.top + 1};{margins.bottom + 1}r" if margins else ""
    yield from _cursor(grid)
    yield from _modes(grid)
    yield _pen(grid.styles.styles, PLAIN, grid.cursor.pen)
    yield from _charsets(grid.charsets, grid.charset)
    if grid.single_charset is not None:
        yield "\x1bN" if grid.single_charset is grid.charsets[2] else "\x1bO"


def _modes(grid: Grid) -> Iterator[str]:
    """Those that move nothing."""
    for number in sorted(private.KNOWN - private.MOVING):
        is_on, is_usual = private.is_set(grid.mode, number), number == private.CURSOR_VISIBLE
        if is_on != is_usual:
            yield f"\x1b[?{number}{'h' if is_on else 'l'}"
    yield from (f"\x1b[{mode}h" for mode in (mo.IRM, mo.LNM) if mode in grid.mode)


def _cursor(grid: Grid) -> Iterator[str]:
    """To where it is, also where it waits to wrap; and whether text wraps."""
    cursor, first = grid.cursor, grid.region.top if grid.is_origin else 0
    if grid.is_origin:
        yield "\x1b[?6h"
    x = min(cursor.x, grid.columns - 1)
    if cursor.x >= grid.columns:
        text, marks = grid.texts[cursor.y], grid.marks[cursor.y]
        x -= text[x : x + 1] == STUB
        cell = Row(text[x : grid.columns].ljust(1), marks[x : grid.columns])
        yield _at(cursor.y - first, x) + row_drawn(cell, grid.styles.styles, grid.clusters.clusters)
    else:
        yield _at(cursor.y - first, x)
    if mo.DECAWM not in grid.mode:
        yield "\x1b[?7l"


def _at(y: int, x: int) -> str:
    return f"\x1b[{y + 1};{x + 1}H"


def _charsets(sets: Sequence[str], shift: int) -> Iterator[str]:
    yield from (f"\x1b{place}{DESIGNATIONS.get(one, 'B')}" for place, one in zip("()*+", sets, strict=False))
    yield {0: "\x0f", 1: "\x0e", 2: "\x1bn", 3: "\x1bo"}[shift]
