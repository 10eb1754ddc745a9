"""An agent in lists, in two rows or one: its sign, its name, for how long, and the last thing it said or wants."""

from __future__ import annotations

from rich.cells import cell_len

from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.tui.board import Board
from hivemind.tui.drawn import Bit, Line
from hivemind.tui.look import Look
from hivemind.tui.matter import matter
from hivemind.tui.signs import called, glyph, program, shade, tile_age, word
from hivemind.tui.visible import clip, visible

WIDE = 40
"""Cells. A list this wide has words beside ages."""

ROOMY = 30
"""Cells. One this wide has them where they cost the name nothing."""

LEAST_NAME = 8
"""Cells. A name is not cut shorter than this by what stands beside it."""


FIRST_CELLS = 24
"""Cells that a name and its age have at least where all stands on one row."""


def ask_of(board: Board, tile: TileSummary) -> Ask | None:
    """What the tile asks, if it does; of several the oldest."""
    return next((ask for ask in board.waiting if ask.tile_id == tile.tile_id), None)


def state(tile: TileSummary, look: Look, *, has_word: bool) -> str:
    """For how long, with the word for the status where there is room or where sign and age alone tell too little."""
    written = tile_age(tile, look.clock.epoch_ms())
    if written and not has_word:
        if tile.status is Status.WORKING and not tile.guess:
            return f"+{tile.children} {written}" if tile.children else written
        if tile.status.is_waiting or not (tile.guess or tile.done or tile.detail):
            return written
    return f"{word(tile)} {written}".rstrip()


def said(board: Board, tile: TileSummary) -> str:
    """What it wants, else what there is to know of it, else the last thing it said."""
    ask = ask_of(board, tile) if board.needs(tile) else None
    return (matter(ask) if ask else "") or visible(tile.note or tile.last)


def action_of(board: Board, tile: TileSummary) -> str:
    """What a click does: it goes to the tile, or chooses it; a click on the chosen one opens it."""
    is_chosen = board.view != "tiles" and tile.tile_id == board.focus
    return "open_tile" if is_chosen else f"focus:{tile.tile_id}"


def entry(board: Board, tile: TileSummary, look: Look, width: int, *, is_marked: bool) -> list[Line]:
    """Two rows. A tile that is shown by what it does has its own name on the second one: commands know it by that."""
    palette = look.palette
    needs = board.needs(tile)
    own = visible(program(tile) if called(tile) == tile.name else tile.name)
    under, action = _under(look, is_marked=is_marked), action_of(board, tile)
    before = clip(f"   {own}  ", width - 1, look.signs.ellipsis)
    text = clip(said(board, tile), width - cell_len(before) - 1, look.signs.ellipsis)
    second = Line(
        (
            _edge(look, is_marked=is_marked),
            Bit(before[1:], palette.dim),
            Bit(text, palette.text if needs else palette.dim),
        ),
        (),
        under,
        action=action,
    )
    return [_first(board, tile, look, width, is_marked=is_marked), second]


def short(board: Board, tile: TileSummary, look: Look, width: int, *, is_marked: bool) -> Line:
    """One row: its name, and behind it what it wants or said as far as there is room."""
    palette, first = look.palette, max(width // 2, FIRST_CELLS)
    line = _first(board, tile, look, first, is_marked=is_marked)
    text = clip(said(board, tile), width - first - 1, look.signs.ellipsis)
    bits = (*line.laid(first), Bit(text, palette.text if board.needs(tile) else palette.dim))
    return Line(bits, (), line.background, action=line.action)


def heading(text: str, look: Look, width: int, *, count: str = "", action: str = "", sign: str = "") -> Line:
    """A row above tiles: what they have in common, and how many they are."""
    palette = look.palette
    mark = f" {sign} " if sign else " "
    title = Bit(clip(f"{mark}{visible(text)}", width - len(count) - 3, look.signs.ellipsis), palette.dim, bold=True)
    return Line((title,), (Bit(f" {count} ", palette.dim),), action=action)


def _first(board: Board, tile: TileSummary, look: Look, width: int, *, is_marked: bool) -> Line:
    palette = look.palette
    needs = board.needs(tile)
    sign, colour = glyph(tile, look.signs), shade(tile, palette)
    name = visible(called(tile))
    right = state(tile, look, has_word=width >= ROOMY)
    if width < WIDE and cell_len(name) + cell_len(right) > width - 5:
        right = state(tile, look, has_word=False)
    if cell_len(right) > width - 5 - min(LEAST_NAME, cell_len(name)):
        right = tile_age(tile, look.clock.epoch_ms())
    name = clip(name, width - cell_len(right) - 5, look.signs.ellipsis)
    is_news = tile.done and not needs
    return Line(
        (
            _edge(look, is_marked=is_marked),
            Bit(f"{sign} ", colour, bold=needs),
            Bit(name, palette.text, bold=is_marked or is_news),
        ),
        (Bit(f" {right} ", colour if needs or is_news else palette.dim),),
        _under(look, is_marked=is_marked),
        action=action_of(board, tile),
    )


def _edge(look: Look, *, is_marked: bool) -> Bit:
    """At the left end: what tells the marked one from others where backgrounds are too much alike to do so."""
    return Bit(look.signs.bar if is_marked else " ", look.palette.focus)


def _under(look: Look, *, is_marked: bool) -> str:
    return look.palette.raised if is_marked else ""
