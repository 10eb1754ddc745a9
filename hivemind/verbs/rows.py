"""Get lines of a tile with their looks, from its scrollback and its screen; for clients that draw them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.screen import STUB, Style
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive

MOST_ROWS = 2000
"""Lines of one reply; a range that is longer ends there."""


class StyledRows(msgspec.Struct, frozen=True, rename="camel"):
    """Lines of a tile, oldest first, and what is needed to paint them."""

    first: int
    """Number of the oldest line there is."""
    screen: int
    """Number of the screen's first line; what stands before it does not change any more."""
    end: int
    """Number behind the newest line."""
    rows: list[tuple[int, str, str]]
    """Number, text and styles, as `protocol.screen.Row` has them."""
    styles: tuple[Style, ...]
    """The tile's style table from the number on that was asked for."""
    clusters: tuple[str, ...]
    """The same of its clusters."""
    wraps: list[tuple[int, int]] = []
    """Those of the lines that went on by themselves in the next one, and how many cells of each are text."""


class Rows(Verb[StyledRows]):
    """Get lines of a tile with their looks; for clients that draw them."""

    method: ClassVar[str] = "rows"
    positional: ClassVar[tuple[str, ...]] = ("tile", "start", "stop")
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "start": "number of the first line",
        "stop": f"number of the line to stop before; at most {MOST_ROWS} lines come at once",
        "styles": "how many of the tile's styles the client has already",
        "clusters": "the same of its clusters",
    }

    tile: str
    start: int
    stop: int
    styles: int = 0
    clusters: int = 0

    async def serve(self, hive: Hive, caller: Caller) -> StyledRows:  # noqa: ARG002 (every verb gets its caller)
        """Lines as of now; what the program has written is read first."""
        tile = hive.tile(self.tile)
        await tile.fresh_snapshot()
        lines = tile.history
        start = max(self.start, lines.first)
        rows = lines.rows(start, min(self.stop, start + MOST_ROWS))
        return StyledRows(
            first=lines.first,
            screen=lines.screen,
            end=lines.end,
            rows=[(number, row.text, row.styles) for number, row in rows],
            styles=tuple(lines.styles[max(0, self.styles) :]),
            clusters=tuple(lines.clusters[max(0, self.clusters) :]),
            wraps=lines.wraps(start, min(self.stop, start + MOST_ROWS)),
        )

    def show(self, reply: StyledRows) -> str:
        """The lines' own text, for the curious."""
        return "\n".join(text.replace(STUB, "") for _, text, _ in reply.rows)
