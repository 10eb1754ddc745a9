"""A link without a daemon: it notes what is asked of it, answers from a table, and sends what a test emits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from hivemind.base.errors import UnavailableError
from hivemind.protocol.ask import Ask
from hivemind.protocol.events import Event, ScreenChanged
from hivemind.protocol.frame import Frame
from hivemind.protocol.replies import Done
from hivemind.protocol.screen import Cursor, Modes, Size, Style
from hivemind.protocol.tile import TileSummary
from hivemind.protocol.verb import AnyVerb, Verb
from hivemind.verbs.subscribe import Subscribe, Subscribed
from hivemind.verbs.watch import Watch

R = TypeVar("R")


class FakeLink:
    """A `LinkLike` in memory."""

    def __init__(
        self, tiles: list[TileSummary] | None = None, asks: list[Ask] | None = None, frames: list[Frame] | None = None
    ) -> None:
        self.calls: list[AnyVerb] = []
        """Everything that was asked, in order."""
        self.replies: dict[type[AnyVerb], Any] = {
            Subscribe: Subscribed(tiles=tiles or [], asks=asks or [], frames=frames or [])
        }
        """By verb: a reply, an exception to raise, or a function from the verb to either. Otherwise `Done`."""
        self.screens: dict[str, ScreenChanged] = {}
        """By tile: the whole screen that a client gets when it begins to watch."""
        self.gates: dict[type[AnyVerb], asyncio.Event] = {}
        """Calls of these verbs wait until the event is set."""
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        self._is_lost = False

    async def call(self, verb: Verb[R]) -> R:
        """Note the verb and answer from the table."""
        if self._is_lost:
            raise UnavailableError("the connection is closed")
        self.calls.append(verb)
        if gate := self.gates.get(type(verb)):
            await gate.wait()
            if self._is_lost:
                raise UnavailableError("the daemon closed the connection")
        if isinstance(verb, Watch) and verb.on and verb.tile in self.screens:
            self.emit(self.screens[verb.tile])
        reply = self.replies.get(type(verb), Done())
        if isinstance(reply, Callable):  # type: ignore[arg-type] # typing.Callable is fine at run time
            reply = reply(verb)
        if isinstance(reply, Exception):
            raise reply
        return reply  # type: ignore[no-any-return] # a test's table is as typed as the test

    async def events(self) -> AsyncIterator[Event]:
        """What was emitted, until the connection is lost or closed."""
        while (event := await self._events.get()) is not None:
            yield event

    async def close(self) -> None:
        """End the events."""
        self.lose()

    def emit(self, *events: Event) -> None:
        """Send events to the client."""
        for event in events:
            self._events.put_nowait(event)

    def lose(self) -> None:
        """Break the connection, as a daemon that dies does: first calls that wait hear of it, then who takes events."""
        self._is_lost = True
        for gate in self.gates.values():
            gate.set()
        self._events.put_nowait(None)

    def asked(self, kind: type[AnyVerb]) -> list[Any]:
        """The calls of one verb, in order."""
        return [verb for verb in self.calls if isinstance(verb, kind)]


def whole_screen(
    tile_id: str,
    rows: list[str],
    *,
    revision: int = 1,
    cursor: Cursor | None = None,
    styles: tuple[Style, ...] = (Style(),),
    columns: int = 80,
) -> ScreenChanged:
    """A whole screen of plain text, at least 24 rows high."""
    height = max(24, len(rows))
    return ScreenChanged(
        tile_id=tile_id,
        base=0,
        revision=revision,
        size=Size(height, columns),
        top=0,
        cursor=cursor or Cursor(0, 0, visible=False),
        title="",
        modes=Modes(),
        lines=tuple((n, row, "") for n, row in enumerate(rows)),
        styles=styles,
        clusters=(),
    )
