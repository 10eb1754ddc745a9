"""Dragging: a border makes tiles larger and smaller, a title takes its tile to another place or another frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Offset

from hivemind.tui import framing
from hivemind.tui.borders import Border
from hivemind.tui.signs import called
from hivemind.tui.tabs import ACTION
from hivemind.tui.tile_view import TileView
from hivemind.tui.visible import visible

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


class Drags:
    """Takes what the mouse does to borders and titles; the rest is left to others."""

    def __init__(self, app: HiveApp) -> None:
        self._app = app
        self._border: Border | None = None
        """The one that is dragged."""
        self._start = Offset()
        """Where it was taken."""
        self._tile = ""
        """The tile that is taken by its title."""
        self._told = ""

    def take(self, event: TileView.Moused) -> bool:
        """Whether the event was one of a drag."""
        if self._border is None and not self._tile:
            return event.action == "press" and self._begin(event)
        if event.action == "release":
            self._end(event.place)
        elif event.action == "move" and event.button == "none":
            self._cancel()  # let go where nobody saw it
            return False
        elif event.action == "move":
            self._move(event.place)
        return True

    def _begin(self, event: TileView.Moused) -> bool:
        grid = self._app.room.grid
        view = grid.view(event.tile_id)
        is_title = view is not None and event.place.y == view.region.y
        if is_title and event.button == "right":
            self._app.act("tile_menu", event.tile_id)
            return True
        if view is None or event.button != "left":
            return False
        self._border, self._start = grid.border_at(event.place), event.place
        if self._border is None and is_title:
            self._tile, self._told = event.tile_id, ""
            self._app.act("focus", event.tile_id)
        if self._border is None and not self._tile:
            return False
        view.capture_mouse()
        return True

    def _move(self, place: Offset) -> None:
        app = self._app
        if self._border:
            x, y = place - self._start
            app.room.grid.drag(self._border, x if self._border.across else y)
        elif not self._told and self._target(place):
            tile = app.board.tiles.get(self._tile)
            name = visible(called(tile)) if tile else ""
            self._told = f"{name}: let go over a tile to swap with it, over a frame's name to move there"
            app.say(self._told)

    def _end(self, place: Offset) -> None:
        app, border, tile = self._app, self._border, self._tile
        tree = app.room.grid.drop()
        self._cancel()
        if border and tree:
            framing.reshape(app, tree)
        if border:
            return
        kind, _, target = self._target(place, tile).partition(":")
        if kind == ACTION:
            framing.move(app, tile, target)
        elif kind == "tile":
            framing.swap(app, tile, target)

    def _cancel(self) -> None:
        """Let go; what was not taken over is as before."""
        self._app.capture_mouse(None)
        self._app.room.grid.drop()
        self._app.says.take_back(self._told)
        self._border, self._tile = None, ""
        self._app.changed()

    def _target(self, place: Offset, tile: str = "") -> str:
        """What the taken tile would be let go over: `frame:ID`, `tile:ID`, or nothing."""
        room, tile = self._app.room, tile or self._tile
        for names, name in ((room.top, ACTION), (room.agents, "fold")):
            x, y = place - names.region.offset
            action = names.action_at(x, y) if names.display and names.region.contains_point(place) else ""
            kind, _, frame_id = action.partition(":")
            if kind == name:
                return "" if frame_id == self._app.board.frame_id else f"{ACTION}:{frame_id}"
        over = room.grid.tile_at(place)
        return f"tile:{over}" if over and over != tile else ""
