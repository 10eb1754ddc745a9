"""Let two tiles change places."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Swap(Verb[Done]):
    """Let two tiles change places, within a frame or between two."""

    method: ClassVar[str] = "swap"
    positional: ClassVar[tuple[str, ...]] = ("tile", "other")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "other": "the same of the other one",
    }

    tile: str
    other: str

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """Swap them."""
        hive.frames.swap(hive.tile(self.tile).id, hive.tile(self.other).id)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "swapped"
