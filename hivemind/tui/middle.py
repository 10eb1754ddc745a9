"""Between the bars: the list of agents beside the tiles or above them, the board, or what an empty room says."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Size

from hivemind.tui.board import Board
from hivemind.tui.cards import Cards, CardsView
from hivemind.tui.drawn import Drawn
from hivemind.tui.empty import empty_state
from hivemind.tui.layers import panel, panel_width
from hivemind.tui.listing import Listing
from hivemind.tui.look import Look
from hivemind.tui.tile_grid import TileGrid

WHEEL_ROWS = 2
"""An agent at a time."""

QUEUE_SHARE, QUEUE_LEAST, QUEUE_MOST = 0.36, 42, 64
"""How much of a wide screen the queue has, and its columns at least and at most."""

LIST_SHARE, LIST_LEAST = 0.4, 5
"""How much of the height a list above a tile has, and its rows at least."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is shown, and in which room."""

    columns: int = 0
    """Of the list beside the tiles; 0 where there is none."""
    rows: int = 0
    """Of the list above the tile; 0 where it stands beside, or there is none."""
    has_strip: bool = False
    has_grid: bool = False
    has_cards: bool = False

    @property
    def has_list(self) -> bool:
        """Whether there is a list."""
        return bool(self.columns or self.rows)


def plan(board: Board, listing: Listing, width: int, height: int) -> Plan:
    """What the board's view needs on a screen of that size, of which so many rows are between the bars."""
    if not board.tiles:
        return Plan()
    if board.view == "board":
        return Plan(has_cards=True)
    has_grid, beside = bool(board.order), panel_width(width)
    if board.view == "queue":
        if beside:
            return Plan(columns=round(min(max(width * QUEUE_SHARE, QUEUE_LEAST), QUEUE_MOST)), has_grid=has_grid)
        most = max(LIST_LEAST, round(height * LIST_SHARE))
        return Plan(rows=min(len(board.tiles) + 2, most), has_grid=has_grid)
    is_wanted = (board.has_panel and not board.is_zoomed) or listing.filter is not None
    if beside and is_wanted:
        return Plan(columns=beside, has_grid=has_grid)
    return Plan(has_strip=is_wanted and len(board.tiles) > 1, has_grid=has_grid)


class AgentList(Drawn):
    """The list on the screen, with the wheel."""

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The agents below."""
        event.stop()
        self.post_message(self.Acted(f"scroll_list:{WHEEL_ROWS}"))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The agents above."""
        event.stop()
        self.post_message(self.Acted(f"scroll_list:{-WHEEL_ROWS}"))


class Middle(Container):
    """Everything between the bars."""

    DEFAULT_CSS = """
    Middle { layout: horizontal; height: 1fr; }
    Middle > .full { width: 1fr; height: 1fr; display: none; }
    """

    def __init__(self, board: Board, look: Look, listing: Listing, cards: Cards) -> None:
        super().__init__()
        self._board, self._look = board, look
        self._listing, self._cards = listing, cards
        self.plan = Plan()
        background = look.palette.background
        self.agents = AgentList(background, is_fixed=True)
        self.grid = TileGrid(board, look)
        self.cards = CardsView(background, is_fixed=True)
        self.empty = Drawn(background, is_fixed=True)
        self.agents.display = False
        for widget in (self.cards, self.empty):
            widget.add_class("full")

    def compose(self) -> ComposeResult:
        """All that can stand here."""
        yield self.agents
        yield self.grid
        yield self.cards
        yield self.empty

    def on_resize(self) -> None:
        """There are more rows, or fewer."""
        self.post_message(TileGrid.Placed())

    def repaint(self, screen: Size, *, is_loaded: bool) -> None:
        """Give each part its room on a screen of that size, and bring those that are seen up to date."""
        board, look = self._board, self._look
        width, height = screen.width, self.size.height or screen.height - 1
        self.plan = found = plan(board, self._listing, width, height)
        is_above = bool(found.rows)
        self.styles.layout = "vertical" if is_above else "horizontal"
        self.agents.styles.width = "1fr" if is_above else found.columns
        self.agents.styles.height = found.rows if is_above else "1fr"
        self.agents.display, self.grid.display = found.has_list, found.has_grid
        self.grid.room = width - found.columns if found.has_grid else None
        self.cards.display = found.has_cards
        self.empty.display = not (found.has_grid or found.has_cards)
        if found.has_list:
            size = (found.columns or width, found.rows or height)
            lines = panel(board, look, self._listing, width=size[0], height=size[1], is_short=is_above)
            self.agents.draw(lines)
        if found.has_cards:
            self.cards.draw(self._cards.lines(look, width=width, height=height))
        if self.empty.display and is_loaded:
            name = board.frame.name if board.frame else ""
            self.empty.draw(empty_state(look, width - found.columns, height, frame=name))
        self.grid.repaint()
