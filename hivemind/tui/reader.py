"""Reading a tile's history: views are opened on it, moved through it, and lines are fetched as they are needed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from hivemind.base.errors import HiveError
from hivemind.tui.board import Board
from hivemind.tui.copying.motions import Window
from hivemind.tui.says import Say
from hivemind.tui.scroll import MARGIN, Scroll
from hivemind.tui.tile_grid import TileGrid
from hivemind.tui.tile_view import TileView
from hivemind.tui.wire import Wire
from hivemind.verbs.rows import Rows

CHUNK = 1000
"""Lines that are fetched at once for a motion or a copy that goes far; fewer than come in one reply."""

Start = Callable[[Awaitable[None]], None]
"""Starts something that goes on by itself."""


class Reader:
    """What fetches lines."""

    def __init__(self, board: Board, grid: TileGrid, wire: Wire, *, say: Say, start: Start) -> None:
        self._board = board
        self._grid = grid
        self._wire = wire
        self.say = say
        self.start = start

    def focused(self) -> TileView | None:
        """The view that keys go to."""
        return self._grid.view(self._board.focus or "")

    def view(self, tile_id: str) -> TileView | None:
        """The view of a tile that is shown."""
        return self._grid.view(tile_id)

    def open(self, view: TileView, *, keeps_keys: bool) -> Scroll:
        """Begin a look back, where the live view stands."""
        # The alternate screen has lines of its own: only the daemon knows those of the main one.
        live = None if view.mirror.modes.alternate else view.live_top
        view.rewound = None
        shown, size = view.shown, view.mirror.size
        scroll = view.scroll = Scroll(live, keeps_keys=keeps_keys, row=shown.row, left=shown.column, size=size)
        return scroll

    def fit(self, view: TileView) -> None:
        """The view or the screen has another size: bring the cursor into sight, and fetch what is not there."""
        if (scroll := view.scroll) is None:
            return
        if scroll.keeps_keys and scroll.is_loaded and view.inner_rows:
            scroll.bring(window(view, scroll), view.inner_columns)
        self.show(view, scroll)

    def move(self, view: TileView, scroll: Scroll, lines: int) -> None:
        """Move a view, down or (negative) up; one that was opened with the wheel is live again at the bottom."""
        scroll.move(lines)
        if not self._is_over(view, scroll):
            self.show(view, scroll)

    def _is_over(self, view: TileView, scroll: Scroll) -> bool:
        """End a look back that is not back and that no key and no button keeps open."""
        is_kept = scroll.keeps_keys or scroll.is_held or scroll.live is None
        if is_kept or scroll.back or view.scroll is not scroll:
            return False
        view.show_live()
        return True

    def show(self, view: TileView, scroll: Scroll) -> None:
        """Paint a view anew; what is not there is fetched."""
        view.retitle()
        view.refresh()
        if not scroll.is_fetching and scroll.missing(view.inner_rows) is not None:
            scroll.is_fetching = True
            self.start(self._fetch(view, scroll))

    async def need(self, view: TileView, scroll: Scroll, line: int) -> None:
        """Fetch the lines around one, for what cannot go on without it."""
        await self._guarded(view, scroll, self._ask(view, scroll, range(max(0, line - MARGIN), line - MARGIN + CHUNK)))

    async def load(self, view: TileView, scroll: Scroll) -> None:
        """Fetch what is in view, if it is not there."""
        await self._guarded(view, scroll, self._ask_missing(view, scroll))

    async def _fetch(self, view: TileView, scroll: Scroll) -> None:
        try:
            await self.load(view, scroll)
        finally:
            scroll.is_fetching = False

    async def _ask_missing(self, view: TileView, scroll: Scroll) -> None:
        while view.scroll is scroll and (span := scroll.missing(view.inner_rows)) is not None:
            await self._ask(view, scroll, span)
            if not self._is_over(view, scroll):
                view.retitle()
                view.refresh()

    async def _ask(self, view: TileView, scroll: Scroll, span: range) -> None:
        async with scroll.lock:
            page = scroll.lines.page
            request = Rows(
                tile=view.tile.tile_id,
                start=max(0, span.start),
                stop=span.stop,
                styles=len(page.styles),
                clusters=len(page.clusters),
            )
            scroll.take(await self._wire.call(request), span)

    async def _guarded(self, view: TileView, scroll: Scroll, work: Awaitable[None]) -> None:
        try:
            await work
        except HiveError as error:
            self.say(f"cannot be read back: {error.message}", is_error=True)
            if view.scroll is scroll:
                view.show_live()


def window(view: TileView, scroll: Scroll) -> Window:
    """The lines in view."""
    return Window(scroll.top, max(1, view.inner_rows))
