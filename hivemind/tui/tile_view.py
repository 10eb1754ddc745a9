"""One tile: a title row, then the program's own screen and nothing on top of it.

The widget paints rows of its mirror; what a program wrote is never markup and never leaves its box. A view that is
smaller than the program's screen is a window on it (`viewport`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from rich.color import ColorSystem
from rich.segment import Segment
from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from hivemind.client.mirror import Mirror
from hivemind.protocol.events import ScreenChanged
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.tui.drawn import Bit, Line, pen
from hivemind.tui.lined import Lined
from hivemind.tui.look import Look
from hivemind.tui.paint import Painter
from hivemind.tui.past import PastPainter, where
from hivemind.tui.rewound import Rewound
from hivemind.tui.scroll import Scroll
from hivemind.tui.signs import called
from hivemind.tui.tile_title import title
from hivemind.tui.viewport import Viewport, viewport
from hivemind.tui.visible import visible
from hivemind.verbs.mouse import Action, Button, Modifier

BUTTONS: dict[int, Button] = {1: "left", 2: "middle", 3: "right"}
"""By Textual's numbers."""


class TileView(Lined):
    """A window on one tile's screen, with its title."""

    DEFAULT_CSS = "TileView { position: absolute; }"
    ALLOW_SELECT = False

    class Moused(Message):
        """The mouse did something over a tile."""

        def __init__(self, view: TileView, action: Action, button: Button, event: events.MouseEvent) -> None:
            super().__init__()
            self.tile_id = view.tile.tile_id
            self.action: Action = action
            self.button: Button = button
            self.place = event.screen_offset
            """The cell of the terminal."""
            self.at = row, column = event.y - 1, event.x - view.has_frame
            """The row and column of the view; outside it when the mouse is."""
            self.row, self.column = view.shown.row + row, view.shown.column + column
            """The cell of the program's screen; outside it when the mouse is."""
            size = view.mirror.size
            self.is_in_view = 0 <= row < view.inner_rows and 0 <= column < view.inner_columns
            """Whether it is over the view, not over its border or title."""
            self.is_inside = self.is_in_view and self.row < size.rows and self.column < size.columns
            """Whether that cell is in view."""
            held: dict[Modifier, bool] = {"shift": event.shift, "alt": event.meta, "ctrl": event.ctrl}
            self.modifiers = [name for name, is_held in held.items() if is_held]

    def __init__(self, tile: TileSummary, look: Look) -> None:
        super().__init__()
        self.tile = tile
        self.mirror = Mirror()
        self.is_focused = False
        self.has_frame = True
        """Whether there is room for borders at the sides and below."""
        self.is_restarting = True
        """Whether a whole screen was asked for and has not come yet."""
        self.scroll: Scroll | None = None
        """Where it is scrolled back to; None shows the live screen."""
        self.rewound: Rewound | None = None
        """What is shown of how it was; None shows the live screen."""
        self._past_painter = PastPainter(look)
        self._look = look
        self._painter = Painter(look.palette, fancy=look.has_underlines)
        self._title: Line | None = None
        self._titled = 0
        """The width that the title was made for."""
        self.on_past: Callable[[TileView], None] = lambda _: None
        """Brings what is looked back at into a view that has another size."""
        self.paints_cursor = True
        """Whether the program's cursor is painted; not where the terminal's own is shown there."""
        self.shown = Viewport(0, 0, 0, 0)
        """The part of the live screen that is in view, or would be."""

    @property
    def inner_rows(self) -> int:
        """Rows of the view, title and border not counted."""
        return max(0, self.size.height - (2 if self.has_frame else 1))

    @property
    def inner_columns(self) -> int:
        """Columns of the view."""
        return max(0, self.size.width - (2 if self.has_frame else 0))

    @property
    def live_top(self) -> int:
        """Number of the first line of the live view, as lines of the screen that is shown count."""
        return self.mirror.top + self.shown.row

    @property
    def looks_back(self) -> bool:
        """Whether something else than the live screen is shown."""
        return self.scroll is not None or self.rewound is not None

    def show_live(self) -> None:
        """Leave the history."""
        self.scroll = self.rewound = None
        self.retitle()
        self.refresh()

    def retitle(self) -> None:
        """Bring the title up to date."""
        title, self._titled = self._make_title(), self.size.width
        if title != self._title:
            self._title = title
            self.paint_lines((0,))

    def set_state(self, tile: TileSummary, *, is_focused: bool, has_frame: bool) -> None:
        """Show this summary; only what differs is painted again."""
        looks_other = (is_focused, has_frame) != (self.is_focused, self.has_frame)
        self.tile, self.is_focused, self.has_frame = tile, is_focused, has_frame
        self.retitle()
        if looks_other:
            self.refresh()

    def apply(self, update: ScreenChanged) -> Collection[int] | None:
        """Take an update of the screen; the lines of the view to paint, or None when only a whole screen helps."""
        had_size = self.mirror.size
        changed = self.mirror.apply(update)
        if changed is None:
            return None
        self.is_restarting = False
        if self.scroll:
            self.scroll.resize(update.size)
        rows = self._moved(changed)
        if self.scroll and not update.modes.alternate:
            self.scroll.grow(self.live_top, self.mirror.top + update.size.rows)
            self.retitle()
        if self.scroll and had_size != update.size:
            self.on_past(self)
        return rows

    def is_at(self, region: Region) -> bool:
        """Whether the view has heard of the size that it has there."""
        frame = 2 * self.has_frame
        return (self.shown.rows, self.shown.columns) == (region.height - (frame or 1), region.width - frame)

    def part(self, y: int) -> tuple[int, Strip]:
        """What of a line can have changed: of the program's screen not its frame."""
        if 0 < y <= self.shown.rows:
            return int(self.has_frame), self._content(y - 1) if self.looks_back else self._live(y - 1)
        return 0, self.render_line(y)

    def written(self, y: int, colours: ColorSystem) -> tuple[int, str]:
        """The same, as a terminal with these colours must get it."""
        row = self.shown.row + y - 1
        if self.looks_back or not 0 < y <= self.shown.rows or row >= len(self.mirror.rows):
            return super().written(y, colours)
        text = self._painter.written(colours, self.mirror, self.mirror.rows[row], self.shown, self._cursor_in(row))
        return int(self.has_frame), text

    @property
    def has_cursor(self) -> bool:
        """Whether its program shows a cursor to somebody who types there."""
        return self.is_focused and self.mirror.cursor.visible and self.tile.status is not Status.EXITED

    def cursor_offset(self) -> Offset | None:
        """Where the program's cursor is on our screen, if it can be seen here."""
        if self.looks_back:
            return None
        cursor, view = self.mirror.cursor, self.shown
        row, column = cursor.row - view.row, cursor.column - view.column
        if not (self.has_cursor and 0 <= row < view.rows and 0 <= column < view.columns):
            return None
        return self.region.offset + Offset(column + self.has_frame, row + 1)

    def on_resize(self) -> None:
        """Show another part of the screen."""
        had, self.shown = self.shown, viewport(self.mirror, self.inner_rows, self.inner_columns)
        if self.shown != had:
            self.refresh()
        if self.scroll:
            self.on_past(self)

    def on_unmount(self) -> None:
        """A tile that goes away in the middle of a drag does not keep the mouse."""
        self.release_mouse()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Tell of a press."""
        self._tell("press", BUTTONS.get(event.button, "left"), event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Tell of a release."""
        self._tell("release", BUTTONS.get(event.button, "left"), event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell of a move."""
        self._tell("move", BUTTONS.get(event.button, "none"), event)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Tell of the wheel."""
        self._tell("press", "wheel_up", event)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Tell of the wheel."""
        self._tell("press", "wheel_down", event)

    def _tell(self, action: Action, button: Button, event: events.MouseEvent) -> None:
        event.stop()
        self.post_message(self.Moused(self, action, button, event))

    def _moved(self, rows: frozenset[int]) -> Collection[int]:
        """The lines of the view that rows of the screen are in; all when the window moved, none of a history."""
        had = self.shown
        view = self.shown = viewport(self.mirror, had.rows, had.columns)
        if (self.scroll and self.scroll.is_loaded) or self.rewound:
            return ()
        if view != had:
            return range(1, view.rows + 1)
        return [row - view.row + 1 for row in rows if 0 <= row - view.row < view.rows]

    def render_line(self, y: int) -> Strip:
        """The title, a row of the screen between borders, or the bottom border."""
        if y == 0:
            if self._title is None or self._titled != self.size.width:  # it has another width before it hears of that
                self._title, self._titled = self._make_title(), self.size.width
            return self._strip(self._title)
        if self.has_frame and y == self.size.height - 1:
            return self._strip(self._bottom())
        content = self._content(y - 1)
        if not self.has_frame:
            return content
        edge = Segment(self._look.signs.down, pen(self._edge_colour, self._look.palette.background))
        return Strip([edge, *content, edge], content.cell_length + 2)

    def _content(self, y: int) -> Strip:
        if self.scroll and self.scroll.is_loaded:
            return self._past_painter.strip(self.scroll, y, self.inner_rows, self.inner_columns)
        if self.rewound and self.rewound.moment:
            return self.rewound.strip(y, self.inner_rows, self.inner_columns)
        if (self.shown.rows, self.shown.columns) != (self.inner_rows, self.inner_columns):
            self.shown = viewport(self.mirror, self.inner_rows, self.inner_columns)
        return self._live(y)

    def _live(self, y: int) -> Strip:
        """A row of the live view, as wide as `shown` says."""
        view = self.shown
        row = view.row + y
        if row >= len(self.mirror.rows):
            return self._painter.blank(view.columns)
        return self._painter.strip(self.mirror, self.mirror.rows[row], view, self._cursor_in(row))

    def _cursor_in(self, row: int) -> int:
        """The column of the cursor if it stands in that row and is painted, else -1."""
        cursor = self.mirror.cursor
        return cursor.column if self.paints_cursor and self.has_cursor and cursor.row == row else -1

    @property
    def _edge_colour(self) -> str:
        palette = self._look.palette
        return palette.focus if self.is_focused else palette.line

    def _make_title(self) -> Line:
        """`┌ fix nav ── claude · ● working 2m 14s ───┐`."""
        look, tile = self._look, self.tile
        signs, edge = look.signs, self._edge_colour
        corners = (signs.corners[0], signs.corners[1]) if self.has_frame else (signs.across, signs.across)
        if self.rewound:
            return self.rewound.title(visible(called(tile)), corners, edge=edge, width=self.size.width)
        right = tuple(where(self.scroll, look)) if self.scroll else ()
        width, is_focused = self.size.width, self.is_focused
        return title(tile, look, corners=corners, edge=edge, is_focused=is_focused, width=width, right=right)

    def _bottom(self) -> Line:
        signs, edge = self._look.signs, self._edge_colour
        return Line((Bit(signs.corners[2], edge),), (Bit(signs.corners[3], edge),), fill=signs.across, fill_colour=edge)

    def _strip(self, line: Line) -> Strip:
        width, under = self.size.width, self._look.palette.background
        bits = line.laid(width)
        return Strip([Segment(b.text, pen(b.colour, under, bold=b.bold)) for b in bits if b.text], width)
