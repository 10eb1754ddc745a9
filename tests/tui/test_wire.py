"""The room's end of the link: order of keys, faults, and what happens when the daemon goes away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from hivemind.base.errors import ExitedError, HiveError, UnavailableError
from hivemind.protocol.events import Event, Notice
from hivemind.protocol.verb import AnyVerb
from hivemind.testing.clock import ManualClock
from hivemind.testing.link import FakeLink
from hivemind.tui.wire import RETRY_SECONDS, Wire
from hivemind.verbs.paste import Paste
from hivemind.verbs.press import Press
from hivemind.verbs.subscribe import Subscribed


class Ear:
    """Notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def on_loaded(self, hive: Subscribed) -> None:
        self.heard.append(f"loaded {len(hive.tiles)}")

    def on_hive_event(self, event: Event) -> None:
        assert isinstance(event, Notice)
        self.heard.append(event.text)

    def on_lost(self) -> None:
        self.heard.append("lost")

    def on_fault(self, verb: AnyVerb, error: HiveError) -> None:
        self.heard.append(f"{verb.method}: {error.message}")


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@asynccontextmanager
async def running(wire: Wire) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(wire.follow()), asyncio.create_task(wire.deliver())]
    await settle()
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def press(*names: str, tile: str = "t1") -> Press:
    return Press(tile=tile, names=list(names))


async def test_keys_keep_their_order_and_pile_up_into_one_call() -> None:
    link, ear = FakeLink(), Ear()
    gate = link.gates[Press] = asyncio.Event()
    wire = Wire(link, ear, ManualClock())
    async with running(wire):
        wire.send(press("a"))
        await settle()
        for verb in (press("b"), press("c"), Paste(tile="t1", text="pasted"), press("d")):
            wire.send(verb)
        gate.set()
        await settle()
    assert link.calls[1:] == [
        press("a"),
        press("b", "c"),
        Paste(tile="t1", text="pasted"),
        press("d"),
    ]


async def test_a_paste_that_takes_long_holds_up_its_own_tile_alone() -> None:
    link, ear = FakeLink(), Ear()
    gate = link.gates[Paste] = asyncio.Event()
    wire = Wire(link, ear, ManualClock())
    paste = Paste(tile="t1", text="pasted")
    async with running(wire):
        for verb in (paste, press("a"), press("b", tile="t2")):
            wire.send(verb)
        await settle()
        assert link.calls[1:] == [paste, press("b", tile="t2")]
        gate.set()
        await settle()
    assert link.calls[3:] == [press("a")]


async def test_one_call_that_fails_is_told_and_the_next_one_is_sent() -> None:
    link, ear = FakeLink(), Ear()
    link.replies[Press] = ExitedError("it has ended")
    wire = Wire(link, ear, ManualClock())
    async with running(wire):
        wire.send(press("a"))
        wire.send(Paste(tile="t1", text="b"))
        await settle()
    assert ear.heard == ["loaded 0", "press: it has ended"]
    assert link.asked(Paste)


def again(*links: FakeLink | Exception) -> Callable[[], object]:
    left = list(links)

    async def reconnect() -> FakeLink:
        found = left.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    return reconnect


async def test_a_lost_connection_is_replaced_and_everything_is_loaded_again() -> None:
    first, second, ear, clock = FakeLink(), FakeLink(), Ear(), ManualClock()
    wire = Wire(first, ear, clock, again(UnavailableError("no"), OSError("no"), second))  # type: ignore[arg-type]
    async with running(wire):
        first.emit(Notice("one"))
        await settle()
        first.lose()
        await settle()
        second.emit(Notice("two"))
        await settle()
        assert not wire.is_lost
        assert wire.send(press("x"))
        await settle()
    assert ear.heard == ["loaded 0", "one", "lost", "loaded 0", "two"]
    assert second.asked(Press) == [press("x")]
    assert clock.monotonic() == 1000.0 + sum(RETRY_SECONDS[:3])


async def test_nothing_is_queued_while_there_is_no_connection() -> None:
    link, ear = FakeLink(), Ear()
    wire = Wire(link, ear, ManualClock())
    async with running(wire):
        link.lose()
        await settle()
        assert wire.is_lost
        assert not wire.send(press("a"))
    assert ear.heard == ["loaded 0", "lost"]
    assert not link.asked(Press)


async def test_keys_from_before_the_loss_are_not_typed_after_it() -> None:
    first, second, ear = FakeLink(), FakeLink(), Ear()
    first.gates[Press] = asyncio.Event()
    wire = Wire(first, ear, ManualClock(), again(second))  # type: ignore[arg-type]
    async with running(wire):
        wire.send(press("a"))
        await settle()
        wire.send(press("b"))
        first.lose()
        await settle()
        first.gates[Press].set()
        await settle()
    assert not second.asked(Press)
