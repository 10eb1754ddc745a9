from __future__ import annotations

from hivemind.hive.inbox import Inbox
from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Status


def ask(fingerprint: str, since: int, tile: str = "t", excerpt: tuple[str, ...] = ()) -> Ask:
    return Ask(
        fingerprint=fingerprint,
        tile_id=tile,
        kind=Status.PERMISSION,
        says="",
        command="",
        excerpt=excerpt,
        choices=(),
        since=since,
    )


def test_asks_come_oldest_first() -> None:
    inbox = Inbox()
    for one in (ask("b", 2), ask("a", 1, "u"), ask("c", 3)):
        inbox.open(one)
    assert [a.fingerprint for a in inbox.asks()] == ["a", "b", "c"]


def test_an_ask_opened_again_replaces_its_rows_only() -> None:
    inbox = Inbox()
    inbox.open(ask("a", 1))
    inbox.open(ask("a", 1, excerpt=("row",)))
    assert inbox.asks() == [ask("a", 1, excerpt=("row",))]


def test_a_settled_ask_is_gone_and_settling_twice_is_nothing() -> None:
    inbox = Inbox()
    inbox.open(ask("a", 1))
    inbox.settle(ask("a", 1))
    inbox.settle(ask("a", 1))
    assert inbox.asks() == []


def test_two_tiles_that_ask_the_very_same_thing_are_two_asks() -> None:
    inbox = Inbox()
    inbox.open(ask("a", 1, "t"))
    inbox.open(ask("a", 2, "u"))
    assert [a.tile_id for a in inbox.asks()] == ["t", "u"]
    inbox.settle(ask("a", 1, "t"))
    assert [a.tile_id for a in inbox.asks()] == ["u"]
