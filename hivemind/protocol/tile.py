"""A tile as its clients see it."""

from __future__ import annotations

import msgspec

from hivemind.protocol.screen import Size
from hivemind.protocol.status import Status


class TileSummary(msgspec.Struct, frozen=True, rename="camel"):
    """What `list` shows of a tile."""

    tile_id: str
    name: str
    """What people call it; unique among tiles at the time it is given."""
    agent: str | None
    """Manifest id; None for any other program."""
    status: Status
    says: str
    """Name of a special waiting screen; empty otherwise."""
    since: int
    """When `status` last changed, milliseconds since the epoch."""
    pid: int
    cwd: str
    exit: int | None
    """Exit code once the program has ended (a signal n is -n), else None."""
    size: Size = Size(24, 80)
    title: str = ""
    """What its window title says it is doing; empty when that says nothing, or the program is not an agent's."""
    last: str = ""
    """The last line it said, chrome skipped; for the Layers panel."""
    argv: tuple[str, ...] = ()
    note: str = ""
    """Something a person must know of this tile, such as a first task that could not be delivered."""
