"""Who is told what: events to every client that follows the hive, screens to those that watch a tile."""

from __future__ import annotations

from typing import Protocol

from hivemind.protocol.events import Event
from hivemind.protocol.screen import Snapshot


class Subscriber(Protocol):
    """A connected client."""

    @property
    def number(self) -> int:
        """Names the connection."""
        ...

    def tell(self, event: Event) -> None:
        """Send an event; never blocks."""
        ...

    def offer(self, tile_id: str, snapshot: Snapshot) -> None:
        """The tile looks like this now; the client sends itself what changed, when it can."""
        ...

    def forget(self, tile_id: str) -> None:
        """What this client has of the tile does not count any more."""
        ...


class Bus:
    """Every connected client by its number."""

    def __init__(self) -> None:
        self._clients: dict[int, Subscriber] = {}
        self._followers: set[int] = set()
        self._watchers: dict[str, set[int]] = {}

    def join(self, client: Subscriber) -> None:
        """A client has connected; it gets nothing yet."""
        self._clients[client.number] = client

    def leave(self, number: int) -> None:
        """A client is gone."""
        self._clients.pop(number, None)
        self._followers.discard(number)
        for watchers in self._watchers.values():
            watchers.discard(number)

    @property
    def has_clients(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._clients)

    def follow(self, number: int) -> None:
        """This client gets every event from now on."""
        if number in self._clients:
            self._followers.add(number)

    def follows(self, number: int) -> bool:
        """Whether this client gets every event, as those that draw do."""
        return number in self._followers

    def watch(self, number: int, tile_id: str, snapshot: Snapshot) -> None:
        """This client gets the tile's screen: all of it now, then what changes."""
        client = self._clients.get(number)
        if client is None:
            return
        self._watchers.setdefault(tile_id, set()).add(number)
        client.forget(tile_id)
        client.offer(tile_id, snapshot)

    def unwatch(self, number: int, tile_id: str) -> None:
        """This client does not draw the tile any more."""
        self._watchers.get(tile_id, set()).discard(number)
        if client := self._clients.get(number):
            client.forget(tile_id)

    def is_watched(self, tile_id: str) -> bool:
        """Whether some client draws the tile."""
        return bool(self._watchers.get(tile_id))

    def drop(self, tile_id: str) -> None:
        """The tile is gone, and nobody need know any more how it looked."""
        self._watchers.pop(tile_id, None)
        for client in self._clients.values():
            client.forget(tile_id)

    def publish(self, event: Event) -> None:
        """Tell everybody who follows."""
        for number in tuple(self._followers):
            self._clients[number].tell(event)

    def tell(self, number: int, event: Event) -> None:
        """Tell one of those who follow; nobody when there is no such client."""
        if number in self._followers:
            self._clients[number].tell(event)

    def show(self, tile_id: str, snapshot: Snapshot) -> None:
        """A screen changed: offer it to those who watch it."""
        for number in tuple(self._watchers.get(tile_id, ())):
            self._clients[number].offer(tile_id, snapshot)
