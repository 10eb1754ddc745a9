"""Answer a question of a tile with a text of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Written(msgspec.Struct, frozen=True):
    """The question has left the screen."""

    answered: bool
    ask: str
    """Fingerprint of the ask that was answered."""


class Write(Verb[Written]):
    """Answer a question with a text of your own; returns after the question has left the tile's screen."""

    method: ClassVar[str] = "write"
    positional: ClassVar[tuple[str, ...]] = ("tile", "text")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "text": "the answer; refused (exit 7) where the question takes none",
        "ask": "only if it still asks this (a fingerprint)",
    }

    tile: str
    text: str
    ask: str | None = None

    async def serve(self, hive: Hive, caller: Caller) -> Written:
        """Write it into the option that takes a text, and press Enter, if the screen still shows the ask."""
        fingerprint = await hive.answering.write(self, caller)
        return Written(answered=True, ask=fingerprint)

    def show(self, reply: Written) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "answered"
