"""Views of the room: going to one and back, and what keys do in those where they do not go to a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.tui.board import AskKey, View
from hivemind.tui.cards import NARROW
from hivemind.tui.layers import panel_width
from hivemind.tui.looked import Looked
from hivemind.tui.order import groups

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp

VIEWS: tuple[View, ...] = ("tiles", "queue", "board")

PAGE = 10
"""Agents that a page is."""

MOVES = {
    "up": "up",
    "k": "up",
    "down": "down",
    "j": "down",
    "left": "left",
    "h": "left",
    "right": "right",
    "l": "right",
}
STEPS = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -(1 << 20), "end": 1 << 20}

DIRECTIONS = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "next_tile": "down",
    "previous_tile": "up",
}
"""Actions that move the choice where tiles do not lie side by side."""

OF_TILES = frozenset(
    {"frame", "next_frame", "previous_frame", "new_frame", "zoom", "layout", "split_right", "split_below", "visit"}
)
"""Actions that concern the tiles of a frame: they show these."""


class Views:
    """Which view is shown, and the keys of the queue, of the board, and of whoever looks for an agent."""

    def __init__(self, app: HiveApp) -> None:
        self._app = app
        self._board, self._look = app.board, app.look
        self.listing, self.cards = app.room.listing, app.room.cards
        self._came_from: str | None = None
        self._filters_from: View | None = None
        """The view that the queue is shown instead of while somebody looks for an agent, since that has no list."""
        self._shown: AskKey | None = None
        self.looked = Looked(app)

    # -- going from view to view ---------------------------------------------------------------------------------

    def show(self, view: View) -> None:
        """Show a view; the tiles are shown as they were before they were left."""
        board = self._board
        if view == board.view:
            return
        self.listing.stop_looking()
        self._filters_from = None
        if board.view == "tiles":
            self._came_from = board.focus
        elif view == "tiles" and self._came_from in board.tiles:
            board.open(str(self._came_from))
        self.listing.held = None
        board.view = view
        if view == "queue" and board.ask:
            board.open(board.ask.tile_id)
        self.settle()

    def toggle(self, view: View) -> None:
        """Show a view, or the tiles again."""
        self.show("tiles" if self._board.view == view else view)

    def next(self) -> None:
        """Show the view after this one."""
        self.show(VIEWS[(VIEWS.index(self._board.view) + 1) % len(VIEWS)])

    def open(self) -> None:
        """Show the chosen tile among those of its frame."""
        self._came_from = self._board.focus
        self.show("tiles")

    def settle(self) -> None:
        """What a person sees goes with what is chosen, whatever has happened."""
        board = self._board
        if board.view != "tiles":
            if board.focus is None and (found := groups(board)):
                board.open(found[0][1][0].tile_id)
            if board.view == "queue":
                self._keep_ask()
            self.listing.hold()
        self._shown = board.shown
        self.looked.look()

    def _keep_ask(self) -> None:
        """The bar shows the ask of the chosen tile; from one that was answered or passed over, the choice goes on."""
        board, had = self._board, self._shown
        if board.ask and had and had != board.shown and had[0] == board.focus:
            board.open(board.ask.tile_id)
        elif board.focus and board.shown and board.shown[0] != board.focus:
            board.turn_to(board.focus, self._look.clock.monotonic())

    # -- keys ----------------------------------------------------------------------------------------------------

    def does(self, name: str, argument: str) -> bool:
        """Do an action in the way of this view; False when it is done as everywhere."""
        if name == "focus" and self.listing.filter is not None:
            self._found(argument)
            return True
        if self._board.view == "tiles":
            return False
        if name in DIRECTIONS:
            self.move(DIRECTIONS[name])
            return True
        if name == "open_ask" and self._board.ask:
            self._board.open(self._board.ask.tile_id)
            self.open()
            return True
        is_read = name in {"scroll", "search"} and self._board.view == "board"
        if is_read or name in OF_TILES or name.startswith(("layout_", "resize_", "swap_")):
            self.open()
        return False

    def takes(self, name: str) -> bool:
        """Take a key that would go to a program where one is shown."""
        if self.listing.filter is not None:
            self._look_for(name)
            return True
        if self._board.view == "tiles":
            return False
        if name in MOVES:
            self.move(MOVES[name])
        elif name in STEPS and self._board.view == "queue":
            self._choose(self.listing.step(STEPS[name]))
        elif name == "enter":
            self.open()
        elif name in {"escape", "q", "w"}:
            self.show("tiles")
        elif name == "/":
            self.look_for()
        else:
            helps = f"{self._look.keys.way('help')} helps"
            self._app.say(f"keys choose an agent here: Enter opens it, Esc goes back, {helps}", is_refusal=True)
        return True

    def takes_paste(self, text: str) -> bool:
        """The same for pasted text."""
        if self.listing.filter is not None:
            self.listing.paste(text)
        elif self._board.view == "tiles":
            return False
        else:
            self._app.say("nothing can be pasted here: Enter opens the agent", is_refusal=True)
        return True

    def move(self, direction: str) -> None:
        """Move the choice."""
        if self._board.view == "board":
            self._choose(self.cards.beside(direction, is_narrow=self._app.size.width < NARROW))
        elif direction in STEPS:
            self._choose(self.listing.step(STEPS[direction]))

    def look_at(self, column: int) -> None:
        """Go to a column of the board."""
        self._choose(self.cards.look_at(column))

    def _choose(self, tile_id: str | None) -> None:
        if tile_id and tile_id != self._board.focus:
            self._app.act("focus", tile_id)

    # -- looking for an agent ------------------------------------------------------------------------------------

    def look_for(self) -> None:
        """Begin to filter the list; where there is none, the queue is shown for it."""
        if self.listing.filter is not None:
            return
        view = self._board.view
        if view == "board" or (view == "tiles" and not panel_width(self._app.size.width)):
            self.show("queue")
            self._filters_from = view
        self.listing.look_for()

    def _look_for(self, name: str) -> None:
        if name in STEPS:
            self.listing.found = self.listing.step(STEPS[name])
        elif name in {"enter", "escape"}:
            self._found(self.listing.found if name == "enter" else None)
        else:
            self.listing.type(name)

    def _found(self, tile_id: str | None) -> None:
        """Look no more; go to a tile, or back to where somebody came from."""
        view, self._filters_from = self._filters_from, None
        self.listing.stop_looking()
        if tile_id:
            self._app.act("focus", tile_id)
        if view == "board":
            self._board.view = view
        elif view and tile_id:
            self.open()
        elif view:
            self.show(view)
