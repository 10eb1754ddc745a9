"""The size of each tile where several clients show it: what the client wishes that was used last.

A client's wish for a tile counts as long as it shows the tile. One that is used (a key, a click, its terminal resized)
gets its sizes for all tiles that it shows; nothing else that clients wish changes a size under somebody's hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hivemind.protocol.screen import Size

Apply = Callable[[str, Size], None]
"""Gives a tile a size."""


class Sizes:
    """Who wishes which size, and who was used last."""

    def __init__(self, apply: Apply) -> None:
        self._apply = apply
        self._wishes: dict[str, dict[int, Size]] = {}
        """By tile, then by client."""
        self._order: list[int] = []
        """Clients, the one that was used last at the end."""

    def wish(self, client: int, tile: str, size: Size) -> None:
        """A client shows a tile in that size."""
        if client not in self._order:
            self._order.insert(0, client)
        self._wishes.setdefault(tile, {})[client] = size
        self._settle([tile])

    def use(self, client: int) -> None:
        """A client is being used; cheap when it is the same one as before."""
        if not self._order or self._order[-1] != client:
            if client in self._order:
                self._order.remove(client)
            self._order.append(client)
            self._settle([tile for tile, wishes in self._wishes.items() if client in wishes])

    @property
    def last(self) -> int:
        """The client that was used last; 0 when there is none."""
        return self._order[-1] if self._order else 0

    def hide(self, client: int, tile: str) -> None:
        """A client does not show a tile any more."""
        if self._wishes.get(tile, {}).pop(client, None):
            self._settle([tile])

    def leave(self, client: int) -> None:
        """A client is gone."""
        if client in self._order:
            self._order.remove(client)
        self._settle([tile for tile, wishes in self._wishes.items() if wishes.pop(client, None)])

    def drop(self, tile: str) -> None:
        """A tile is gone."""
        self._wishes.pop(tile, None)

    def _settle(self, tiles: Iterable[str]) -> None:
        """Give tiles the size that counts; one that nobody shows keeps what it has."""
        for tile in tiles:
            if wishes := self._wishes.get(tile):
                self._apply(tile, wishes[max(wishes, key=self._order.index)])
