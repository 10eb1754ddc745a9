"""What stands below the tiles: what is allowed without asking, and the ask or the field that is written in."""

from __future__ import annotations

from textual.geometry import Size

from hivemind.protocol.settled import Permit
from hivemind.tui.ask_bar import ask_bar
from hivemind.tui.bar import Bar
from hivemind.tui.board import Board
from hivemind.tui.drawn import Bit, Line
from hivemind.tui.look import Look
from hivemind.tui.signs import age
from hivemind.tui.visible import visible
from hivemind.tui.write_bar import write_bar
from hivemind.tui.writer import Writer

TALL = 30
"""Rows. A screen this high lets a long question have three rows of the bar, a lower one two."""


def bars(board: Board, look: Look, bar: Bar, writer: Writer | None, *, size: Size) -> list[Line]:
    """Every line below the tiles."""
    permits = [] if bar.is_lost else bar.standing(look.clock.epoch_ms())
    lines = [_standing(permits, look)] if permits else []
    if writer is not None and writer.receiver is not None:
        return lines + write_bar(board, writer, look, width=size.width)
    max_rows = 3 if size.height >= TALL else 2
    return lines + ask_bar(board, look, bar, width=size.width, max_rows=max_rows, open_rows=size.height * 2 // 3)


def what(permit: Permit) -> str:
    """What a standing permission allows, in a few words."""
    return f"{visible(permit.what)} \u2026" if permit.kind == "run" else f"edits in {visible(permit.what)}"


def _standing(permits: list[Permit], look: Look) -> Line:
    """The permission that ends first, and how many there are: nothing is allowed unseen."""
    palette = look.palette
    first = permits[0]
    more = f", and {len(permits) - 1} more" if len(permits) > 1 else ""
    left = age(first.until - look.clock.epoch_ms())
    return Line(
        (
            Bit(f" {look.signs.ok} ", palette.good),
            Bit("allowed without asking: ", palette.dim),
            Bit(what(first), palette.text),
            Bit(f" in {visible(first.name)}, {left} left{more}", palette.dim),
        ),
        (
            Bit(f" {look.keys.press('history')}", palette.focus, bold=True, action="history"),
            Bit(" takes back ", palette.dim, action="history"),
        ),
        action="history",
    )
