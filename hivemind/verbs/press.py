"""Press keys one by one, as a keyboard does; for clients with one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Press(Verb[Done]):
    """Press keys one by one, as a keyboard does; for clients with one."""

    method: ClassVar[str] = "press"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "names": "key names",
    }

    tile: str
    names: list[str] = msgspec.field(default_factory=list)

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """Return once the keys were written to the program."""
        await hive.press(self.tile, self.names, caller, gap=0.0)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "pressed"
