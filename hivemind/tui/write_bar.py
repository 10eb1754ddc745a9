"""The field that a text is written in, in place of the ask bar: who gets it, the text with its cursor, the keys."""

from __future__ import annotations

from hivemind.tui.ask_bar import INDENT, fitted, head
from hivemind.tui.board import Board
from hivemind.tui.drawn import Bit, Line
from hivemind.tui.look import Look
from hivemind.tui.matter import matter
from hivemind.tui.signs import called, program
from hivemind.tui.visible import visible, wrap
from hivemind.tui.writer import Writer

SPARE = ("write_key:alt+enter",)
"""The key that is not named where the keys do not fit."""

MOST_ROWS = 6
"""Rows of the text that are shown at once; those around the cursor."""


def write_bar(board: Board, writer: Writer, look: Look, *, width: int) -> list[Line]:
    """The field's lines; none while it is closed."""
    receiver = writer.receiver
    if receiver is None:
        return []
    return [_receiver(board, writer, look, width), *_text(writer, look, width), _keys(writer, look, width)]


def _receiver(board: Board, writer: Writer, look: Look, width: int) -> Line:
    palette = look.palette
    receiver = writer.receiver
    tile = board.tiles.get(receiver.tile_id) if receiver else None
    if receiver is None or tile is None or writer.is_lost:
        gone = "the question is gone" if receiver and receiver.ask and tile else "the tile is gone"
        return Line((Bit(f" {look.signs.fault} ", palette.warning, bold=True), Bit(gone, palette.warning)))
    if writer.ask is not None:
        left, right = head(board, writer.ask, tile, look, width)
        return Line((*left, Bit(matter(writer.ask), palette.attention, bold=True)), right)
    glyph = look.signs.glyphs[tile.status]
    return Line(
        (
            Bit(f" {glyph} write to ", palette.text),
            Bit(visible(called(tile)), palette.text, bold=True),
            Bit(f" ({visible(program(tile))})", palette.dim),
        )
    )


def _text(writer: Writer, look: Look, width: int) -> list[Line]:
    """The text in rows, the cursor as a cell of its own; of many, those around the cursor."""
    line_at, column = writer.draft.place
    rows: list[Line] = []
    cursor_row = 0
    for number, line in enumerate(writer.draft.text.split("\n")):
        at = len(visible(line[:column])) if number == line_at else -1
        for row in wrap(visible(line) + " ", width - 6):
            if 0 <= at < len(row):
                cursor_row = len(rows)
            rows.append(_row(row, at, look, is_first=not rows))
            at -= len(row)
    first = max(0, min(cursor_row - MOST_ROWS + 1, len(rows) - MOST_ROWS))
    return rows[first : first + MOST_ROWS]


def _row(text: str, at: int, look: Look, *, is_first: bool) -> Line:
    """One row, with the cursor on the character at that place if it has one there."""
    palette = look.palette
    prompt = "❯" if look.signs.dot == "·" else ">"
    mark = Bit(f" {prompt if is_first else ' '} ", palette.focus, bold=True)
    if not 0 <= at < len(text):
        return Line((mark, Bit(text, palette.text)))
    cursor = Bit(text[at], palette.background, background=palette.text)
    return Line((mark, Bit(text[:at], palette.text), cursor, Bit(text[at + 1 :], palette.text)))


def _keys(writer: Writer, look: Look, width: int) -> Line:
    palette = look.palette
    if writer.is_sending:
        return Line((Bit(f"{INDENT}sending{look.signs.ellipsis}", palette.dim),))
    keys = [("Enter", "sends", "write_key:enter"), ("Alt+Enter", "new line", "write_key:alt+enter")]
    if len(writer.receivers()) > 1 or writer.is_lost:
        keys.append(("Tab", "to another", "write_key:tab"))
    keys.append(("Esc", "keeps it for later" if writer.draft.text.strip() else "closes", "write_key:escape"))
    bits = [Bit(INDENT, palette.dim)]
    shown, gap = fitted(keys, width - len(INDENT), SPARE)
    for key, label, action in shown:
        space = " " * gap
        bits += [
            Bit(key, palette.focus, bold=True, action=action),
            Bit(f" {label}{space}", palette.text, action=action),
        ]
    return Line(tuple(bits))
