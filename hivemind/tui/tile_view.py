"""One tile: a title row, then the program's own screen and nothing on top of it.

The widget paints rows of its mirror; what a program wrote is never markup and never leaves its box. A view that is
smaller than the program's screen is a window on it (`viewport`).
"""

from __future__ import annotations

from rich.segment import Segment
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from hivemind.client.mirror import Mirror
from hivemind.protocol.events import ScreenChanged
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.tui.drawn import Bit, Line, pen
from hivemind.tui.look import Look
from hivemind.tui.paint import Painter
from hivemind.tui.signs import colour_of, program, tile_age, word
from hivemind.tui.viewport import Viewport, viewport
from hivemind.tui.visible import visible


class TileView(Widget):
    """A window on one tile's screen, with its title."""

    DEFAULT_CSS = "TileView { position: absolute; }"
    ALLOW_SELECT = False

    def __init__(self, tile: TileSummary, look: Look) -> None:
        super().__init__()
        self.tile = tile
        self.mirror = Mirror()
        self.is_focused = False
        self.has_frame = True
        """Whether there is room for borders at the sides and below."""
        self.is_restarting = True
        """Whether a whole screen was asked for and has not come yet."""
        self._look = look
        self._painter = Painter(look.palette)
        self._title: Line | None = None
        self._view = Viewport(0, 0, 0, 0)

    @property
    def inner_rows(self) -> int:
        """Rows of the view, title and border not counted."""
        return max(0, self.size.height - (2 if self.has_frame else 1))

    @property
    def inner_columns(self) -> int:
        """Columns of the view."""
        return max(0, self.size.width - (2 if self.has_frame else 0))

    def set_state(self, tile: TileSummary, *, is_focused: bool, has_frame: bool) -> None:
        """Show this summary; only what differs is painted again."""
        looks_other = (is_focused, has_frame) != (self.is_focused, self.has_frame)
        self.tile, self.is_focused, self.has_frame = tile, is_focused, has_frame
        title = self._make_title()
        if looks_other:
            self._title = title
            self.refresh()
        elif title != self._title:
            self._title = title
            self.refresh(Region(0, 0, self.size.width, 1))

    def apply(self, update: ScreenChanged) -> bool:
        """Take an update of the screen; False when only a whole screen helps."""
        changed = self.mirror.apply(update)
        if changed is None:
            return False
        self.is_restarting = False
        self._repaint(changed)
        return True

    def cursor_offset(self) -> Offset | None:
        """Where the program's cursor is on our screen, if it can be seen here."""
        cursor, view = self.mirror.cursor, self._view
        row, column = cursor.row - view.row, cursor.column - view.column
        if not (self.is_focused and cursor.visible and 0 <= row < view.rows and 0 <= column < view.columns):
            return None
        return self.region.offset + Offset(column + self.has_frame, row + 1)

    def on_resize(self) -> None:
        """Show another part of the screen."""
        self._view = viewport(self.mirror, self.inner_rows, self.inner_columns)

    def _repaint(self, rows: frozenset[int]) -> None:
        """Paint the rows of the screen that changed, or all when the window moved."""
        view = viewport(self.mirror, self.inner_rows, self.inner_columns)
        if view != self._view:
            self._view = view
            self.refresh()
            return
        inside = [row - view.row + 1 for row in rows if 0 <= row - view.row < view.rows]
        if inside:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in inside))

    def render_line(self, y: int) -> Strip:
        """The title, a row of the screen between borders, or the bottom border."""
        if y == 0:
            self._title = self._title or self._make_title()
            return self._strip(self._title)
        if self.has_frame and y == self.size.height - 1:
            return self._strip(self._bottom())
        content = self._content(y - 1)
        if not self.has_frame:
            return content
        edge = Segment(self._look.signs.down, pen(self._edge_colour, self._look.palette.background))
        return Strip([edge, *content, edge], content.cell_length + 2)

    def _content(self, y: int) -> Strip:
        view = self._view
        if (view.rows, view.columns) != (self.inner_rows, self.inner_columns):
            view = self._view = viewport(self.mirror, self.inner_rows, self.inner_columns)
        row = view.row + y
        if row >= len(self.mirror.rows):
            return self._painter.blank(view.columns)
        cursor = self.mirror.cursor
        has_cursor = self.is_focused and cursor.visible and cursor.row == row and self.tile.status is not Status.EXITED
        return self._painter.strip(self.mirror, self.mirror.rows[row], view, cursor.column if has_cursor else -1)

    @property
    def _edge_colour(self) -> str:
        palette = self._look.palette
        return palette.focus if self.is_focused else palette.line

    def _make_title(self) -> Line:
        """`┌ fix nav ── claude · ● working 2m 14s ───┐`."""
        look, tile = self._look, self.tile
        palette, signs, edge = look.palette, look.signs, self._edge_colour
        colour = colour_of(tile.status, palette)
        is_loud = tile.status.is_waiting
        left = [
            Bit(signs.corners[0] if self.has_frame else signs.across, edge),
            Bit(f" {visible(tile.name)} ", palette.text if self.is_focused else palette.dim, bold=self.is_focused),
            Bit(signs.across * 2, edge),
            Bit(
                f" {visible(program(tile))} {'' if tile.status is Status.EXITED else signs.dot + ' '}",
                palette.dim,
            ),
            Bit(f"{signs.glyphs[tile.status]} {word(tile)} ", colour, bold=is_loud),
        ]
        if age := tile_age(tile, look.clock.epoch_ms()):
            left.append(Bit(f"{age} ", colour))
        if tile.note:
            left.append(Bit(f"{signs.dot} {visible(tile.note)} ", palette.warning))
        if tile.status is Status.EXITED and self.is_focused:
            left.append(Bit(f"{signs.dot} ^B & closes it ", palette.focus))
        right = (Bit(signs.corners[1] if self.has_frame else signs.across, edge),)
        return Line(tuple(left), right, fill=signs.across, fill_colour=edge)

    def _bottom(self) -> Line:
        signs, edge = self._look.signs, self._edge_colour
        return Line((Bit(signs.corners[2], edge),), (Bit(signs.corners[3], edge),), fill=signs.across, fill_colour=edge)

    def _strip(self, line: Line) -> Strip:
        width, under = self.size.width, self._look.palette.background
        bits = line.laid(width)
        return Strip([Segment(b.text, pen(b.colour, under, bold=b.bold)) for b in bits if b.text], width)
