"""Press keys in a tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Keys(Verb[Done]):
    """Press keys in a tile."""

    method: ClassVar[str] = "keys"
    positional: ClassVar[tuple[str, ...]] = ("tile", "keys")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "keys": "key names with commas: Down,Enter  ctrl+c  Esc  1",
    }

    tile: str
    keys: str

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """Return once the keys were written to the program."""
        await hive.press(self.tile, [k.strip() for k in self.keys.split(",") if k.strip()], caller)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "pressed"
