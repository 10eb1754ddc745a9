"""Follow the whole hive: tiles and asks now, and every change after."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.ask import Ask
from hivemind.protocol.frame import Frame
from hivemind.protocol.settled import Permit
from hivemind.protocol.tile import TileSummary
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Subscribed(msgspec.Struct, frozen=True):
    """The hive as it is; events continue from here."""

    tiles: list[TileSummary]
    asks: list[Ask]
    frames: list[Frame] = []
    """In the order of their tabs; every tile is in one of them."""
    permits: list[Permit] = []
    """Standing permissions."""
    problems: list[str] = []
    """Sentences that a person must read, such as a file that could not be used."""


class Subscribe(Verb[Subscribed]):
    """Follow tiles and asks; events come after the reply."""

    method: ClassVar[str] = "subscribe"

    async def serve(self, hive: Hive, caller: Caller) -> Subscribed:
        """Everything now; nothing that happens later is missed."""
        hive.subscribe(caller)
        problem = hive.frames.problem
        return Subscribed(
            tiles=hive.summaries(),
            asks=hive.open_asks(),
            frames=list(hive.frames.all),
            permits=hive.answering.standing.permits(),
            problems=[problem] if problem else [],
        )

    def show(self, reply: Subscribed) -> str:
        """Counts, for the curious."""
        return f"{len(reply.tiles)} tiles, {len(reply.asks)} asks"
