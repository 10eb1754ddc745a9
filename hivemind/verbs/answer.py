"""Answer what a tile asks: allow or deny."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Answered(msgspec.Struct, frozen=True):
    """The question has left the screen."""

    answered: bool
    ask: str
    """Fingerprint of the ask that was answered."""


class Answer(Verb[Answered]):
    """Answer what a tile asks; returns after the question has left its screen."""

    method: ClassVar[str] = "answer"
    positional: ClassVar[tuple[str, ...]] = ("tile", "decision")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "decision": "allow or deny",
        "says": "the special screen that is meant, such as trust; needed for those",
        "ask": "only if it still asks this (a fingerprint)",
    }

    tile: str
    decision: Literal["allow", "deny"]
    says: str | None = None
    ask: str | None = None

    async def serve(self, hive: Hive, caller: Caller) -> Answered:
        """Type the agent's own keys for that answer, once, if the screen still shows the ask."""
        fingerprint = await hive.answering.answer(self, caller)
        return Answered(answered=True, ask=fingerprint)

    def show(self, reply: Answered) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "allowed" if self.decision == "allow" else "denied"
