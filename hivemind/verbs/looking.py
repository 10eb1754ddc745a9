"""Say which tile a person looks at; for clients that draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Looking(Verb[Done]):
    """Say which tile a person looks at in one's UI: of that one, nothing is told by bells or notifications."""

    method: ClassVar[str] = "looking"
    help: ClassVar[dict[str, str]] = {
        "tile": "the id of a tile; empty when they look elsewhere",
    }

    tile: str = ""

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """It holds until the client says otherwise or goes; a program says so in vain."""
        if caller.tile_id is None:
            hive.notify.look(caller.client, self.tile)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "noted"
