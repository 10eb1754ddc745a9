"""List the tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.tile import TileSummary
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Listing(msgspec.Struct, frozen=True):
    """Every tile."""

    frames: list[dict[str, str]]
    """Named groups of tiles; always empty for now."""
    loose: list[TileSummary]
    """Tiles in no frame, oldest first."""


class List(Verb[Listing]):
    """List the tiles: what runs, and what waits."""

    method: ClassVar[str] = "list"

    async def serve(self, hive: Hive, caller: Caller) -> Listing:  # noqa: ARG002 (every verb gets its caller)
        """All tiles, oldest first."""
        return Listing(frames=[], loose=hive.summaries())

    def show(self, reply: Listing) -> str:
        """A table, one line a tile."""
        if not reply.loose:
            return "no tiles; start one with: hive ctl spawn --agent demo"
        rows = [("TILE", "NAME", "AGENT", "STATUS", "FOLDER")]
        for tile in reply.loose:
            status = tile.status.value + (f" ({tile.says})" if tile.says else "")
            if tile.exit is not None:
                status = f"exited ({tile.exit})"
            rows.append((tile.tile_id, tile.name, tile.agent or "-", status, tile.cwd))
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        return "\n".join(
            "  ".join([*(c.ljust(w) for c, w in zip(row[:4], widths, strict=True)), row[4]]) for row in rows
        )
