"""A snapshot as a picture: SVG of the screen in a plain frame, with its name above.

What a program wrote is text and nothing else: no markup, no links, no control characters. Runs are stretched to their
cells, so that any font lines up, and lines of boxes are drawn, since no font joins them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

from hivemind.protocol.screen import (
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
    Snapshot,
    Style,
)
from hivemind.terminal.palette import PALETTE
from hivemind.terminal.rows import plain_text
from hivemind.terminal.styles import PLAIN, index_of

CELL_WIDTH, CELL_HEIGHT = 8.4, 18.0
FONT_SIZE, BASELINE = 14, 13.5
MARGIN, TITLE_HEIGHT, TITLE_BASELINE, RADIUS = 14.0, 32.0, 21, 8
FONTS = "ui-monospace, 'SF Mono', Menlo, 'Cascadia Mono', 'DejaVu Sans Mono', 'Noto Sans Mono', monospace"

BACKGROUND, FOREGROUND, BORDER, TITLE = "#15171c", "#d3d7de", "#31353f", "#8b93a1"
FRAME = f'fill="{BACKGROUND}" stroke="{BORDER}"'
CRISP = 'shape-rendering="crispEdges"'
NAMED = (
    "#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf",
    "#5c6370", "#ef7f88", "#a9d48b", "#f0d197", "#7cc0f7", "#d891ec", "#6fc9d4", "#e8ebf0",
)  # fmt: skip
"""Colours 0 to 15."""

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
ARMS = {
    "─": LEFT | RIGHT, "━": LEFT | RIGHT, "│": UP | DOWN, "┃": UP | DOWN,
    "┌": DOWN | RIGHT, "╭": DOWN | RIGHT, "┐": DOWN | LEFT, "╮": DOWN | LEFT,
    "└": UP | RIGHT, "╰": UP | RIGHT, "┘": UP | LEFT, "╯": UP | LEFT,
    "├": UP | DOWN | RIGHT, "┤": UP | DOWN | LEFT, "┬": DOWN | LEFT | RIGHT, "┴": UP | LEFT | RIGHT,
    "┼": UP | DOWN | LEFT | RIGHT, "╵": UP, "╷": DOWN, "╴": LEFT, "╶": RIGHT,
}  # fmt: skip
"""To which sides of its cell a character's lines go from the middle."""

HEAVY, ROUND = frozenset("━┃"), frozenset("╭╮╰╯")
BLOCKS = {
    "█": (0, 0, 1, 1), "▀": (0, 0, 1, 0.5), "▄": (0, 0.5, 1, 0.5), "▌": (0, 0, 0.5, 1), "▐": (0.5, 0, 0.5, 1),
    "▁": (0, 0.875, 1, 0.125), "▔": (0, 0, 1, 0.125), "▏": (0, 0, 0.125, 1), "▎": (0, 0, 0.25, 1),
}  # fmt: skip
"""Filled parts of a cell: left, top, width and height, as shares of it."""

NO_BREAK = "\u00a0"

DRAWN = frozenset((*ARMS, *BLOCKS))

LONG = frozenset("─━█▀▄▁▔")
"""Of those, the ones that go on without a seam where they stand side by side."""


class Ink(NamedTuple):
    """How a run of cells looks."""

    front: str
    back: str
    """Empty for the picture's own."""
    style: Style


def picture(snapshot: Snapshot, name: str) -> str:
    """The file's text."""
    size = snapshot.size
    width, height = size.columns * CELL_WIDTH + 2 * MARGIN, size.rows * CELL_HEIGHT + TITLE_HEIGHT + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}">',
        f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="{RADIUS}" {FRAME}/>',
        f'<g font-family="{FONTS}" font-size="{FONT_SIZE}">',
        f'<text x="{width / 2:g}" y="{TITLE_BASELINE}" fill="{TITLE}" text-anchor="middle">{_safe(name)}</text>',
    ]
    for y, row in enumerate(snapshot.lines):
        lines += _row(snapshot, row, TITLE_HEIGHT + y * CELL_HEIGHT)
    return "\n".join([*lines, *_cursor(snapshot), "</g>", "</svg>", ""])


def _row(snapshot: Snapshot, row: Row, top: float) -> Iterator[str]:
    """Backgrounds first, so that nothing of a tall character is covered."""
    runs = list(_runs(snapshot, row))
    for x, text, ink in runs:
        if ink.back:
            yield _box(MARGIN + x * CELL_WIDTH, top, len(text) * CELL_WIDTH, CELL_HEIGHT, ink.back)
    for x, text, ink in runs:
        if not ink.style.attributes & CONCEAL:
            yield from _drawn(snapshot, x, text, top, ink)


def _runs(snapshot: Snapshot, row: Row) -> Iterator[tuple[int, str, Ink]]:
    """Column, cells and looks of each run of one style."""
    width = max(len(row.text), len(row.styles))
    text, marks, start = row.text.ljust(width), row.styles.ljust(width, PLAIN), 0
    while start < width:
        end = start + 1
        while end < width and marks[end] == marks[start]:
            end += 1
        yield start, text[start:end], _ink(snapshot, marks[start])
        start = end


