"""List the tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.oneline import visible
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
        is_told = any(_doing(tile) for tile in reply.loose)
        rows = [("TILE", "NAME", "AGENT", "STATUS", *(["DOING"] if is_told else []), "FOLDER")]
        for tile in reply.loose:
            status = tile.status.value + ("?" if tile.guess else "") + (f" ({tile.says})" if tile.says else "")
            if tile.source == "screen" and not tile.seen and not tile.guess:
                status += " (a guess)"
            if tile.exit is not None:
                status = f"exited ({tile.exit})"
            doing = [_doing(tile) or "-"] if is_told else []
            words = (tile.name, tile.agent or "-", status, *doing, tile.cwd)
            rows.append((tile.tile_id, *(visible(word) for word in words)))
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
        return "\n".join(
            "  ".join([*(c.ljust(w) for c, w in zip(row[:-1], widths, strict=True)), row[-1]]) for row in rows
        )


def _doing(tile: TileSummary) -> str:
    """What the tile is shown as instead of its name, or nothing."""
    return tile.shown if tile.shown != tile.name else ""
