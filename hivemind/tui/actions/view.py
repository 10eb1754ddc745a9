"""Views of the room, and the list of agents: which is shown, and who is listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.tui.action import Action, Group
from hivemind.tui.actions.move import focus

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


def queue(app: HiveApp, _: str) -> None:
    """Show the queue, or the tiles again."""
    app.views.toggle("queue")


def board(app: HiveApp, _: str) -> None:
    """Show the board, or the tiles again."""
    app.views.toggle("board")


def next_view(app: HiveApp, _: str) -> None:
    """Show the next view."""
    app.views.next()


def back(app: HiveApp, _: str) -> None:
    """Show the tiles as they were before."""
    app.views.show("tiles")


def open_tile(app: HiveApp, _: str) -> None:
    """Show the chosen tile among those of its frame."""
    app.views.open()


def visit(app: HiveApp, tile_id: str) -> None:
    """Go to a tile where it is, whatever view is shown."""
    focus(app, tile_id)


def look_for(app: HiveApp, _: str) -> None:
    """Look for an agent by a few letters."""
    app.views.look_for()


def fold(app: HiveApp, frame_id: str) -> None:
    """List a frame's tiles no more, or again."""
    app.room.listing.fold(frame_id)


def fold_this(app: HiveApp, _: str) -> None:
    """The same for the frame that is looked at."""
    if len(app.board.frames) > 1:
        app.room.listing.fold(app.board.frame_id)
    else:
        app.say("there is one frame: nothing to fold", is_refusal=True)


def scroll_list(app: HiveApp, rows: str) -> None:
    """Move what is in view of the list."""
    app.room.listing.window.move(int(rows))


def column(app: HiveApp, at: str) -> None:
    """Go to a column of the board."""
    app.views.look_at(int(at))


def scroll_cards(app: HiveApp, where: str) -> None:
    """Move what is in view of a column of the board."""
    at, rows = where.split()
    app.room.cards.scroll(int(at), int(rows))


VIEW = Group(
    "View",
    25,
    (
        Action("queue", ("w",), "queue: who needs you first", queue, "queue"),
        Action("board", ("B",), "board: doing, needs, done", board),
        Action("next_view", ("v",), "next view", next_view),
        Action("filter", ("s",), "look for an agent", look_for, "list"),
        Action("fold_this", ("F",), "fold this frame in the list", fold_this),
        Action("back", ("q",), "back to the tiles", back),
        Action("open_tile", ("enter",), "open the chosen tile", open_tile),
        Action("visit", (), "go to a tile", visit, needs="a tile's id"),
        Action("fold", (), "fold a frame in the list", fold, needs="a frame's id"),
        Action("scroll_list", (), "move through the list", scroll_list, needs="rows"),
        Action("column", (), "go to a column of the board", column, needs="its number"),
        Action("scroll_cards", (), "move through a column", scroll_cards, needs="column and rows"),
    ),
)