def _drawn(snapshot: Snapshot, x: int, text: str, top: float, ink: Ink) -> Iterator[str]:
    """The characters of a run: words as text, wide ones and clusters each by itself, lines and blocks as shapes."""
    at = 0
    while at < len(text):
        cell, end = text[at], at + 1
        if cell in DRAWN:
            while cell in LONG and text[end : end + 1] == cell:
                end += 1
            yield _shape(cell, MARGIN + (x + at) * CELL_WIDTH, top, colour=ink.front, count=end - at)
        elif cell.isascii() and cell != STUB:
            while end < len(text) and text[end].isascii() and text[end] != STUB and text[end - 1 : end + 1] != "  ":
                end += 1
            yield from _text(text[at:end], x + at, end - at, top, ink)
        else:
            end += text[end : end + 1] == STUB
            yield from _text(plain_text(text[at:end], snapshot.clusters), x + at, end - at, top, ink)
        at = end


def _text(words: str, x: int, cells: int, top: float, ink: Ink) -> Iterator[str]:
    bits, line = ink.style.attributes, ink.style.attributes >> UNDERLINE_SHIFT & 7
    if line or bits & (STRIKE | OVERLINE):
        words = words.replace(" ", NO_BREAK)  # a viewer folds and drops plain ones
    else:
        x += len(words) - len(words.lstrip(" "))
        words = words.strip(" ")
        cells = len(words) if words.isascii() else cells
    if not words:
        return
    decorations = [
        name for name, on in (("underline", line), ("line-through", bits & STRIKE), ("overline", bits & OVERLINE)) if on
    ]
    looks = (
        (' font-weight="bold"' if bits & BOLD else "")
        + (' font-style="italic"' if bits & ITALIC else "")
        + (f' text-decoration="{" ".join(decorations)}"' if decorations else "")
    )
    is_even = cells == len(words)
    stretch = f' textLength="{cells * CELL_WIDTH:g}" lengthAdjust="spacingAndGlyphs"' if is_even else ""
    yield (
        f'<text x="{MARGIN + x * CELL_WIDTH:g}" y="{top + BASELINE:g}" fill="{ink.front}"{looks}{stretch}>'
        f"{_safe(words)}</text>"
    )


def _shape(cell: str, x: float, y: float, *, colour: str, count: int) -> str:
    if count > 1 and cell in ARMS:
        path = f"M{x:g} {y + CELL_HEIGHT / 2:g}h{count * CELL_WIDTH:g}"
        return _path(path, cell, colour)
    if cell in BLOCKS:
        left, top, width, height = BLOCKS[cell]
        return _box(
            x + left * CELL_WIDTH, y + top * CELL_HEIGHT, count * width * CELL_WIDTH, height * CELL_HEIGHT, colour
        )
    arms, middle_x, middle_y = ARMS[cell], x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2
    ends = [
        (middle_x if arm & (UP | DOWN) else x + CELL_WIDTH * (arm == RIGHT),
         middle_y if arm & (LEFT | RIGHT) else y + CELL_HEIGHT * (arm == DOWN))
        for arm in (UP, DOWN, LEFT, RIGHT) if arms & arm
    ]  # fmt: skip
    middle = f"{middle_x:g} {middle_y:g}"
    if cell in ROUND:
        (from_x, from_y), (to_x, to_y) = ends
        path = f"M{from_x:g} {from_y:g}Q{middle} {to_x:g} {to_y:g}"
    else:
        path = "".join(f"M{middle}L{to_x:g} {to_y:g}" for to_x, to_y in ends)
    return _path(path, cell, colour)


def _path(path: str, cell: str, colour: str) -> str:
    return f'<path d="{path}" stroke="{colour}" stroke-width="{2.4 if cell in HEAVY else 1.2}" fill="none"/>'


def _box(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}" {CRISP}/>'


def _cursor(snapshot: Snapshot) -> Iterator[str]:
    cursor = snapshot.cursor
    if cursor.visible:
        x, y = MARGIN + cursor.column * CELL_WIDTH, TITLE_HEIGHT + cursor.row * CELL_HEIGHT
        yield (
            f'<rect x="{x:g}" y="{y:g}" width="{CELL_WIDTH:g}" height="{CELL_HEIGHT:g}" fill="{FOREGROUND}" '
            'fill-opacity="0.55"/>'
        )


def _ink(snapshot: Snapshot, mark: str) -> Ink:
    index = index_of(mark)
    style = snapshot.styles[index] if index < len(snapshot.styles) else Style()
    front, back = _colour(style.foreground, FOREGROUND), _colour(style.background, "")
    if style.attributes & REVERSE:
        front, back = back or BACKGROUND, front
    if style.attributes & DIM:
        front = _between(front, back or BACKGROUND)
    return Ink(front, back, style)


def _colour(colour: int, default: str) -> str:
    if colour < 0:
        return default
    if colour >= TRUE_COLOUR:
        return f"#{colour & 0xFFFFFF:06x}"
    return NAMED[colour] if colour < len(NAMED) else f"#{PALETTE[colour]:06x}"


def _between(front: str, back: str) -> str:
    """The colour halfway from one to the other."""
    return "#" + "".join(f"{(int(front[n : n + 2], 16) + int(back[n : n + 2], 16)) // 2:02x}" for n in (1, 3, 5))


def _safe(text: str) -> str:
    """Text of a document: what XML does not allow (Char of XML 1.0) is a question mark."""
    return escape(
        "".join(c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff" else "?" for c in text)
    )
