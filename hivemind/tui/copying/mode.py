"""Copy mode: keys move a cursor through a tile's history, select in it and copy, as in vi.

Keys are taken in order: one that needs lines which are not there yet waits for them, and those behind it wait too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Mapping

from hivemind.tui.clipboard import Clipboard
from hivemind.tui.copying.lines import Spot, UnfetchedError
from hivemind.tui.copying.links import link_at
from hivemind.tui.copying.motions import FAR, MOTIONS, Find
from hivemind.tui.copying.searching import Searching
from hivemind.tui.copying.selection import Kind, Selection, word_at
from hivemind.tui.opener import Opener
from hivemind.tui.reader import Reader, window
from hivemind.tui.scroll import Scroll
from hivemind.tui.tile_view import TileView

MOST_TIMES = 9999
"""How often a motion can be repeated."""

LEAVING = frozenset({"leave", "unselect"})
"""Commands that need no lines."""

Later = Awaitable[None] | None
Command = Callable[[TileView, Scroll], Later]


class CopyMode:
    """What a key does there."""

    def __init__(
        self,
        reader: Reader,
        searching: Searching,
        clipboard: Clipboard,
        opener: Opener,
        *,
        keys: Mapping[str, str],
        show_help: Callable[[], None],
    ) -> None:
        self._reader = reader
        self._searching = searching
        self._clipboard = clipboard
        self._opener = opener
        self._show_help = show_help
        self._keys = keys
        self._waiting: deque[tuple[TileView, Scroll, str]] = deque()
        self._is_busy = False
        self._turn = 0
        """Grows when what is waited for is given up."""
        self._commands = self._table()
        self.names = MOTIONS.keys() | self._commands.keys()
        """Everything that a key can do here."""

    def _table(self) -> dict[str, Command]:
        """What each name of the key table stands for that is no motion."""
        return {
            "down": lambda v, s: self._lines(v, s, 1),
            "up": lambda v, s: self._lines(v, s, -1),
            "half_down": lambda v, s: self._page(v, s, v.inner_rows // 2),
            "half_up": lambda v, s: self._page(v, s, -(v.inner_rows // 2)),
            "page_down": lambda v, s: self._page(v, s, v.inner_rows - 1),
            "page_up": lambda v, s: self._page(v, s, 1 - v.inner_rows),
            "scroll_down": lambda v, s: self._roll(v, s, 1),
            "scroll_up": lambda v, s: self._roll(v, s, -1),
            "select": lambda v, s: self._select(v, s, "chars"),
            "select_lines": lambda v, s: self._select(v, s, "lines"),
            "select_block": lambda v, s: self._select(v, s, "block"),
            "copy": lambda v, s: self._copy(v, s, s.selection or Selection("lines", s.cursor)),
            "copy_line": lambda v, s: self._copy(v, s, Selection("lines", s.cursor)),
            "find": lambda _, s: self._find(s, Find("", backwards=False, stops_before=False)),
            "find_back": lambda _, s: self._find(s, Find("", backwards=True, stops_before=False)),
            "till": lambda _, s: self._find(s, Find("", backwards=False, stops_before=True)),
            "till_back": lambda _, s: self._find(s, Find("", backwards=True, stops_before=True)),
            "find_again": lambda v, s: self._find_again(v, s, s.find),
            "find_turned": lambda v, s: self._find_again(v, s, s.find and s.find.turned()),
            "search": lambda v, s: self._searching.ask(v, s, backwards=False),
            "search_back": lambda v, s: self._searching.ask(v, s, backwards=True),
            "again": lambda v, s: self._searching.again(v, s, turned=False),
            "again_back": lambda v, s: self._searching.again(v, s, turned=True),
            "this_word": self._this_word,
            "open": self._open,
            "help": lambda _v, _s: self._show_help(),
            "unselect": self._unselect,
            "leave": lambda v, _: v.show_live(),
        }

    def enter(self, view: TileView, *, searches: bool = False) -> None:
        """Begin, with the cursor where the program's is."""
        is_new = view.scroll is None
        scroll = view.scroll or self._reader.open(view, keeps_keys=True)
        if is_new:
            row = min(max(0, view.mirror.cursor.row - view.shown.row), max(0, view.inner_rows - 1))
            scroll.cursor = Spot(scroll.top + row, view.mirror.cursor.column)
            scroll.goal = scroll.cursor.column
        elif not scroll.keeps_keys:
            scroll.cursor = Spot(scroll.top + max(0, view.inner_rows - 1), 0)
        scroll.keeps_keys = True
        scroll.prompt = None
        if searches:
            self._searching.ask(view, scroll, backwards=True, is_first=is_new)
        self._reader.show(view, scroll)

    def take(self, view: TileView, scroll: Scroll, name: str) -> None:
        """Take a key. Escape gives up what is being waited for, and leaves."""
        if self._is_busy and self._keys.get(name) == "unselect" and scroll.prompt is None:
            self._waiting.clear()
            self._is_busy, self._turn = False, self._turn + 1
            view.show_live()
            return
        self._waiting.append((view, scroll, name))
        if not self._is_busy:
            self._go_on()

    def take_text(self, view: TileView, scroll: Scroll, text: str) -> None:
        """Take pasted text into what is searched."""
        for character in text:
            self.take(view, scroll, character)

    def _go_on(self) -> None:
        while self._waiting:
            view, scroll, name = self._waiting[0]
            try:
                later = self._do(view, scroll, name) if view.scroll is scroll else None
            except UnfetchedError as error:
                later = self._reader.need(view, scroll, error.line)
            else:
                self._waiting.popleft()
            if later is not None:
                self._is_busy = True
                self._reader.start(self._finish(later, self._turn))
                return

    async def _finish(self, later: Awaitable[None], turn: int) -> None:
        try:
            await later
        finally:
            if turn == self._turn:  # else it was given up
                self._is_busy = False
        if turn == self._turn:
            self._go_on()

    def _do(self, view: TileView, scroll: Scroll, name: str) -> Later:
        if prompt := scroll.prompt:
            if name == "enter":
                return self._searching.finish(view, scroll, prompt)
            self._searching.type(view, scroll, prompt, name)
            return None
        if not scroll.is_loaded and self._keys.get(name) not in LEAVING:
            raise UnfetchedError(scroll.top)
        if scroll.find and not scroll.find.character:
            self._find_typed(view, scroll, scroll.find, name)
            return None
        if name.isdecimal() and (name != "0" or scroll.count):
            scroll.count = min(MOST_TIMES, scroll.count * 10 + int(name))
            return None
        command = self._keys.get(name, "")
        later: Later = None
        if command in MOTIONS:
            self._motion(view, scroll, command)
        elif command:
            later = self._commands[command](view, scroll)
        scroll.count = 0
        return later

    def _motion(self, view: TileView, scroll: Scroll, name: str) -> None:
        spot = scroll.lines.clamp(scroll.cursor)
        for _ in range(scroll.count or 1):
            before, spot = spot, MOTIONS[name](scroll.lines, spot, window(view, scroll))
            if spot == before:
                break
        self._to(view, scroll, spot)
        scroll.goal = FAR if name == "line_end" else scroll.cursor.column

    def _find(self, scroll: Scroll, find: Find) -> None:
        """The next key is the character that is looked for."""
        scroll.find, scroll.kept_count = find, scroll.count

    def _find_typed(self, view: TileView, scroll: Scroll, find: Find, name: str) -> None:
        character = " " if name == "space" else name
        if len(character) != 1:
            scroll.find = None
            return
        scroll.find = find._replace(character=character)
        scroll.count = scroll.kept_count
        self._find_again(view, scroll, scroll.find)
        scroll.count = 0

    def _find_again(self, view: TileView, scroll: Scroll, find: Find | None) -> None:
        if find is None:
            return
        spot = scroll.lines.clamp(scroll.cursor)
        for _ in range(scroll.count or 1):
            spot = find.go(scroll.lines, spot)
        self._to(view, scroll, spot)
        scroll.goal = spot.column

    def _lines(self, view: TileView, scroll: Scroll, by: int) -> None:
        line = scroll.cursor.line + by * (scroll.count or 1)
        self._to(view, scroll, scroll.lines.clamp(Spot(line, scroll.goal)))

    def _page(self, view: TileView, scroll: Scroll, by: int) -> None:
        by *= scroll.count or 1
        spot = scroll.lines.clamp(Spot(scroll.cursor.line + by, scroll.goal))
        self._reader.move(view, scroll, by)
        self._to(view, scroll, spot)

    def _roll(self, view: TileView, scroll: Scroll, by: int) -> None:
        self._reader.move(view, scroll, by * (scroll.count or 1))
        scroll.keep_cursor(view.inner_rows)

    def _to(self, view: TileView, scroll: Scroll, spot: Spot) -> None:
        scroll.go(spot, window(view, scroll), view.inner_columns)
        self._reader.show(view, scroll)

    def _select(self, view: TileView, scroll: Scroll, kind: Kind) -> None:
        had = scroll.selection
        if had and had.kind == kind:
            scroll.selection = None
        else:
            scroll.cursor = scroll.lines.clamp(scroll.cursor)
            scroll.selection = Selection(kind, had.anchor if had else scroll.cursor)
        self._reader.show(view, scroll)

    def _unselect(self, view: TileView, scroll: Scroll) -> None:
        if scroll.selection is None:
            view.show_live()
            return
        scroll.selection = None
        self._reader.show(view, scroll)

    def _copy(self, view: TileView, scroll: Scroll, selection: Selection) -> None:
        text = selection.text(scroll.lines, scroll.cursor)
        if text:
            self._clipboard.copy(text)
            view.show_live()
        else:
            self._reader.say("nothing to copy here: v selects", is_refusal=True)

    def _this_word(self, view: TileView, scroll: Scroll) -> Later:
        start, end = word_at(scroll.lines, scroll.cursor)
        word = Selection("chars", start).text(scroll.lines, end).strip()
        return self._searching.find(view, scroll, word, backwards=False) if word else None

    def _open(self, view: TileView, scroll: Scroll) -> None:
        if had := scroll.selection:
            scroll.selection = Selection(had.kind, scroll.cursor)
            self._to(view, scroll, had.anchor)
        elif link := link_at(scroll.lines, scroll.cursor):
            self._opener.open(link)
        else:
            self._reader.say("no link under the cursor", is_refusal=True)
