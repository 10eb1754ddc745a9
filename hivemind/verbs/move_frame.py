"""Put a frame's tab in another place."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class MoveFrame(Verb[Done]):
    """Put a frame's tab in another place."""

    method: ClassVar[str] = "move-frame"
    positional: ClassVar[tuple[str, ...]] = ("frame", "place")
    help: ClassVar[dict[str, str]] = {
        "frame": "id, name, name of its folder, or a part of its name",
        "place": "1 is the first",
    }

    frame: str
    place: int

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """Move it."""
        hive.frames.shift(self.frame, self.place - 1)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "moved"
