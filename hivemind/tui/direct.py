"""Painting past the compositor: lines that changed go straight to the terminal, in one synchronized update.

Textual lays out, takes the input and draws everything else. Its compositor needs many times as long for a line as the
line itself; so where nothing lies over a tile, a bar or the list, their lines are written here, and everywhere else the
widget is refreshed in the ordinary way. Both show the same cells: they ask the widget for the same strips, and what was
written here is marked in the widget's cache, so that the compositor never brings back an older line.

The one module that knows these private parts of Textual 8.2 and Rich: `App._driver`, `App._sync_available`,
`App._batch_count`, `App._exit`, `Console._color_system`, `Screen._compositor` and its `visible_widgets`,
`Widget._styles_cache`. The tests of this module pin them.
"""

# ruff: noqa: SLF001 (see above)

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final

from rich.color import ColorSystem
from textual.filter import ANSIToTruecolor
from textual.geometry import Region
from textual.widget import Widget

from hivemind.tui.held import HeldScreen
from hivemind.tui.lined import Lined
from hivemind.tui.outer_cursor import OuterCursor
from hivemind.tui.outlet import OutletDriver
from hivemind.tui.tile_view import TileView

if TYPE_CHECKING:
    from textual.app import App

    from hivemind.tui.room import Room

SYNC_START, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
"""Synchronized output (DECSET 2026): the terminal shows what lies between at once."""


BESIDE: Final = 0.012
"""Seconds that what changes in tiles without the focus may wait."""

AT_ONCE: Final = 48
"""Lines of them, some milliseconds' worth, between which keys and echoes are looked after."""


