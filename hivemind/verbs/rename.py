"""Give a tile a name; without one, take its name away."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Rename(Verb[Done]):
    """Give a tile a name; without one, take its name away."""

    method: ClassVar[str] = "rename"
    positional: ClassVar[tuple[str, ...]] = ("tile", "name")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "name": "the new name",
    }

    tile: str
    name: str = ""

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """Rename it."""
        hive.rename(self.tile, self.name)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "renamed"
