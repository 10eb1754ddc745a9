"""Say that a person looked at a tile; for clients that draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Seen(Verb[Done]):
    """Say that a person looked at a tile: what it has done is no news any more, in any UI."""

    method: ClassVar[str] = "seen"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
    }

    tile: str

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """Every client is told of the tile."""
        hive.see(self.tile, caller)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "noted"
