"""List the tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.endings import ending
from hivemind.base.oneline import visible
from hivemind.protocol.tile import TileSummary
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class FrameTiles(msgspec.Struct, frozen=True, rename="camel"):
    """A frame and what is in it."""

    frame_id: str
    title: str
    repo: str | None
    """Its repository, worktree or folder; null where it is bound to none."""
    branch: str
    tiles: list[TileSummary]
    """In the order of the frame."""


class Listing(msgspec.Struct, frozen=True):
    """Every tile."""

    frames: list[FrameTiles]
    """In the order of the tabs; those without tiles are left out, unless one was asked for by name."""
    loose: list[TileSummary]
    """Tiles in no frame, oldest first."""

    @property
    def tiles(self) -> list[TileSummary]:
        """All of them, frame by frame."""
        return [*(tile for frame in self.frames for tile in frame.tiles), *self.loose]


class List(Verb[Listing]):
    """List the tiles: what runs, and what waits."""

    method: ClassVar[str] = "list"
    help: ClassVar[dict[str, str]] = {
        "frame": "only the tiles of that frame: its id, name, the name of its folder, or a part of its name",
    }

    frame: str | None = None

    async def serve(self, hive: Hive, caller: Caller) -> Listing:  # noqa: ARG002 (every verb gets its caller)
        """All tiles, frame by frame."""
        tiles = {tile.tile_id: tile for tile in hive.summaries()}
        chosen = hive.frames.all if self.frame is None else (hive.frames.find(self.frame),)
        frames = [
            FrameTiles(
                frame.frame_id,
                frame.name,
                frame.folder or None,
                frame.branch,
                [tiles.pop(tile) for tile in frame.tiles if tile in tiles],
            )
            for frame in chosen
        ]
        if self.frame is not None:
            return Listing(frames, [])
        return Listing([frame for frame in frames if frame.tiles], list(tiles.values()))

    def show(self, reply: Listing) -> str:
        """A table, one line a tile; with its frame where there are several."""
        if not reply.tiles:
            if self.frame is not None:
                return f"no tiles in {visible(reply.frames[0].title)}; start one there: hive ctl spawn --frame …"
            return "no tiles; start one with: hive ctl spawn --agent demo"
        is_told = any(_doing(tile) for tile in reply.tiles)
        is_framed = len(reply.frames) + bool(reply.loose) > 1
        columns = (["FRAME"] if is_framed else []) + ["AGENT", "STATUS"] + (["DOING"] if is_told else [])
        rows = [("TILE", "NAME", *columns, "FOLDER")]
        groups = [*((frame.title, frame.tiles) for frame in reply.frames), ("-", reply.loose)]
        for title, tile in ((title, tile) for title, tiles in groups for tile in tiles):
            framed = [title] if is_framed else []
            doing = [_doing(tile) or "-"] if is_told else []
            words = (tile.name, *framed, tile.agent or "-", _status(tile), *doing, tile.cwd)
            rows.append((tile.tile_id, *(visible(word) for word in words)))
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
        return "\n".join(
            "  ".join([*(c.ljust(w) for c, w in zip(row[:-1], widths, strict=True)), row[-1]]) for row in rows
        )


def _status(tile: TileSummary) -> str:
    """Its status, and how sure that is."""
    if tile.exit is not None:
        return ending(tile.exit)
    status = tile.status.value + ("?" if tile.guess else "") + (f" ({tile.says})" if tile.says else "")
    return status + " (a guess)" if tile.source == "screen" and not tile.seen and not tile.guess else status


def _doing(tile: TileSummary) -> str:
    """What the tile is shown as instead of its name, or nothing."""
    return tile.shown if tile.shown != tile.name else ""
