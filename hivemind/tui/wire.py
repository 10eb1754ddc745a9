"""The room's end of the link: keys in order, events, and what happens when the daemon goes away and comes back.

Calls that must keep their order (keys, sizes, watching) go through `send`; one task delivers them one after another, so
that no key overtakes another. Keys that pile up while one call is on its way travel as one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, Protocol, TypeVar

from hivemind.base.clock import Clock
from hivemind.base.errors import HiveError, UnavailableError
from hivemind.client.link import LinkLike
from hivemind.protocol.events import Event
from hivemind.protocol.verb import AnyVerb, Verb
from hivemind.verbs.press import Press
from hivemind.verbs.subscribe import Subscribe, Subscribed

R = TypeVar("R")

RETRY_SECONDS: Final = (0.2, 0.5, 1.0, 2.0)
"""Waits between tries to reach the daemon again; the last one repeats."""

Reconnect = Callable[[], Awaitable[LinkLike]]


class Listener(Protocol):
    """Who hears what comes over the wire."""

    def on_loaded(self, hive: Subscribed) -> None:
        """The whole hive, at the start and after each reconnection."""

    def on_hive_event(self, event: Event) -> None:
        """One event."""

    def on_lost(self) -> None:
        """The connection broke; trying again has begun."""

    def on_fault(self, verb: AnyVerb, error: HiveError) -> None:
        """Something that was sent did not work."""


class Wire:
    """One link at a time, replaced when it breaks."""

    def __init__(self, link: LinkLike, listener: Listener, clock: Clock, reconnect: Reconnect | None = None) -> None:
        self._link = link
        self._listener = listener
        self._clock = clock
        self._reconnect = reconnect
        self._queue: deque[AnyVerb] = deque()
        self._has_work = asyncio.Event()
        self.is_lost = False
        """Whether there is no daemon at the other end now."""

    def send(self, verb: AnyVerb) -> bool:
        """Queue a verb behind those sent before; False, and nothing queued, while there is no connection."""
        if self.is_lost:
            return False
        last = self._queue[-1] if self._queue else None
        if isinstance(verb, Press) and isinstance(last, Press) and last.tile == verb.tile:
            last.names.extend(verb.names)
        else:
            self._queue.append(verb)
        self._has_work.set()
        return True

    async def call(self, verb: Verb[R]) -> R:
        """Ask and wait for the reply, beside the queue. Raises HiveError."""
        return await self._link.call(verb)

    async def deliver(self) -> None:
        """Send what is queued, for ever; an error is told and the next one is sent."""
        while True:
            await self._has_work.wait()
            while self._queue:
                verb = self._queue.popleft()
                try:
                    await self._link.call(verb)
                except HiveError as error:
                    if not self.is_lost:
                        self._listener.on_fault(verb, error)
            self._has_work.clear()

    async def follow(self) -> None:
        """Subscribe and pass on events, for ever; when the connection breaks, keep trying to get another."""
        while True:
            try:
                self._listener.on_loaded(await self._link.call(Subscribe()))
                async for event in self._link.events():
                    self._listener.on_hive_event(event)
            except UnavailableError:
                pass  # said by on_lost, as a connection that ends quietly is
            self.is_lost = True
            self._queue.clear()
            self._listener.on_lost()
            if self._reconnect is None:
                return
            await self._again(self._reconnect)
            self.is_lost = False

    async def close(self) -> None:
        """Give the link back."""
        await self._link.close()

    async def _again(self, reconnect: Reconnect) -> None:
        tries = 0
        while True:
            await self._clock.sleep(RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)])
            tries += 1
            try:
                self._link = await reconnect()
            except (HiveError, OSError):
                continue
            return
