"""Move a tile to another frame, or to one of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Move(Verb[Done]):
    """Move a tile to the end of another frame, or with --new to a frame of its own."""

    method: ClassVar[str] = "move"
    positional: ClassVar[tuple[str, ...]] = ("tile", "frame")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "frame": "id, name, name of its folder, or a part of its name; with --new what to call it",
        "new": "make the frame; it goes with its last tile",
    }

    tile: str
    frame: str
    new: bool = False

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """Move it."""
        move = hive.frames.break_out if self.new else hive.frames.move
        move(hive.tile(self.tile).id, self.frame)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "moved"
