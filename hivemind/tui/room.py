"""The main screen: top line, agents, tiles, and below them what is said and what is asked."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult

from hivemind.tui.bar import AskBar, Bar
from hivemind.tui.bars import bars
from hivemind.tui.board import Board
from hivemind.tui.cards import Cards
from hivemind.tui.drawn import Drawn
from hivemind.tui.held import HeldScreen
from hivemind.tui.layers import strip
from hivemind.tui.listing import Listing
from hivemind.tui.look import Look
from hivemind.tui.middle import Middle
from hivemind.tui.says import Says
from hivemind.tui.tab_line import TabLine
from hivemind.tui.tile_view import TileView
from hivemind.tui.top_line import prefix_line, top_line
from hivemind.tui.writer import Writer


class Room(HeldScreen):
    """Draws the board; decides nothing. Keys never get here: the app takes them first."""

    DEFAULT_CSS = """
    Room { layout: vertical; overflow: hidden; }
    #top, #strip { height: 1; }
    """
    ALLOW_SELECT = False

    def __init__(self, board: Board, says: Says, look: Look, folder: str) -> None:
        super().__init__()
        self._board = board
        self._says = says
        self._look = look
        self._folder = folder
        self.matter = Bar()
        """How much of what is asked is shown."""
        self.writer: Writer | None = None
        palette = look.palette
        self.top = TabLine(palette.raised)
        self.strip = Drawn(palette.background, is_fixed=True)
        self.listing, self.cards = Listing(board), Cards(board)
        self.middle = Middle(board, look, self.listing, self.cards)
        self.agents, self.grid, self.empty = self.middle.agents, self.middle.grid, self.middle.empty
        self.said = Drawn(palette.raised)
        self.bar = AskBar(palette.raised)
        self.show_cursor: Callable[[TileView | None], None] = lambda _: None
        """Shows the terminal's cursor where the program of that view has its own."""
        self.top.id, self.strip.id = "top", "strip"

    async def on_event(self, event: events.Event) -> None:
        """A size that the terminal has no more does not matter: two on their way at once would take turns for ever."""
        if not isinstance(event, events.Resize) or event.size == self.app.size:
            await super().on_event(event)

    def on_screen_resume(self) -> None:
        """A dialog closed: keys go to a program again."""
        self.show_cursor(self.grid.view(self._board.focus or ""))

    def on_unmount(self) -> None:
        """Leave the terminal's cursor in the shape it had."""
        self.show_cursor(None)

    def compose(self) -> ComposeResult:
        """The parts, from the top."""
        yield self.top
        yield self.strip
        yield self.middle
        yield self.said
        yield self.bar

    def repaint(self, *, leader: str = "", is_lost: bool = False, is_loaded: bool = True) -> None:
        """Bring everything up to date with the board; what did not change is not painted."""
        board, look, width = self._board, self._look, self.size.width
        if not width:
            return
        self.middle.repaint(self.size, is_loaded=is_loaded)
        has_list, hidden = self.middle.plan.has_list, self.grid.hidden_count
        if leader:
            self.top.draw([prefix_line(look, width, leader)])
        else:
            hidden = hidden if has_list else 0
            self.top.draw([top_line(board, look, width=width, folder=self._folder, hidden=hidden, is_lost=is_lost)])
        self.strip.display = self.middle.plan.has_strip
        if self.strip.display:
            self.strip.draw([strip(board, look, width)])
        self.matter.is_lost = is_lost
        self.said.draw(self._says.lines(look, width))
        self.bar.draw(bars(board, look, self.matter, self.writer, size=self.size))
        self.show_cursor(self.grid.view(self._board.focus or ""))
