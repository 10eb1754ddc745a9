"""Stop what an agent is doing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Interrupt(Verb[Done]):
    """Stop what an agent is doing."""

    method: ClassVar[str] = "interrupt"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
    }

    tile: str

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """Type the agent's own interrupt keys, if it is working or waiting."""
        await hive.interrupt(self.tile, caller)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "interrupted"
