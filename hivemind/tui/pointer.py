"""The mouse over tiles: it focuses, scrolls and selects, opens links, and goes to programs that asked for it.

With Shift or Alt held it is the person's, whatever the program asked for; with Ctrl it is where it is on a link.
"""

from __future__ import annotations

from collections.abc import Callable

from hivemind.protocol.status import Status
from hivemind.tui.board import Board
from hivemind.tui.following import Following
from hivemind.tui.scroller import WHEEL_LINES, Scroller
from hivemind.tui.selecting import Selecting
from hivemind.tui.tile_grid import TileGrid
from hivemind.tui.tile_view import TileView
from hivemind.tui.wire import Wire
from hivemind.verbs.mouse import Button, Mouse
from hivemind.verbs.press import Press

WHEELS: dict[Button, int] = {"wheel_up": -1, "wheel_down": 1}

ARROWS: dict[Button, str] = {"wheel_up": "up", "wheel_down": "down"}

REPORTED = frozenset({1000, 1002, 1003})
"""Modes in which programs are told of the wheel and of releases (xterm ctlseqs, "Mouse Tracking")."""

ANY_MOTION, HELD_MOTION = 1003, 1002

OURS = frozenset({"shift", "alt"})
"""Modifiers that keep the mouse from programs."""


class Pointer:
    """What an event of the mouse does."""

    def __init__(
        self,
        board: Board,
        grid: TileGrid,
        wire: Wire,
        *,
        scroller: Scroller,
        selecting: Selecting,
        following: Following,
        run: Callable[[str, str], None],
    ) -> None:
        self._board = board
        self._grid = grid
        self._wire = wire
        self._scroller = scroller
        self._selecting = selecting
        self._following = following
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
            if self._mode(view, event) in REPORTED and event.is_inside:
                self._send(event, event.button)
            elif self._scrolls_by_keys(view, event):
                self._wire.send(Press(tile=event.tile_id, names=[ARROWS[event.button]] * WHEEL_LINES))
            else:
                self._scroller.wheel(event.tile_id, WHEELS[event.button])
        elif event.action == "press":
            self._press(view, event)
        elif event.action == "release":
            self._release(view, event)
        else:
            self._moved(view, event)

    def _scrolls_by_keys(self, view: TileView, event: TileView.Moused) -> bool:
        """Whether the program takes the wheel as arrow keys; none are typed where something waits for an answer."""
        modes = view.mirror.modes
        is_wanted = modes.alternate and modes.alternate_scroll and not modes.mouse
        is_live = not view.scroll and view.tile.status is not Status.EXITED and not self._board.needs(view.tile)
        return is_wanted and is_live and event.is_inside and OURS.isdisjoint(event.modifiers)

    def _press(self, view: TileView, event: TileView.Moused) -> None:
        """A click on another tile focuses that one, and its program is not told of it."""
        is_focused = event.tile_id == self._board.focus
        opens = "ctrl" in event.modifiers and event.is_inside and self._following.sees(view, event.at)
        if is_focused and self._mode(view, event) and event.is_inside and not opens:
            self._held = (event.tile_id, event.button)
            view.capture_mouse()
            self._send(event, event.button)
            return
        self._run("focus", event.tile_id)
        if event.button == "left" and event.is_in_view:
            self._selecting.press(view, event.at, is_block="ctrl" in event.modifiers)

    def _release(self, view: TileView, event: TileView.Moused) -> None:
        if self._selecting.is_held:
            if not self._selecting.release() and "ctrl" in event.modifiers:
                self._following.open(view, event.at)
            return
        if self._held is None:
            return
        tile_id, button = self._held
        self._held = None
        view.release_mouse()
        if tile_id == event.tile_id and self._mode(view, None) in REPORTED:
            self._send(event, button)

    def _moved(self, view: TileView, event: TileView.Moused) -> None:
        if event.button == "none":  # released where nobody saw it, under a dialog say
            self._held = None
            self._selecting.cancel()
        if self._selecting.is_held:
            self._selecting.move(event.at)
            return
        mode, is_held = self._mode(view, None if self._held else event), self._held is not None
        is_wanted = (mode == HELD_MOTION and is_held) or (mode == ANY_MOTION and (is_held or event.is_inside))
        if is_wanted and event.tile_id == self._board.focus and self._last != _cell(event):
            self._send(event, self._held[1] if self._held else "none")

    def _mode(self, view: TileView, event: TileView.Moused | None) -> int:
        """What the program wants of the mouse; nothing when it has ended or is scrolled back, or the event is ours."""
        is_ours = event is not None and not OURS.isdisjoint(event.modifiers)
        return 0 if is_ours or view.scroll or view.tile.status is Status.EXITED else view.mirror.modes.mouse

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
