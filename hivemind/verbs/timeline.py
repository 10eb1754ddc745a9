"""Show which statuses a tile had."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.status import StatusChange
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Changes(msgspec.Struct, frozen=True):
    """Statuses, oldest first; the last one is what the tile is now."""

    changes: list[StatusChange]


class Timeline(Verb[Changes]):
    """Show which statuses a tile had lately: since when, and which rule or hook said so."""

    method: ClassVar[str] = "timeline"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {"tile": "id, unique start of an id, or name"}

    tile: str

    async def serve(self, hive: Hive, caller: Caller) -> Changes:  # noqa: ARG002 (every verb gets its caller)
        """What is kept; a daemon that was started anew begins anew."""
        tile = hive.tile(self.tile)
        await tile.look()
        return Changes(list(tile.timeline.changes))

    def show(self, reply: Changes) -> str:
        """A line each."""
        if not reply.changes:
            return "nothing has been said of this tile yet"
        return "\n".join(map(line, reply.changes))


def line(change: StatusChange) -> str:
    """When, what, and what said so."""
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(change.at / 1000))
    what = change.status.value + (f" ({change.says})" if change.says else "")
    return f"{when}  {what:<24}{change.source:<8}{change.rule}".rstrip()
