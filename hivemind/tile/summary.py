"""A tile as clients see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.launch.titles import called
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary

if TYPE_CHECKING:
    from hivemind.tile.tile import Tile

GUESSED = frozenset(Status) - {Status.RUNNING, Status.EXITED}
"""What common signs can say of a program that nobody described."""


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
        recording=record.recording,
        source=tile.sources.counts if tile.exit is None and tile.status is not Status.RUNNING else "",
        seen=tile.is_read and tile.reading.seen and tile.exit is None,
        guess=not tile.is_read and tile.sources.counts != "hooks" and tile.status in GUESSED,
        done=record.done,
        children=tile.sources.children if tile.exit is None else 0,
        rule=str(tile.reading.rule) if tile.reading.rule and tile.exit is None else "",
        detail=tile.sources.detail if tile.exit is None else "",
        answering=tile.asks is not None and tile.asks.is_being_allowed,
    )
