"""Watching: screens of shown tiles come to us, those of hidden ones do not; each program has its view's size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hivemind.protocol.events import ScreenChanged
from hivemind.protocol.status import Status
from hivemind.tui.direct import Direct
from hivemind.tui.tile_view import TileView
from hivemind.verbs.here import Here
from hivemind.verbs.resize import Resize
from hivemind.verbs.watch import Watch

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp

CHOSEN: Final = 0.3
"""Seconds after which a tile in the queue is taken to be chosen."""


class Viewers:
    """Keeps what the daemon sends in step with what is shown."""

    def __init__(self, app: HiveApp, direct: Direct) -> None:
        self._app = app
        self._board, self._grid, self._wire = app.board, app.room.grid, app.wire
        self._direct = direct
        self._watched: dict[str, TileView | None] = {}
        """By tile, the view that its screens come to."""
        self._passed: set[str] = set()
        """Tiles in the queue that wait to be chosen."""
        self._sizes: dict[str, tuple[int, int]] = {}

    def restart(self) -> None:
        """A new connection: nothing is watched there yet, no size is known."""
        self._watched.clear()
        self._sizes.clear()
        self._grid.show_live()
        self.follow()

    def here(self) -> None:
        """This UI is being used: where others show the same tiles, these get the sizes that they have here."""
        self._wire.send(Here())

    def follow(self) -> None:
        """Watch what is shown, in its size; stop watching the rest."""
        shown = self._grid.sizes
        for tile_id in self._watched.keys() - shown.keys():
            del self._watched[tile_id]
            self._sizes.pop(tile_id, None)
            if tile_id in self._board.tiles:
                self._wire.send(Watch(tile=tile_id, on=False))
        for tile_id, size in shown.items():
            tile = self._board.tiles.get(tile_id)
            if tile is None:
                continue
            if self._sizes.get(tile_id) != size and tile.status is not Status.EXITED:
                if self._board.view != "queue" or tile_id in self._sizes:
                    self._resize(tile_id, size)
                elif tile_id not in self._passed:
                    self._passed.add(tile_id)
                    self._app.start(self._resize_once_chosen(tile_id))
            view = self._grid.view(tile_id)
            if tile_id not in self._watched or self._watched[tile_id] is not view:
                self._watched[tile_id] = view
                self._ask_whole(tile_id)

    async def _resize_once_chosen(self, tile_id: str) -> None:
        """Programs that somebody only passes by on the way through the queue are left as they are."""
        await self._app.look.clock.sleep(CHOSEN)
        self._passed.discard(tile_id)
        size = self._grid.sizes.get(tile_id)
        if size is not None and self._sizes.get(tile_id) != size:
            self._resize(tile_id, size)

    def _resize(self, tile_id: str, size: tuple[int, int]) -> None:
        self._sizes[tile_id] = size
        self._wire.send(Resize(tile=tile_id, rows=size[0], columns=size[1]))

    def apply(self, update: ScreenChanged) -> None:
        """Take an update to the view it is for; one that does not fit there is answered by asking for the whole."""
        view = self._grid.view(update.tile_id)
        if view is None:
            return
        rows = view.apply(update)
        if rows is not None:
            self._direct.paint(view, rows)
        elif not view.is_restarting:
            self._ask_whole(update.tile_id)

    def _ask_whole(self, tile_id: str) -> None:
        view = self._grid.view(tile_id)
        if view:
            view.is_restarting = True
        self._wire.send(Watch(tile=tile_id, on=True))
