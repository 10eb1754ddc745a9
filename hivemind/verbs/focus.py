"""Bring a tile to view in every open UI."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Focus(Verb[Done]):
    """Bring a tile to view in every open UI."""

    method: ClassVar[str] = "focus"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
    }

    tile: str

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """Tell the UIs."""
        hive.focus(self.tile)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "focused"
