"""Move a tile to another frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Move(Verb[Done]):
    """Move a tile to the end of another frame."""

    method: ClassVar[str] = "move"
    positional: ClassVar[tuple[str, ...]] = ("tile", "frame")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "frame": "id, name, name of its folder, or a part of its name",
    }

    tile: str
    frame: str

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """Move it."""
        hive.frames.move(hive.tile(self.tile).id, self.frame)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "moved"
