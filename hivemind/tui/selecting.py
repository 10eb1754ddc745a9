"""Selecting with the mouse: a drag selects characters, with Ctrl a block; a double click a word, a triple click a line.

What is selected is copied when the button is let go. While it is held above or below the tile, the view moves on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hivemind.base.clock import Clock
from hivemind.tui.clipboard import Clipboard
from hivemind.tui.copying.lines import Spot, UnfetchedError
from hivemind.tui.copying.selection import Selection, word_at
from hivemind.tui.reader import Reader, Start
from hivemind.tui.scroll import Scroll
from hivemind.tui.tile_view import TileView

CLICK_SECONDS = 0.4
"""Two clicks on one cell within this time are a double click."""

CREEP_SECONDS = 0.05
"""How often the view moves on while the mouse is held beyond its edge."""

SHOWN_SECONDS = 0.6
"""How long a live tile shows what was copied from it, before it goes on."""

Unit = Literal["chars", "words", "lines", "block"]
CLICKS: tuple[Unit, ...] = ("chars", "words", "lines")


@dataclass(slots=True, eq=False)
class Held:
    """A button that is held over a tile."""

    view: TileView
    start: tuple[int, int]
    """Row and column of the view where it was pressed."""
    at: tuple[int, int]
    """Where the mouse is."""
    unit: Unit
    top: int
    """Number of the first line that was seen live when it was pressed."""
    anchor: Spot | None = None
    """The cell where it was pressed, once its line is known."""
    is_selecting: bool = False
    is_creeping: bool = False


class Selecting:
    """What the left button does over a tile that does not get it."""

    def __init__(self, reader: Reader, clipboard: Clipboard, clock: Clock, *, start: Start) -> None:
        self._reader = reader
        self._clipboard = clipboard
        self._clock = clock
        self._start = start
        self._held: Held | None = None
        self._clicks = 0
        self._last: tuple[str, tuple[int, int]] | None = None
        self._last_at = 0.0

    @property
    def is_held(self) -> bool:
        """Whether the button is held."""
        return self._held is not None

    def press(self, view: TileView, at: tuple[int, int], *, is_block: bool = False) -> None:
        """The button went down."""
        now, here = self._clock.monotonic(), (view.tile.tile_id, at)
        again = here == self._last and now - self._last_at < CLICK_SECONDS
        self._clicks = self._clicks + 1 if again else 0
        self._last, self._last_at = here, now
        unit = "block" if is_block else CLICKS[self._clicks % len(CLICKS)]
        held = self._held = Held(view, at, at, unit, view.live_top)
        view.capture_mouse()
        if held.unit in {"words", "lines"}:
            self._select(held)
        elif view.scroll and view.scroll.selection:
            view.scroll.selection = None
            self._reader.move(view, view.scroll, 0)

    def move(self, at: tuple[int, int]) -> None:
        """The mouse moved while it is held."""
        held = self._held
        if held is None or at == held.at:
            return
        held.at = at
        self._select(held)
        if self._beyond(held) and not held.is_creeping:
            held.is_creeping = True
            self._start(self._creep(held))

    def release(self) -> bool:
        """The button was let go; whether anything was selected."""
        held, self._held = self._held, None
        if held is None:
            return False
        held.view.release_mouse()
        scroll = held.view.scroll
        if held.is_selecting:
            self._start(self._copy(held))
        elif scroll and scroll.keeps_keys:
            scroll.cursor = _spot(held.view, scroll, held.start)
            self._reader.move(held.view, scroll, 0)
        return held.is_selecting

    def cancel(self) -> None:
        """It was let go where nobody saw it."""
        held, self._held = self._held, None
        if held:
            held.view.release_mouse()
            self._end(held)

    def _select(self, held: Held) -> None:
        """Select from where it was pressed to where the mouse is, as soon as the lines are there."""
        view = held.view
        scroll = view.scroll
        if scroll is None:
            scroll = self._reader.open(view, keeps_keys=False)
            scroll.is_passing = True
            if scroll.live is not None:
                scroll.move(held.top - scroll.live)  # to what stood under the mouse when it was pressed
        held.is_selecting = scroll.is_held = True
        if not scroll.is_loaded:
            self._start(self._load(held))
            return
        try:
            self._set(held, scroll)
        except UnfetchedError as error:
            self._start(self._load(held, error.line))
        view.retitle()
        view.refresh()

    def _set(self, held: Held, scroll: Scroll) -> None:
        anchor = held.anchor = held.anchor or _spot(held.view, scroll, held.start)
        here = _spot(held.view, scroll, held.at)
        if held.unit == "words":
            first, last = word_at(scroll.lines, anchor), word_at(scroll.lines, here)
            is_forward = anchor <= here
            scroll.selection = Selection("chars", first[0] if is_forward else first[1])
            scroll.cursor = last[1] if is_forward else last[0]
        else:
            scroll.selection = Selection(held.unit, anchor)
            scroll.cursor = here

    async def _load(self, held: Held, line: int | None = None) -> None:
        view, scroll = held.view, held.view.scroll
        if scroll is None:
            return
        if line is None:
            await self._reader.load(view, scroll)
        else:
            await self._reader.need(view, scroll, line)
        if view.scroll is scroll and scroll.is_loaded and self._held in (None, held):
            self._select(held)

    def _beyond(self, held: Held) -> int:
        """Rows that the mouse is above (negative) or below the view."""
        row, rows = held.at[0], held.view.inner_rows
        return row if row < 0 else max(0, row - rows + 1)

    async def _creep(self, held: Held) -> None:
        while self._held is held and (beyond := self._beyond(held)) and (scroll := held.view.scroll):
            top = scroll.top
            self._reader.move(held.view, scroll, beyond)
            if scroll.is_loaded and scroll.top == top:
                break
            self._select(held)
            await self._clock.sleep(CREEP_SECONDS)
        held.is_creeping = False

    async def _copy(self, held: Held) -> None:
        view, scroll = held.view, held.view.scroll
        if scroll is not None and not scroll.is_loaded:
            await self._load(held)
        while scroll is not None and view.scroll is scroll and scroll.selection:
            try:
                text = scroll.selection.text(scroll.lines, scroll.cursor)
            except UnfetchedError as error:
                await self._reader.need(view, scroll, error.line)
                continue
            if text.strip():
                self._clipboard.copy(text)
                await self._clock.sleep(SHOWN_SECONDS)
            break
        if self._held is None or self._held.view is not view:
            self._end(held)

    def _end(self, held: Held) -> None:
        """A tile that was live before goes on."""
        view = held.view
        scroll = view.scroll
        if scroll:
            scroll.is_held = False
        if scroll and scroll.is_passing and not scroll.keeps_keys:
            view.show_live()


def _spot(view: TileView, scroll: Scroll, at: tuple[int, int]) -> Spot:
    """The cell of the history at a row and column of the view, or at the nearest ones in it."""
    row = max(0, min(at[0], view.inner_rows - 1))
    column = max(0, min(at[1], view.inner_columns - 1))
    return Spot(scroll.top + row, scroll.left + column)
