"""Close a frame; its tiles too where that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class CloseFrame(Verb[Done]):
    """Close a frame that is empty; with --tiles also one that is not, and what runs in it ends."""

    method: ClassVar[str] = "close-frame"
    positional: ClassVar[tuple[str, ...]] = ("frame",)
    help: ClassVar[dict[str, str]] = {
        "frame": "id, name, name of its folder, or a part of its name",
        "tiles": "end what runs in its tiles, and remove them",
    }

    frame: str
    tiles: bool = False

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """Close it."""
        await hive.close_frame(self.frame, tiles=self.tiles)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "closed"
