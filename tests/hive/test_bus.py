from __future__ import annotations

from hivemind.hive.bus import Bus
from hivemind.protocol.events import Event, TileClosed
from hivemind.protocol.screen import Cursor, Size, Snapshot


class Client:
    def __init__(self, number: int) -> None:
        self._number = number
        self.told: list[Event] = []
        self.offered: list[tuple[str, int]] = []
        self.forgot: list[str] = []

    @property
    def number(self) -> int:
        return self._number

    def tell(self, event: Event) -> None:
        self.told.append(event)

    def offer(self, tile_id: str, snapshot: Snapshot) -> None:
        self.offered.append((tile_id, snapshot.revision))

    def forget(self, tile_id: str) -> None:
        self.forgot.append(tile_id)


def snapshot(revision: int) -> Snapshot:
    return Snapshot(revision=revision, size=Size(0, 80), top=0, lines=(), changed=(), cursor=Cursor(0, 0))


def test_only_those_who_follow_are_told() -> None:
    bus, one, two = Bus(), Client(1), Client(2)
    bus.join(one)
    bus.join(two)
    bus.follow(2)
    bus.publish(TileClosed("t"))
    assert (one.told, two.told) == ([], [TileClosed("t")])


def test_a_watcher_gets_the_screen_at_once_and_each_change_until_it_stops() -> None:
    bus, client = Bus(), Client(1)
    bus.join(client)
    bus.watch(1, "t", snapshot(5))
    bus.show("t", snapshot(6))
    bus.show("other", snapshot(7))
    bus.unwatch(1, "t")
    bus.show("t", snapshot(8))
    assert client.offered == [("t", 5), ("t", 6)]


def test_watching_again_starts_from_nothing() -> None:
    bus, client = Bus(), Client(1)
    bus.join(client)
    bus.watch(1, "t", snapshot(1))
    bus.watch(1, "t", snapshot(1))
    assert client.forgot == ["t", "t"]


def test_a_client_that_is_gone_gets_nothing_more() -> None:
    bus, client = Bus(), Client(1)
    bus.join(client)
    bus.follow(1)
    bus.watch(1, "t", snapshot(1))
    bus.leave(1)
    bus.publish(TileClosed("t"))
    bus.show("t", snapshot(2))
    bus.watch(1, "t", snapshot(3))
    assert client.told == []
    assert client.offered == [("t", 1)]
    assert not bus.has_clients


def test_nothing_is_kept_of_a_tile_that_is_gone_or_not_drawn_any_more() -> None:
    """A UI stays for weeks, and sees thousands of tiles come and go."""
    bus, client, other = Bus(), Client(1), Client(2)
    for one in (client, other):
        bus.join(one)
    bus.watch(1, "t", snapshot(1))
    bus.unwatch(1, "t")
    bus.drop("t")
    assert (client.forgot, other.forgot) == (["t", "t", "t"], ["t"])
