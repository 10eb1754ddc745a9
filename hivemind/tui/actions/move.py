"""Going from tile to tile, and what of the room is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.tui.action import Action, Group
from hivemind.tui.framing import lay

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


def focus(app: HiveApp, tile_id: str) -> None:
    """Go to a tile; if it asks, its ask comes into the bar."""
    app.board.open(tile_id)
    app.board.show_ask_of(tile_id)


def next_tile(app: HiveApp, _: str) -> None:
    """Go to the next tile."""
    app.board.step(1)


def previous_tile(app: HiveApp, _: str) -> None:
    """Go to the tile before."""
    app.board.step(-1)


def last_tile(app: HiveApp, _: str) -> None:
    """Go back to the tile that had the focus before; again, and it is this one."""
    if not app.board.back():
        app.say("no other tile had the focus before", is_refusal=True)


def left(app: HiveApp, _: str) -> None:
    """Go to the tile on the left."""
    _move(app, "left", -1)


def right(app: HiveApp, _: str) -> None:
    """Go to the tile on the right."""
    _move(app, "right", 1)


def up(app: HiveApp, _: str) -> None:
    """Go to the tile above."""
    _move(app, "up", -1)


def down(app: HiveApp, _: str) -> None:
    """Go to the tile below."""
    _move(app, "down", 1)


def _move(app: HiveApp, direction: str, by: int) -> None:
    """By place where tiles are side by side; when only one is shown, through their order."""
    if len(app.room.grid.sizes) < 2:
        app.board.step(by)
    elif tile_id := app.room.grid.beside(direction):
        app.board.open(tile_id)


def zoom(app: HiveApp, _: str) -> None:
    """Show the focused tile alone, or all again."""
    lay(app, is_zoomed=not app.board.is_zoomed and app.board.focus is not None)


def panel(app: HiveApp, _: str) -> None:
    """Show or hide the list of agents."""
    app.board.has_panel = not app.board.has_panel


MOVE = Group(
    "Move",
    20,
    (
        Action("next_tile", ("tab",), "next tile", next_tile, "tile"),
        Action("previous_tile", ("shift+tab",), "tile before", previous_tile),
        Action("last_tile", (";",), "back to the last tile", last_tile),
        Action(
            "left",
            ("left", "h"),
            "tile there, also h j k l",
            left,
            shown="← ↓ ↑ →",
            beside=("down", "up", "right"),
            alone="tile on the left",
        ),
        Action("down", ("down", "j"), "tile below", down),
        Action("up", ("up", "k"), "tile above", up),
        Action("right", ("right", "l"), "tile on the right", right),
        Action("zoom", ("z",), "zoom this tile, and back", zoom, "zoom"),
        Action("panel", ("b",), "show or hide the list", panel),
        Action("focus", (), "go to a tile", focus, needs="a tile's id"),
    ),
)