class Direct:
    """Paints lines, all that change in one turn of the event loop at once."""

    def __init__(self, app: App[Any], room: Room, env: Mapping[str, str]) -> None:
        self._app = app
        self._is_in_tmux = bool(env.get("TMUX"))
        """Whether what is written at once is shown at once, whatever the terminal says of synchronized output."""
        room.show_cursor = self.show_cursor
        for one in (room.top, room.strip, room.agents, room.said, room.bar, room.grid):
            one.on_lines = self.paint
        self._lines: dict[Lined, set[int]] = {}
        self._beside: dict[Lined, set[int]] = {}
        self._is_due = False
        self._placed: object = None
        self._free: dict[Lined, Region] = {}
        self._cursor = OuterCursor()

    def paint(self, widget: Lined, lines: Collection[int]) -> None:
        """Paint some lines of a widget, as they are when their turn comes.

        Tiles that nobody types into are painted together, a moment later: no echo waits for them.
        """
        if not lines:
            return
        loop = asyncio.get_running_loop()
        if isinstance(widget, TileView) and not (widget.is_focused or widget.is_restarting):
            if not self._beside:
                loop.call_later(BESIDE, self._flush_beside)
            self._beside.setdefault(widget, set()).update(lines)
            return
        self._lines.setdefault(widget, set()).update(lines)
        if not self._is_due:
            self._is_due = True
            loop.call_soon(self._flush)

    def _flush_beside(self) -> None:
        count = 0
        while self._beside and count < AT_ONCE:
            widget = next(iter(self._beside))
            lines = self._beside.pop(widget)
            self._lines.setdefault(widget, set()).update(lines)
            count += len(lines)
        if self._beside:
            asyncio.get_running_loop().call_soon(self._flush_beside)
        self._flush()

    def _can_write(self) -> bool:
        """Whether there is a terminal that is ours now, and nobody is in the middle of changing the room."""
        app = self._app
        return app.is_running and isinstance(app._driver, OutletDriver) and not app._batch_count

    def _flush(self) -> None:
        self._is_due = False
        if not self._app.is_running:
            return
        screen = self._app.screen
        if isinstance(screen, HeldScreen) and screen.is_held:
            self._lines.clear()
            screen.let_go()
            return
        driver = self._app._driver
        if isinstance(driver, OutletDriver) and driver.is_busy:
            driver.on_drained = self._flush  # whatever changes until then is painted once
            return
        painted, self._lines = self._lines, {}
        can_write, free = self._can_write(), self._free_widgets()
        parts = []
        for widget, lines in painted.items():
            region = free.get(widget)
            if region is not None and can_write and widget.is_at(region):
                parts += self._parts(widget, region, lines)
            elif widget.is_attached:
                widget.refresh_lines(lines)
        if parts and isinstance(driver, OutletDriver):
            self._write(driver, "".join(parts), painted)

    def _parts(self, widget: Lined, region: Region, lines: Collection[int]) -> list[str]:
        """Each line with the place it goes to."""
        console = self._app.console
        colours = console._color_system or ColorSystem.TRUECOLOR
        filters = [one for one in self._app.get_line_filters() if not isinstance(one, ANSIToTruecolor)]
        parts = []
        for y in lines:
            if y >= region.height:
                continue
            if filters:
                x, strip = widget.part(y)
                for one in filters:
                    strip = strip.apply_filter(one, widget.background_colors[1])
                text = strip.render(console)
            else:
                x, text = widget.written(y, colours)
            parts.append(f"\x1b[{region.y + y + 1};{region.x + x + 1}H{text}")
        widget._styles_cache.set_dirty(*(Region(0, y, region.width, 1) for y in lines))
        return parts

    def _write(self, driver: OutletDriver, text: str, painted: Collection[Lined]) -> None:
        view = next((one for one in painted if isinstance(one, TileView) and one.is_focused), None)
        if view is not None and (offset := view.cursor_offset()) is not None:
            self._app.cursor_position = offset
        start, end = (SYNC_START, SYNC_END) if self._app._sync_available else ("", "")
        driver.write(f"{start}{text}{self._place()}{self._shape(view)}{end}")
        driver.flush()

    def _place(self) -> str:
        """To where the compositor leaves the terminal's cursor."""
        column, row = self._app.screen.outer_size.clamp_offset(self._app.cursor_position)
        return f"\x1b[{row + 1};{column + 1}H"

    def show_cursor(self, view: TileView | None) -> None:
        """Put the terminal's cursor where the focused program's is, in its shape; hidden where it has none.

        Input methods open their windows there. A terminal that shows half a picture (without synchronized output)
        keeps its cursor hidden, since it would be seen flying about, and the view paints one.
        """
        if view is not None and (offset := view.cursor_offset()) is not None:
            self._app.cursor_position = offset
        driver = self._app._driver
        if isinstance(driver, OutletDriver) and not driver.is_busy and (shape := self._shape(view, is_whole=True)):
            driver.write(self._place() + shape)
            driver.flush()

    def _shape(self, view: TileView | None, *, is_whole: bool = False) -> str:
        """What makes the cursor look as in that view; `is_whole` when None means that no view has it."""
        app = self._app
        if not (app._sync_available or self._is_in_tmux) or (view is None and not is_whole):
            return ""
        if app._exit:
            return self._cursor.leave()
        if view is None or len(app.screen_stack) > 1 or view.cursor_offset() is None:
            return self._cursor.change(None)
        if view.paints_cursor:
            view.paints_cursor = False
            view.refresh()
        return self._cursor.change(view.mirror.cursor.shape)

    def _free_widgets(self) -> Mapping[Lined, Region]:
        """The widgets that can be seen whole, and where they are."""
        placed = self._app.screen._compositor.visible_widgets
        if placed is not self._placed:
            self._placed = placed
            self._free = free_widgets(placed)
        return self._free


def free_widgets(placed: Mapping[Widget, tuple[Region, Region]]) -> dict[Lined, Region]:
    """Of widgets with their regions and clips, the topmost first: those that nothing cuts or covers."""
    free: dict[Lined, Region] = {}
    above: list[Region] = []
    for widget, (region, clip) in placed.items():
        is_whole = clip.contains_region(region) and not any(region.overlaps(one) for one in above)
        if isinstance(widget, Lined) and is_whole:
            free[widget] = region
        above.append(region.intersection(clip))
    return free
