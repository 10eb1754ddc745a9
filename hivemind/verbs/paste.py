"""Paste a text into a tile, without Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Paste(Verb[Done]):
    """Paste a text into a tile, without Enter."""

    method: ClassVar[str] = "paste"
    positional: ClassVar[tuple[str, ...]] = ("tile", "text")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "text": "what to paste",
    }

    tile: str
    text: str

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """Return once the text was written to the program."""
        await hive.paste(self.tile, self.text, caller)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "pasted"
