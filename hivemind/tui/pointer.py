"""The mouse over tiles: it focuses, it scrolls, and it goes to programs that asked for it."""

from __future__ import annotations

from collections.abc import Callable

from hivemind.protocol.status import Status
from hivemind.tui.board import Board
from hivemind.tui.scroller import Scroller
from hivemind.tui.tile_grid import TileGrid
from hivemind.tui.tile_view import TileView
from hivemind.tui.wire import Wire
from hivemind.verbs.mouse import Button, Mouse

WHEELS: dict[Button, int] = {"wheel_up": -1, "wheel_down": 1}

REPORTED = frozenset({1000, 1002, 1003})
"""Modes in which programs are told of the wheel and of releases (xterm ctlseqs, "Mouse Tracking")."""

ANY_MOTION, HELD_MOTION = 1003, 1002


class Pointer:
    """What an event of the mouse does."""

    def __init__(
        self, board: Board, grid: TileGrid, wire: Wire, scroller: Scroller, *, run: Callable[[str, str], None]
    ) -> None:
        self._board = board
        self._grid = grid
        self._wire = wire
        self._scroller = scroller
        self._run = run
        self._held: tuple[str, Button] | None = None
        """The tile and the button of a press that its program was told of."""
        self._last: tuple[str, int, int] | None = None
        """The cell that a program was told of last."""

    def take(self, event: TileView.Moused) -> None:
        """Take what happened over a tile."""
        view = self._grid.view(event.tile_id)
        if view is None:
            return
        if event.button in WHEELS:
            if self._mode(view) in REPORTED and event.is_inside:
                self._send(event, event.button)
            else:
                self._scroller.wheel(event.tile_id, WHEELS[event.button])
        elif event.action == "press":
            self._press(view, event)
        elif event.action == "release":
            self._release(view, event)
        else:
            self._moved(view, event)

    def _press(self, view: TileView, event: TileView.Moused) -> None:
        """A click on another tile only focuses that one."""
        if event.tile_id != self._board.focus or not (self._mode(view) and event.is_inside):
            self._run("focus", event.tile_id)
            return
        self._held = (event.tile_id, event.button)
        view.capture_mouse()
        self._send(event, event.button)

    def _release(self, view: TileView, event: TileView.Moused) -> None:
        if self._held is None:
            return
        tile_id, button = self._held
        self._held = None
        view.release_mouse()
        if tile_id == event.tile_id and self._mode(view) in REPORTED:
            self._send(event, button)

    def _moved(self, view: TileView, event: TileView.Moused) -> None:
        if event.button == "none":
            self._held = None  # released where nobody saw it, under a dialog say
        mode, is_held = self._mode(view), self._held is not None
        is_wanted = (mode == HELD_MOTION and is_held) or (mode == ANY_MOTION and (is_held or event.is_inside))
        if is_wanted and event.tile_id == self._board.focus and self._last != _cell(event):
            self._send(event, self._held[1] if self._held else "none")

    def _mode(self, view: TileView) -> int:
        """What the program wants of the mouse; nothing when it has ended or is scrolled back."""
        return 0 if view.scroll or view.tile.status is Status.EXITED else view.mirror.modes.mouse

    def _send(self, event: TileView.Moused, button: Button) -> None:
        self._last = _cell(event)
        self._wire.send(
            Mouse(
                tile=event.tile_id,
                action=event.action,
                button=button,
                row=event.row,
                column=event.column,
                modifiers=event.modifiers,
            )
        )


def _cell(event: TileView.Moused) -> tuple[str, int, int]:
    return event.tile_id, event.row, event.column
