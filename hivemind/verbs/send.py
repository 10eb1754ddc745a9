"""Type a text into a tile and press Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Send(Verb[Done]):
    """Type a text into a tile and press Enter."""

    method: ClassVar[str] = "send"
    positional: ClassVar[tuple[str, ...]] = ("tile", "text")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "text": "what to type; refused (exit 8) while the tile waits for an answer",
    }

    tile: str
    text: str

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """Return once the text stood on the screen and Enter was pressed."""
        await hive.send(self, caller)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "sent"
