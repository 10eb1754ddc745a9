"""Scrolling back: the wheel and keys move a tile's view through its history, which is fetched as it comes to view."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from hivemind.base.errors import HiveError
from hivemind.tui.board import Board
from hivemind.tui.keymap import Keymap
from hivemind.tui.says import Say
from hivemind.tui.scroll import Scroll
from hivemind.tui.tile_grid import TileGrid
from hivemind.tui.tile_view import TileView
from hivemind.tui.visible import visible
from hivemind.tui.wire import Wire
from hivemind.verbs.history import History
from hivemind.verbs.rows import Rows

WHEEL_LINES = 3
"""Lines of one step of the wheel."""

FAR = 1 << 30
"""More lines than there are."""

HINT = "reading back: PageUp PageDown arrows g G move, / searches, n N again, q leaves"

LEAVE = frozenset({"q", "escape"})
MOVES = {"up": -1, "k": -1, "down": 1, "j": 1, "g": -FAR, "home": -FAR, "G": FAR, "end": FAR}
PAGES = {"pageup": -1, "pagedown": 1}


class Scroller:
    """What moves the views."""

    def __init__(
        self,
        board: Board,
        grid: TileGrid,
        wire: Wire,
        *,
        keys: Keymap,
        say: Say,
        start: Callable[[Awaitable[None]], None],
    ) -> None:
        self._board = board
        self._grid = grid
        self._wire = wire
        self._keys = keys
        self._say = say
        self._start = start

    def wheel(self, tile_id: str, steps: int) -> None:
        """Turn the wheel over a tile, down or (negative) up; at the bottom the live screen is back."""
        view = self._grid.view(tile_id)
        if view is None or (view.scroll is None and steps > 0):
            return
        self._move(view, view.scroll or self._open(view, keeps_keys=False), steps * WHEEL_LINES)

    def enter(self, *, searches: bool = False) -> None:
        """Let keys move through the focused tile's history, perhaps with a search to begin with."""
        view = self._focused()
        if view is None:
            self._say(f"no tile to read: {self._keys.press('spawn')} starts an agent")
            return
        scroll = view.scroll or self._open(view, keeps_keys=True)
        scroll.keeps_keys = True
        scroll.search = "" if searches else None
        self._say(HINT)
        self._move(view, scroll, 0)

    def takes(self, name: str) -> bool:
        """Take a key if the focused tile is scrolled back; False when the program should get it.

        After the wheel any typed key brings the live screen back; where something waits for an answer there, that is
        all it does, since nobody saw what it would answer.
        """
        view = self._focused()
        if view is None or view.scroll is None:
            return False
        scroll = view.scroll
        if scroll.search is not None:
            self._type(view, scroll, name)
        elif name in PAGES:
            self._move(view, scroll, PAGES[name] * max(1, view.inner_rows - 1))
        elif name in LEAVE:
            view.show_live()
        elif scroll.keeps_keys:
            self._command(view, scroll, name)
        else:
            view.show_live()
            return self._waits(view)
        return True

    def takes_paste(self, text: str) -> bool:
        """The same for pasted text."""
        view = self._focused()
        if view is None or view.scroll is None:
            return False
        if view.scroll.search is not None:
            view.scroll.search += "".join(text.splitlines()[:1])
            view.retitle()
            return True
        view.show_live()
        return self._waits(view)

    def _focused(self) -> TileView | None:
        return self._grid.view(self._board.focus or "")

    def _waits(self, view: TileView) -> bool:
        return self._board.needs(view.tile)

    def _open(self, view: TileView, *, keeps_keys: bool) -> Scroll:
        # The alternate screen has lines of its own: only the daemon knows those of the main one.
        view.scroll = Scroll(None if view.mirror.modes.alternate else view.live_top, keeps_keys=keeps_keys)
        return view.scroll

    def _move(self, view: TileView, scroll: Scroll, lines: int) -> None:
        scroll.move(lines)
        if lines > 0 and scroll.live is not None and not scroll.back and not scroll.keeps_keys:
            view.show_live()
            return
        view.retitle()
        view.refresh()
        if not scroll.is_fetching:
            scroll.is_fetching = True
            self._start(self._fetch(view, scroll))

    async def _fetch(self, view: TileView, scroll: Scroll) -> None:
        try:
            while view.scroll is scroll and (span := scroll.missing(view.inner_rows)) is not None:
                styles, clusters = len(scroll.page.styles), len(scroll.page.clusters)
                request = Rows(
                    tile=view.tile.tile_id, start=span.start, stop=span.stop, styles=styles, clusters=clusters
                )
                scroll.take(await self._wire.call(request), span, view.inner_rows)
                view.retitle()
                view.refresh()
        except HiveError as error:
            self._say(f"cannot be read back: {error.message}", is_error=True)
            view.show_live()
        finally:
            scroll.is_fetching = False

    def _command(self, view: TileView, scroll: Scroll, name: str) -> None:
        if name in MOVES:
            self._move(view, scroll, MOVES[name])
        elif name == "/":
            scroll.search = ""
            view.retitle()
        elif name in {"n", "N"} and scroll.wanted:
            self._start(self._search(view, scroll, backwards=name == "n"))
        else:
            self._say(HINT)

    def _type(self, view: TileView, scroll: Scroll, name: str) -> None:
        """A key while the text to search for is typed."""
        text = scroll.search or ""
        if name == "escape":
            scroll.search = None
        elif name == "enter":
            scroll.search, scroll.wanted, scroll.found = None, text or scroll.wanted, None
            if scroll.wanted:
                self._start(self._search(view, scroll, backwards=True))
        elif name == "backspace":
            scroll.search = text[:-1]
        elif len(name) == 1 or name == "space":
            scroll.search = text + (" " if name == "space" else name)
        view.retitle()

    async def _search(self, view: TileView, scroll: Scroll, *, backwards: bool) -> None:
        """Go to the next match; capitals in the text make it look for capitals."""
        at = scroll.found.line if scroll.found else scroll.top + view.inner_rows * backwards
        text = scroll.wanted
        request = History(
            tile=view.tile.tile_id,
            find=text,
            start=at if backwards or scroll.found is None else at + 1,
            backwards=backwards,
            ignore_case=text == text.lower(),
        )
        try:
            place = (await self._wire.call(request)).match
        except HiveError as error:
            self._say(f"cannot be searched: {error.message}", is_error=True)
            return
        if view.scroll is not scroll:
            return
        if place is None:
            self._say(f"'{visible(text)}' does not stand {'above' if backwards else 'below'}")
            return
        scroll.show(place, view.inner_rows)
        self._move(view, scroll, 0)
