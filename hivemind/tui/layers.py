"""The Layers panel: what needs a person first, two rows each; and the strip that stands for it on narrow screens."""

from __future__ import annotations

from rich.cells import cell_len

from hivemind.protocol.tile import TileSummary
from hivemind.tui.board import Board
from hivemind.tui.drawn import Bit, Line
from hivemind.tui.look import Look
from hivemind.tui.signs import called, colour_of, program, tile_age, word
from hivemind.tui.visible import clip, visible

ROWS_EACH = 2


def panel_width(screen_width: int) -> int:
    """Cells of the panel on a screen that wide; 0 where it would take columns that a program needs."""
    if screen_width < 110:
        return 0
    return 34 if screen_width >= 160 else 27


def panel(board: Board, look: Look, *, width: int, height: int) -> list[Line]:
    """The list in its border, exactly `height` lines."""
    palette, signs = look.palette, look.signs
    edge = Bit(signs.down, palette.line, background=palette.background)
    tiles = board.by_need()
    room = max(0, height - 2) // ROWS_EACH
    first = _first(tiles, board.focus, room)
    shown = tiles[first : first + room]
    lines = [
        Line(
            (Bit(signs.corners[0] + " ", palette.line), Bit("Agents ", palette.text)),
            (Bit(signs.corners[1], palette.line),),
            fill=signs.across,
            fill_colour=palette.line,
        )
    ]
    for tile in shown:
        lines += [_framed(line, edge) for line in entry(board, tile, look, width - 2)]
    while len(lines) < height - 1:
        lines.append(Line((edge,), (edge,)))
    more = len(tiles) - len(shown)
    foot = (Bit(signs.corners[2], palette.line), Bit(f" {more} more " if more else "", palette.dim))
    lines.append(Line(foot, (Bit(signs.corners[3], palette.line),), fill=signs.across, fill_colour=palette.line))
    return lines


def entry(board: Board, tile: TileSummary, look: Look, width: int) -> list[Line]:
    """One agent: glyph, name and age; then its program and the last thing it said, or what it wants.

    A tile that is shown by what it does has its own name on the second row, since that is what names it.
    """
    palette, signs = look.palette, look.signs
    is_focused = tile.tile_id == board.focus
    ask = next((ask for ask in board.waiting if ask.tile_id == tile.tile_id), None)
    colour = colour_of(tile.status, palette)
    under = palette.raised if is_focused else ""
    age = tile_age(tile, look.clock.epoch_ms()) or word(tile)
    if tile.guess:
        age = f"{word(tile)} {age}"
    name = clip(visible(called(tile)), width - cell_len(age) - 5, signs.ellipsis)
    said = visible((ask.command if ask else "") or tile.note or tile.last)
    own = program(tile) if called(tile) == tile.name else tile.name
    action = f"focus:{tile.tile_id}"
    return [
        Line(
            (
                Bit(f" {signs.glyphs[tile.status]} ", colour, bold=tile.status.is_waiting),
                Bit(name, palette.text, bold=is_focused),
            ),
            (Bit(f" {age} ", colour if tile.status.is_waiting else palette.dim),),
            background=under,
            action=action,
        ),
        Line(
            (Bit(f"   {visible(own)}  ", palette.dim), Bit(said, palette.text if ask else palette.dim)),
            (Bit(" ", palette.dim),),
            background=under,
            action=action,
        ),
    ]


def strip(board: Board, look: Look, width: int) -> Line:
    """Every agent on one line: glyphs with names where they fit, else glyphs alone."""
    palette = look.palette
    tiles = board.by_need()
    names = [visible(called(tile)) for tile in tiles]
    longest = max(1, (width - 2) // max(1, len(tiles)) - 4)
    bits: list[Bit] = []
    for tile, name in zip(tiles, names, strict=True):
        is_focused = tile.tile_id == board.focus
        label = clip(name, longest, look.signs.ellipsis) if longest > 2 else ""
        under, action = palette.raised if is_focused else "", f"focus:{tile.tile_id}"
        glyph = look.signs.glyphs[tile.status]
        bits.append(Bit(f" {glyph}", colour_of(tile.status, palette), is_focused, action, under))
        bits.append(
            Bit(f" {label} " if label else " ", palette.text if is_focused else palette.dim, is_focused, action, under)
        )
    return Line(tuple(bits))


def _first(tiles: list[TileSummary], focus: str | None, room: int) -> int:
    """The first entry shown when only `room` fit, so that the focused one is among them."""
    at = next((n for n, tile in enumerate(tiles) if tile.tile_id == focus), 0)
    return max(0, at - room + 1) if room else 0


def _framed(line: Line, edge: Bit) -> Line:
    """A line between the panel's borders; its background stays within them."""
    return Line((edge, *line.left), (*line.right, edge), background=line.background, action=line.action)
