"""Follow the whole hive: tiles and asks now, and every change after."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.ask import Ask
from hivemind.protocol.tile import TileSummary
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Subscribed(msgspec.Struct, frozen=True):
    """The hive as it is; events continue from here."""

    tiles: list[TileSummary]
    asks: list[Ask]


class Subscribe(Verb[Subscribed]):
    """Follow tiles and asks; events come after the reply."""

    method: ClassVar[str] = "subscribe"

    async def serve(self, hive: Hive, caller: Caller) -> Subscribed:
        """Everything now; nothing that happens later is missed."""
        hive.subscribe(caller)
        return Subscribed(tiles=hive.summaries(), asks=hive.open_asks())

    def show(self, reply: Subscribed) -> str:
        """Counts, for the curious."""
        return f"{len(reply.tiles)} tiles, {len(reply.asks)} asks"
