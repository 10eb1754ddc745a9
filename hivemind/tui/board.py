"""What the room shows, as plain state: tiles, asks, focus. Fed with events, asked by widgets; paints nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hivemind.protocol.ask import Ask
from hivemind.protocol.events import AskClosed, AskOpened, Event, FocusRequested, TileChanged, TileClosed
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary

GRACE: Final = 0.3
"""Seconds. An ask that came under a person's finger cannot be answered for this long."""


AskKey = tuple[str, str]
"""What tells asks apart here: their tile and their fingerprint. Two tiles may ask the very same thing."""


def key_of(ask: Ask | AskClosed) -> AskKey:
    """The key of an ask, or of the one that an event closes."""
    return ask.tile_id, ask.fingerprint


class Board:
    """The hive as one person looks at it."""

    def __init__(self) -> None:
        self.tiles: dict[str, TileSummary] = {}
        """In the order they came."""
        self.asks: dict[AskKey, Ask] = {}
        """Open asks."""
        self.focus: str | None = None
        """The tile that keys go to."""
        self.is_zoomed = False
        self.has_panel = True
        """Whether the person wants the list of agents, where there is room for it."""
        self.answering: set[AskKey] = set()
        """Asks that were answered here, until they close or the answer fails."""
        self.shown: AskKey | None = None
        """The ask in the bar."""
        self._fresh_since = 0.0
        self._wanted: str | None = None

    def load(self, tiles: Iterable[TileSummary], asks: Iterable[Ask], now: float) -> None:
        """Start over with what the daemon says; the focus stays where its tile still exists."""
        self.tiles = {tile.tile_id: tile for tile in tiles}
        self.asks = {key_of(ask): ask for ask in asks}
        self.answering &= self.asks.keys()
        if self.focus not in self.tiles:
            self.focus = next(iter(self.tiles), None)
        self._settle(now)

    def apply(self, event: Event, now: float) -> None:
        """Take one event; those that tell nothing about tiles or asks are ignored. `now` is monotonic seconds."""
        match event:
            case TileChanged(tile=tile):
                self.tiles[tile.tile_id] = tile
                if self.focus is None or self._wanted == tile.tile_id:
                    self.open(tile.tile_id)
            case TileClosed(tile_id=tile_id):
                self._forget(tile_id)
            case AskOpened(ask=ask):
                self.asks[key_of(ask)] = ask
            case AskClosed():
                self.asks.pop(key_of(event), None)
                self.answering.discard(key_of(event))
            case FocusRequested(tile_id=tile_id):
                self.open(tile_id)
            case _:
                return
        self._settle(now)

    def open(self, tile_id: str) -> None:
        """Focus a tile; one that is not known yet gets the focus when it comes."""
        if tile_id in self.tiles:
            self.focus, self._wanted = tile_id, None
        else:
            self._wanted = tile_id

    def step(self, by: int) -> None:
        """Focus the next (or an earlier) tile, round and round."""
        order = list(self.tiles)
        if self.focus in self.tiles:
            self.focus = order[(order.index(self.focus) + by) % len(order)]

    @property
    def focused(self) -> TileSummary | None:
        """The tile that keys go to."""
        return self.tiles.get(self.focus) if self.focus else None

    @property
    def waiting(self) -> list[Ask]:
        """Open asks, oldest first."""
        return sorted(self.asks.values(), key=lambda ask: ask.since)

    @property
    def ask(self) -> Ask | None:
        """The ask in the bar."""
        return self.asks.get(self.shown) if self.shown else None

    def next_ask(self) -> bool:
        """Bring the next ask into the bar; whether there was another one."""
        order = [key_of(ask) for ask in self.waiting]
        if self.shown is None or len(order) < 2:
            return False
        self.shown = order[(order.index(self.shown) + 1) % len(order)]
        self._fresh_since = float("-inf")
        return True

    def show_ask_of(self, tile_id: str) -> None:
        """Bring a tile's own ask into the bar, if it has one."""
        for ask in self.waiting:
            if ask.tile_id == tile_id:
                self.shown = key_of(ask)
                self._fresh_since = float("-inf")
                return

    def is_fresh(self, now: float) -> bool:
        """Whether the ask in the bar came so lately that a key may have been meant for what was there before."""
        return now - self._fresh_since < GRACE

    def by_need(self) -> list[TileSummary]:
        """Tiles for the list: those that need a person first, oldest ask first; the others in their order."""
        since = {ask.tile_id: ask.since for ask in reversed(self.waiting)}
        need = [t for t in self.tiles.values() if self.needs(t)]
        need.sort(key=lambda t: since.get(t.tile_id, t.since))
        return need + [t for t in self.tiles.values() if not self.needs(t)]

    def needs(self, tile: TileSummary) -> bool:
        """Whether a tile needs a person."""
        return tile.status.is_waiting or any(ask.tile_id == tile.tile_id for ask in self.asks.values())

    def count(self, status: Status) -> int:
        """How many tiles are at that and need nobody."""
        return sum(tile.status is status and not self.needs(tile) for tile in self.tiles.values())

    @property
    def need_count(self) -> int:
        """How many tiles need a person."""
        return sum(map(self.needs, self.tiles.values()))

    def _forget(self, tile_id: str) -> None:
        """Drop a tile and its asks; the focus moves to its neighbour."""
        order = list(self.tiles)
        if tile_id not in self.tiles:
            return
        at = order.index(tile_id)
        del self.tiles[tile_id]
        self.asks = {key: ask for key, ask in self.asks.items() if ask.tile_id != tile_id}
        if self.focus == tile_id:
            rest = order[at + 1 :] + order[:at][::-1]
            self.focus = rest[0] if rest else None
            self.is_zoomed = False

    def _settle(self, now: float) -> None:
        """Keep an open ask in the bar: the shown one while it is open, else the oldest."""
        if self.shown in self.asks:
            return
        waiting = self.waiting
        self.shown = key_of(waiting[0]) if waiting else None
        if self.shown:
            self._fresh_since = now
