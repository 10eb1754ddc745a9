"""The board: agents as cards in three columns, or one column at a time where the screen is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from textual import events

from hivemind.protocol.tile import TileSummary
from hivemind.tui.board import Board
from hivemind.tui.drawn import Bit, Drawn, Line, bits_width
from hivemind.tui.entries import action_of, said, state
from hivemind.tui.listing import Window, stepped
from hivemind.tui.look import Look
from hivemind.tui.order import COLUMNS, columns
from hivemind.tui.signs import called, glyph, program, shade
from hivemind.tui.visible import clip, visible

NARROW = 78
"""Columns. A narrower screen shows one column of the board at a time."""

CARD_ROWS = 4
"""Rows of a card: its name, its program and frame, what it said or wants, and the gap to the next one."""

WHEEL_ROWS = 3

Row = tuple[Bit, ...]

MIDDLE = COLUMNS.index("Needs you")


class Cards:
    """Which column is looked at, and which part of each is in view. The chosen card is the focused tile's."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._windows = [Window() for _ in COLUMNS]
        self._empty: int | None = None
        """An empty column that somebody went to on a narrow screen."""

    @property
    def column(self) -> int:
        """The column that is looked at: that of the chosen card, unless somebody went to an empty one."""
        filled = columns(self._board)
        if self._empty is not None and not filled[self._empty]:
            return self._empty
        focus = self._board.focus
        return next((n for n, tiles in enumerate(filled) if any(t.tile_id == focus for t in tiles)), MIDDLE)

    def look_at(self, column: int) -> str | None:
        """Go to a column; the tile to choose there, if there is one."""
        tiles = columns(self._board)[column]
        self._empty = None if tiles else column
        return tiles[0].tile_id if tiles else None

    def beside(self, direction: str, *, is_narrow: bool) -> str | None:
        """The card that lies there from the chosen one. Empty columns are passed over where all are in view."""
        filled, at = columns(self._board), self.column
        ids = [[tile.tile_id for tile in tiles] for tiles in filled]
        if direction in {"up", "down"}:
            return stepped(ids[at], self._board.focus, 1 if direction == "down" else -1)
        place = ids[at].index(self._board.focus) if self._board.focus in ids[at] else 0
        by = 1 if direction == "right" else -1
        self._empty = None
        for column in range(at + by, len(ids) if by > 0 else -1, by):
            if is_narrow and not ids[column]:
                self._empty = column
                return None
            if ids[column]:
                return ids[column][0 if is_narrow else min(place, len(ids[column]) - 1)]
        return None

    def scroll(self, column: int, rows: int) -> None:
        """Move what is in view of a column."""
        self._windows[column].move(rows)

    # -- painting ------------------------------------------------------------------------------------------------

    def lines(self, look: Look, *, width: int, height: int) -> list[Line]:
        """The whole board, exactly `height` lines."""
        filled = columns(self._board)
        if width < NARROW:
            at = self.column
            head = self._heads(look, [len(tiles) for tiles in filled], at)
            cards = self._column(look, at, filled[at], width=width, height=height - 1)
            return [_with_way_back(head, look, width), *map(Line, cards)][:height]
        each = width // len(COLUMNS)
        drawn = []
        for at, tiles in enumerate(filled):
            title = self._title(look, at, len(tiles), is_here=at == self.column)
            rows = [title, *self._column(look, at, tiles, width=each - 1, height=height - 1)]
            drawn.append([_padded(row, each, look) for row in rows])
        blank = _padded((), each, look)
        beside = zip_longest(*drawn, fillvalue=blank)
        head, *lines = [Line(tuple(bit for row in rows for bit in row)) for rows in beside][:height]
        return [_with_way_back(head, look, width), *lines]

    def _title(self, look: Look, at: int, count: int, *, is_here: bool) -> Row:
        palette = look.palette
        colour = palette.attention if at == MIDDLE and count else palette.text if is_here else palette.dim
        return (Bit(f" {COLUMNS[at]}", colour, bold=is_here), Bit(f"  {count}", palette.dim))

    def _heads(self, look: Look, counts: Sequence[int], here: int) -> Line:
        palette = look.palette
        bits: list[Bit] = []
        for at, count in enumerate(counts):
            action = f"column:{at}"
            mark = Bit(f" {look.signs.here}" if at == here else "  ", palette.focus, action=action)
            bits.append(mark)
            bits += [
                Bit(bit.text, bit.colour, bit.bold, action) for bit in self._title(look, at, count, is_here=at == here)
            ]
            bits.append(Bit(" ", palette.dim))
        return Line(tuple(bits))

    def _column(self, look: Look, at: int, tiles: Sequence[TileSummary], *, width: int, height: int) -> list[Row]:
        if not tiles:
            return [(), (Bit("   none", look.palette.dim),)][:height]
        board = self._board
        place = next((n for n, tile in enumerate(tiles) if tile.tile_id == board.focus), None)
        span = range(0) if place is None else range(CARD_ROWS * place, CARD_ROWS * (place + 1))
        about = (None if place is None else board.focus, height)
        shown = self._windows[at].show(CARD_ROWS * len(tiles) + 1, height, span=span, about=about)
        rows: list[Row] = []
        for n in range(shown.start // CARD_ROWS, min(len(tiles), -(-shown.stop // CARD_ROWS))):
            rows += [(), *card(board, tiles[n], look, width)]
        rows = [*rows, ()][shown.start % CARD_ROWS :][: len(shown)]
        if below := sum(CARD_ROWS * (n + 1) > shown.stop for n in range(len(tiles))):
            rows[-1] = (Bit(f"   {below} more", look.palette.dim),)
        return rows


def card(board: Board, tile: TileSummary, look: Look, width: int) -> list[Row]:
    """Three rows: sign, name and age; program and frame; what it wants or said."""
    palette = look.palette
    is_chosen, needs = tile.tile_id == board.focus, board.needs(tile)
    action = action_of(board, tile)
    under = palette.raised
    frame = board.frame_of(tile.tile_id)
    right = state(tile, look, has_word=False)
    name = clip(visible(called(tile)), width - len(right) - 6, look.signs.ellipsis)
    where = f" {look.signs.dot} {visible(frame.name)}" if frame and frame.name else ""
    own = visible(program(tile) if called(tile) == tile.name else tile.name)
    where = clip(f"   {own}{where}", width - 2, look.signs.ellipsis)
    text = clip(f"   {said(board, tile)}", width - 2, look.signs.ellipsis)
    edge = Bit(look.signs.bar if is_chosen else " ", palette.focus, background=under, action=action)

    def row(left: Row, end: Row = ()) -> Row:
        line = Line((edge, *left), (*end, Bit(" ", palette.dim)))
        bits = line.laid(width)
        return tuple(Bit(bit.text, bit.colour, bit.bold, action, under) for bit in bits if bit.text)

    is_news = needs or tile.done
    return [
        row(
            (
                Bit(f" {glyph(tile, look.signs)} ", shade(tile, palette), bold=needs),
                Bit(name, palette.text, bold=is_chosen or is_news),
            ),
            (Bit(right, shade(tile, palette) if is_news else palette.dim),),
        ),
        row((Bit(where, palette.dim),)),
        row((Bit(text, palette.text if needs else palette.dim),)),
    ]


def _with_way_back(head: Line, look: Look, width: int) -> Line:
    """The headings, and at their end the key that leaves the board."""
    back = (Bit(" Esc", look.palette.focus, action="back"), Bit(" back ", look.palette.dim, action="back"))
    *bits, last = head.left
    while bits and not last.text.strip():  # blanks alone would be cut with a sign
        *bits, last = bits
    return Line((*bits, last), back) if bits_width((*bits, last, *back)) <= width else head


def _padded(row: Row, width: int, look: Look) -> Row:
    return (*row, Bit(" " * max(0, width - bits_width(row)), look.palette.dim))


class CardsView(Drawn):
    """The board on the screen: the wheel scrolls the column under it."""

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The cards below."""
        self._scroll(event, WHEEL_ROWS)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The cards above."""
        self._scroll(event, -WHEEL_ROWS)

    def _scroll(self, event: events.MouseEvent, rows: int) -> None:
        event.stop()
        column = min(len(COLUMNS) - 1, event.x * len(COLUMNS) // max(1, self.size.width))
        self.post_message(self.Acted(f"scroll_cards:{column} {rows}"))
