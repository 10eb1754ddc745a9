"""Choose an option of what a tile asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Chosen(msgspec.Struct, frozen=True):
    """The question has left the screen."""

    answered: bool
    ask: str
    """Fingerprint of the ask that was answered."""


class Choose(Verb[Chosen]):
    """Choose an option by its number; returns after the question has left the tile's screen."""

    method: ClassVar[str] = "choose"
    positional: ClassVar[tuple[str, ...]] = ("tile", "number")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "number": "the option's number on the screen",
        "ask": "only if it still asks this (a fingerprint)",
    }

    tile: str
    number: int
    ask: str | None = None

    async def serve(self, hive: Hive, caller: Caller) -> Chosen:
        """Type the agent's own keys for that option, once, if the screen still shows the ask."""
        fingerprint = await hive.answering.choose(self, caller)
        return Chosen(answered=True, ask=fingerprint)

    def show(self, reply: Chosen) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return f"chose {self.number}"
