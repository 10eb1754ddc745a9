"""Scrolling back: the wheel moves a tile's view through its history, and keys go to copy mode while it is open."""

from __future__ import annotations

from hivemind.tui.board import Board
from hivemind.tui.copying.mode import CopyMode
from hivemind.tui.keymap import Keymap
from hivemind.tui.reader import Reader
from hivemind.tui.says import Say
from hivemind.tui.tile_view import TileView

WHEEL_LINES = 3
"""Lines of one step of the wheel."""

TOLD = (
    ("select", "selects"),
    ("copy", "copies"),
    ("search", "searches"),
    ("help", "shows all keys"),
    ("leave", "leaves"),
)
"""Of the keys of copy mode, those that are told when it begins."""

LEAVE = frozenset({"q", "escape"})
PAGES = {"pageup": -1, "pagedown": 1}


class Scroller:
    """What opens and closes looks back."""

    def __init__(self, board: Board, reader: Reader, mode: CopyMode, *, keys: Keymap, say: Say) -> None:
        self._board = board
        self._reader = reader
        self._mode = mode
        self._keys = keys
        self._say = say

    def wheel(self, tile_id: str, steps: int) -> None:
        """Turn the wheel over a tile, down or (negative) up; at the bottom the live screen is back."""
        view = self._reader.view(tile_id)
        if view is None or (view.scroll is None and steps > 0):
            return
        scroll = view.scroll or self._reader.open(view, keeps_keys=False)
        scroll.is_passing = False
        self._reader.move(view, scroll, steps * WHEEL_LINES)
        if scroll.keeps_keys:
            scroll.keep_cursor(view.inner_rows)

    def enter(self, *, searches: bool = False, key: str = "") -> None:
        """Let keys move through the focused tile's history, perhaps with a search upwards or a key to begin with."""
        view = self._reader.focused()
        if view is None:
            self._say(f"no tile to read: {self._keys.way('spawn')} starts an agent", is_refusal=True)
            return
        self._mode.enter(view, searches=searches)
        if view.scroll and key:
            self._mode.take(view, view.scroll, key)
        told = [f"{key} {does}" for name, does in TOLD if (key := self._keys.in_copy_mode(name))]
        self._say(f"copy mode: {', '.join(told)}")

    def takes(self, name: str) -> bool:
        """Take a key if the focused tile is scrolled back; False when the program should get it.

        After the wheel any typed key brings the live screen back; where something waits for an answer there, that is
        all it does, since nobody saw what it would answer.
        """
        view = self._reader.focused()
        if view is None or view.scroll is None:
            return False
        scroll = view.scroll
        if scroll.keeps_keys:
            self._mode.take(view, scroll, name)
        elif name in PAGES:
            self._reader.move(view, scroll, PAGES[name] * max(1, view.inner_rows - 1))
        elif name in LEAVE:
            view.show_live()
        else:
            view.show_live()
            return self._waits(view)
        return True

    def takes_paste(self, text: str) -> bool:
        """The same for pasted text."""
        view = self._reader.focused()
        if view is None or view.scroll is None:
            return False
        if view.scroll.prompt is not None:
            self._mode.take_text(view, view.scroll, "".join(text.splitlines()[:1]))
            return True
        view.show_live()
        return self._waits(view)

    def _waits(self, view: TileView) -> bool:
        return self._board.needs(view.tile)
