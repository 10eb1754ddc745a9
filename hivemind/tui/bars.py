"""What stands below the tiles: what is allowed without asking, and the ask or the field that is written in."""

from __future__ import annotations

from rich.cells import cell_len
from textual.geometry import Size

from hivemind.protocol.settled import Permit
from hivemind.tui.ask_bar import ask_bar
from hivemind.tui.bar import Bar
from hivemind.tui.board import Board
from hivemind.tui.drawn import Bit, Line, bits_width
from hivemind.tui.look import Look
from hivemind.tui.signs import age
from hivemind.tui.visible import clip, visible
from hivemind.tui.write_bar import write_bar
from hivemind.tui.writer import Writer

TALL = 30
"""Rows. A screen this high lets a long question have three rows of the bar, a lower one two."""

LEAST_NAME = 6
"""Cells that stay of the name of a tile in which something is allowed."""


def bars(board: Board, look: Look, bar: Bar, writer: Writer | None, *, size: Size) -> list[Line]:
    """Every line below the tiles."""
    permits = [] if bar.is_lost else bar.standing(look.clock.epoch_ms())
    lines = [_standing(permits, look, size.width)] if permits else []
    if writer is not None and writer.receiver is not None:
        return lines + write_bar(board, writer, look, width=size.width)
    max_rows = 3 if size.height >= TALL else 2
    return lines + ask_bar(board, look, bar, width=size.width, max_rows=max_rows, open_rows=size.height * 2 // 3)


def what(permit: Permit) -> str:
    """What a standing permission allows, in a few words."""
    return f"{visible(permit.what)} \u2026" if permit.kind == "run" else f"edits in {visible(permit.what)}"


def _standing(permits: list[Permit], look: Look, width: int) -> Line:
    """The permission that ends first, and how many there are: nothing is allowed unseen. Its time is never cut."""
    palette, first = look.palette, permits[0]
    key = Bit(f" {look.keys.way('history')}", palette.focus, bold=True, action="history")
    more = f", and {len(permits) - 1} more" if len(permits) > 1 else ""
    left = f", {age(first.until - look.clock.epoch_ms())} left{more}"
    for is_wide in (True, False):
        lead = "allowed without asking: " if is_wide else "allowed: "
        right = (key, Bit(" takes back " if is_wide else " ", palette.dim, action="history"))
        thing = what(first) if is_wide else clip(what(first), width // 3, look.signs.ellipsis)
        bits = [Bit(f" {look.signs.ok} ", palette.good), Bit(lead, palette.dim), Bit(thing, palette.text)]
        room = width - bits_width([*bits, *right, Bit(f" in {left}", palette.dim)])
        name = visible(first.name)
        if cell_len(name) <= room or not is_wide:
            name = clip(name, max(LEAST_NAME, room), look.signs.ellipsis)
            break
    return Line((*bits, Bit(f" in {name}{left}", palette.dim)), right, action="history")
