"""Who is told what happens in a tile. The tile publishes; it never asks back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hivemind.terminal.events import TerminalEvent
    from hivemind.tile.asks import AskChange
    from hivemind.tile.tile import Tile


class Listener(Protocol):
    """Who is told."""

    def tile_changed(self, tile: Tile) -> None:
        """Its summary changed."""

    def screen_changed(self, tile: Tile) -> None:
        """Its snapshot changed."""

    def ask_changed(self, tile: Tile, change: AskChange) -> None:
        """An ask opened, changed or closed."""

    def heard(self, tile: Tile, event: TerminalEvent) -> None:
        """Its program told its terminal something beside what it drew; the clipboard only while it is watched."""

    def record_changed(self, tile: Tile) -> None:
        """What the keeper stores for it is out of date."""
