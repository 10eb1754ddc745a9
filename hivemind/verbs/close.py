"""End what runs in a tile and remove it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Close(Verb[Done]):
    """End what runs in a tile and remove it."""

    method: ClassVar[str] = "close"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
    }

    tile: str

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """End the program, if it still runs, and forget the tile."""
        await hive.close(self.tile)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "closed"
