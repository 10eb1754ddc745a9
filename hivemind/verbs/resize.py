"""Set the size of a tile's screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.screen import Size
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Resize(Verb[Done]):
    """Set the size of a tile's screen."""

    method: ClassVar[str] = "resize"
    positional: ClassVar[tuple[str, ...]] = ("tile", "rows", "columns")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "rows": "lines, at least 24",
        "columns": "columns, at least 80",
    }

    tile: str
    rows: int
    columns: int

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """The program gets at least 24 x 80, at most 500 x 1000; of several UIs the one that was used last counts."""
        hive.resize(self.tile, Size(self.rows, self.columns), caller)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "resized"
