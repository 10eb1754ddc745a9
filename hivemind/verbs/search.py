"""Find every place of a text in what a tile shows and has shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.errors import UsageError
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive

MOST_PLACES = 5000
"""Places of one reply; of more, the last ones come."""


class Places(msgspec.Struct, frozen=True):
    """Where a text stands, from the oldest line on."""

    count: int
    """How many places there are."""
    places: list[tuple[int, int, int, int]]
    """Line and column of the first cell, line of the last cell and the column behind it; lines by their numbers."""


class Search(Verb[Places]):
    """Find every place of a text in a tile's scrollback and on the screen it shows."""

    method: ClassVar[str] = "search"
    positional: ClassVar[tuple[str, ...]] = ("tile", "text")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "text": "what to find; where a line wrapped by itself, it goes on in the next one",
        "ignore_case": "small letters find capitals",
    }

    tile: str
    text: str
    ignore_case: bool = False

    async def serve(self, hive: Hive, caller: Caller) -> Places:  # noqa: ARG002 (every verb gets its caller)
        """Places as of now; what the program has written is read first."""
        if not self.text:
            raise UsageError("search: nothing to find")
        tile = hive.tile(self.tile)
        await tile.fresh_snapshot()
        found = await tile.history.find_all(self.text, ignores_case=self.ignore_case)
        return Places(len(found), [(m.line, m.column, m.end_line, m.end_column) for m in found[-MOST_PLACES:]])

    def show(self, reply: Places) -> str:
        """One place a line, as `history --start` counts lines."""
        return "\n".join(f"{line}:{column}" for line, column, _, _ in reply.places) or "not found"
