"""A tile as clients see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.launch.titles import called
from hivemind.protocol.tile import TileSummary

if TYPE_CHECKING:
    from hivemind.tile.tile import Tile


def summary_of(tile: Tile) -> TileSummary:
    """What `list` shows of it now."""
    record = tile.record
    return TileSummary(
        tile_id=tile.id,
        name=tile.name,
        agent=record.agent,
        status=tile.status,
        says=tile.says,
        since=tile.since,
        pid=tile.pid,
        cwd=record.cwd,
        exit=tile.exit,
        size=tile.size,
        title=tile.title,
        last=tile.last_line,
        argv=record.argv,
        shown=called(record.name, is_given=record.is_name_given, title=tile.title, task=record.task),
        session=record.session,
        note=tile.note,
        source=tile.sources.counts if tile.exit is None else "",
        seen=tile.reading.seen and tile.exit is None,
        rule=str(tile.reading.rule) if tile.reading.rule and tile.exit is None else "",
        detail=tile.sources.detail if tile.exit is None else "",
    )
