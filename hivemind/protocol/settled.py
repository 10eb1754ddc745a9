"""An answer that was given, and a permission that stands for a while."""

from __future__ import annotations

from typing import Literal

import msgspec

from hivemind.protocol.status import Status

Who = Literal["person", "command", "agent", "standing", "tile"]
"""Who answered: a person in the UI; `hive ctl`, by a person or a script; a program in another tile; a standing
permission; keys that somebody typed in the tile itself."""


class Settled(msgspec.Struct, frozen=True, rename="camel"):
    """One answer in the history of answers."""

    id: str
    """Names it for ever; later ones sort behind earlier ones."""
    at: int
    """Milliseconds since the epoch."""
    who: Who
    by: str
    """The tile of the agent, or the id of the standing permission; empty otherwise."""
    tile_id: str
    name: str
    """What the tile was called."""
    agent: str
    """Manifest id."""
    kind: Status
    says: str
    question: str
    command: str
    """What was decided about, as the screen showed it; may be empty."""
    outcome: Literal["allowed", "denied", "chosen", "written", "typed"]
    """`typed`: the question left after keys in its own tile; which answer they were is not known."""
    answer: str = ""
    """The option's label, or the text; empty for allow and deny."""
    is_confirmed: bool = True
    """Whether the question left the screen after it."""
    screen: tuple[str, ...] = ()
    """What the tile showed when it asked, row by row; empty where it was not asked for."""


class Permit(msgspec.Struct, frozen=True, rename="camel"):
    """A standing permission: one kind of thing is allowed in one tile until a time."""

    id: str
    tile_id: str
    name: str
    """What the tile is called."""
    kind: Literal["run", "edit"]
    what: str
    """The beginning of the commands, or the folder of the files."""
    since: int
    """Milliseconds since the epoch."""
    until: int
    used: int = 0
    """How many asks it has answered."""
