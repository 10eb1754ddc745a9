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
    shown: str = ""
    """What to show as its name: the one a person gave, else `title`, else what it was started to do, else its label.
    Several tiles may show the same; `name` and `tile_id` name one. Empty: as `name`."""
    session: str = ""
    """The id of the session that its program is in, for `spawn --resume`; empty when it is not known."""
    note: str = ""
    """Something a person must know of this tile, such as a first task that could not be delivered."""
    source: str = ""
    """What the status comes from: `hooks` or `screen`; empty where nothing reads it, and once the program has ended."""
    seen: bool = False
    """Whether a rule recognises what its screen shows; where none does, what its screen says is a guess."""
    guess: bool = False
    """Whether `status` is a guess: no agent file describes its program, but its screen shows a sign that many share."""
    done: bool = False
    """Whether a turn has ended since a person looked at it: a result that nobody has seen."""
    children: int = 0
    """How many sub-agents of it work, as its hooks told."""
    recording: str = ""
    """The file that it is recorded to; empty while it is not."""
    rule: str = ""
    """That rule's place in its agent file, as `path:line:column`; empty without one."""
    detail: str = ""
    """How a turn ended that did not end well, as its hooks told: `failed`, `limited`, `interrupted`; else empty."""
    answering: bool = False
    """Whether a standing permission is about to allow what it asks, so that nobody need look."""
