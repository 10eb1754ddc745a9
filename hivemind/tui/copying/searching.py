"""Searching a tile: a text is typed, every place of it is marked as one types, and one goes from place to place.

Capitals in the text make it look for capitals. Over the end it goes on at the other end, and says so.
"""

from __future__ import annotations

from hivemind.base.errors import HiveError
from hivemind.tui.copying.lines import Spot
from hivemind.tui.reader import Reader, window
from hivemind.tui.scroll import Finds, Prompt, Scroll
from hivemind.tui.tile_view import TileView
from hivemind.tui.visible import visible
from hivemind.tui.wire import Wire
from hivemind.verbs.search import Search


class Searching:
    """What finds."""

    def __init__(self, reader: Reader, wire: Wire) -> None:
        self._reader = reader
        self._wire = wire
        self._looking: set[Scroll] = set()
        """Where a request is on its way for what is typed."""
        self._last = ""
        """What was searched last, in any tile."""

    def ask(self, view: TileView, scroll: Scroll, *, backwards: bool, is_first: bool = False) -> None:
        """Let a text be typed."""
        scroll.prompt = Prompt("", backwards, scroll.cursor, is_first=is_first)
        view.retitle()

    def type(self, view: TileView, scroll: Scroll, prompt: Prompt, name: str) -> None:
        """A key while a text is typed, but for Enter."""
        if name == "escape" or (name == "backspace" and not prompt.text):
            scroll.prompt = scroll.finds = None
            self._go(view, scroll, prompt.origin)
            if prompt.is_first:
                view.show_live()
            return
        if name == "backspace":
            prompt.text = prompt.text[:-1]
        elif name == "ctrl+u":
            prompt.text = ""
        elif len(name) == 1 or name == "space":
            prompt.text += " " if name == "space" else name
        view.retitle()
        self._look(view, scroll)

    async def finish(self, view: TileView, scroll: Scroll, prompt: Prompt) -> None:
        """Enter: go to the first place from where one was; without a text, to that of the search before."""
        text = prompt.text or self._last
        scroll.prompt = None
        scroll.cursor = prompt.origin
        view.retitle()
        if text:
            await self.find(view, scroll, text, backwards=prompt.backwards)

    async def find(self, view: TileView, scroll: Scroll, text: str, *, backwards: bool) -> None:
        """Go to the next place of a text."""
        self._last = text
        finds = await self._places(view, scroll, text, backwards=backwards)
        if finds and view.scroll is scroll:
            self._step(view, scroll, finds, backwards=backwards)

    async def again(self, view: TileView, scroll: Scroll, *, turned: bool) -> None:
        """Go to the next place of what was searched; turned, in the other direction."""
        had = scroll.finds
        text = had.text if had else self._last
        if not text:
            self._reader.say("nothing was searched yet: / searches", is_refusal=True)
            return
        backwards = had.backwards if had else True
        finds = had
        if finds is None or finds.revision != view.mirror.revision:
            finds = await self._places(view, scroll, text, backwards=backwards)
        if finds and view.scroll is scroll:
            self._step(view, scroll, finds, backwards=backwards != turned)

    def _step(self, view: TileView, scroll: Scroll, finds: Finds, *, backwards: bool) -> None:
        scroll.finds = finds
        went_over = finds.step(scroll.cursor, backwards=backwards)
        if finds.spot is None:
            self._reader.say(f"'{visible(finds.text)}' does not stand here", is_refusal=True)
            self._reader.show(view, scroll)
            return
        if went_over and finds.count > 1:
            self._reader.say(f"went on at the {'bottom' if backwards else 'top'}")
        self._go(view, scroll, finds.spot)

    def _go(self, view: TileView, scroll: Scroll, spot: Spot) -> None:
        scroll.go(spot, window(view, scroll), view.inner_columns)
        scroll.goal = spot.column
        self._reader.show(view, scroll)

    def _look(self, view: TileView, scroll: Scroll) -> None:
        """Mark the places of what is typed so far, one request at a time."""
        if scroll not in self._looking:
            self._looking.add(scroll)
            self._reader.start(self._looked(view, scroll))

    async def _looked(self, view: TileView, scroll: Scroll) -> None:
        looked = ""
        try:
            while (prompt := scroll.prompt) and prompt.text != looked:
                looked = prompt.text
                finds = await self._places(view, scroll, looked, backwards=prompt.backwards) if looked else None
                if scroll.prompt is prompt and view.scroll is scroll:
                    self._preview(view, scroll, prompt, finds)
        finally:
            self._looking.discard(scroll)

    def _preview(self, view: TileView, scroll: Scroll, prompt: Prompt, finds: Finds | None) -> None:
        scroll.finds = finds
        if finds:
            finds.step(prompt.origin, backwards=prompt.backwards)
        self._go(view, scroll, (finds.spot if finds else None) or prompt.origin)

    async def _places(self, view: TileView, scroll: Scroll, text: str, *, backwards: bool) -> Finds | None:
        revision = view.mirror.revision
        request = Search(tile=view.tile.tile_id, text=text, ignore_case=text == text.lower())
        try:
            found = await self._wire.call(request)
        except HiveError as error:
            self._reader.say(f"cannot be searched: {error.message}", is_error=True)
            return None
        if scroll.selection is None:
            scroll.lines.refresh()
        return Finds(text, found, backwards=backwards, revision=revision)
