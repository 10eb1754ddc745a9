"""Get a tile's screen as it changes; for clients that draw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Watch(Verb[Done]):
    """Get a tile's screen as it changes; for clients that draw it."""

    method: ClassVar[str] = "watch"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "on": "whether to start or to stop",
    }

    tile: str
    on: bool = True

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """The first change that follows is the whole screen."""
        hive.watch(self.tile, caller, on=self.on)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "watching"
