"""The room's end of the link: keys in order, events, and what happens when the daemon goes away and comes back.

Calls that must keep their order (keys, sizes, watching) go through `send`; those to one tile are delivered one after
another, so that no key overtakes another, and a long paste into one tile delays no other. Keys that pile up while one
call is on its way travel as one; of moves of the mouse the last one does.
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
from hivemind.verbs.mouse import Mouse
from hivemind.verbs.press import Press
from hivemind.verbs.subscribe import Subscribe, Subscribed

R = TypeVar("R")

RETRY_SECONDS: Final = (0.2, 0.5, 1.0, 2.0)
"""Waits between tries to reach the daemon again; the last one repeats."""

NO_DAEMON_HINT: Final = "`hive daemon start` starts one that was stopped"
"""What a person can do while there is no daemon; one that died is started again without them."""

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
        self._lanes: dict[str, deque[AnyVerb]] = {}
        """By tile; a lane is there while something is sent on it."""
        self._new_lanes: asyncio.Queue[str] = asyncio.Queue()
        self.is_lost = False
        """Whether there is no daemon at the other end now."""

    def send(self, verb: AnyVerb) -> bool:
        """Queue a verb behind those sent before; False, and nothing queued, while there is no connection."""
        if self.is_lost:
            return False
        tile: str = getattr(verb, "tile", "")
        lane = self._lanes.get(tile)
        if lane is None:
            lane = self._lanes[tile] = deque()
            self._new_lanes.put_nowait(tile)
        last = lane[-1] if lane else None
        if isinstance(verb, Press) and isinstance(last, Press):
            last.names.extend(verb.names)
        elif _is_move(verb) and _is_move(last):
            lane[-1] = verb
        else:
            lane.append(verb)
        return True

    async def call(self, verb: Verb[R]) -> R:
        """Ask and wait for the reply, beside the queue. Raises HiveError."""
        return await self._link.call(verb)

    async def deliver(self) -> None:
        """Send what is queued, for ever; an error is told and the next one is sent."""
        async with asyncio.TaskGroup() as group:
            while True:
                group.create_task(self._deliver(await self._new_lanes.get()))

    async def _deliver(self, tile: str) -> None:
        lane = self._lanes[tile]
        while lane:
            verb = lane.popleft()
            try:
                await self._link.call(verb)
            except HiveError as error:
                if not self.is_lost:
                    self._listener.on_fault(verb, error)
        del self._lanes[tile]

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
            for lane in self._lanes.values():
                lane.clear()
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


def _is_move(verb: AnyVerb | None) -> bool:
    return isinstance(verb, Mouse) and verb.action == "move"
