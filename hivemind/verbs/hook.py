"""Report what a hook of a tile's program saw; only programs in that tile may."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive

Word = Annotated[str, msgspec.Meta(max_length=256)]


class Taken(msgspec.Struct, frozen=True):
    """Whether the report counts; an event that is not known does not, and is no error."""

    taken: bool


class Hook(Verb[Taken]):
    """Report what a hook of a tile's program saw; only programs in that tile may."""

    method: ClassVar[str] = "hook"
    help: ClassVar[dict[str, str]] = {
        "tile_id": "the tile as its program knows it (HIVEMIND_TILE)",
        "event": "such as turn.started; empty: only the session's id",
        "outcome": "how a turn ended: done, failed, interrupted, limited",
        "kind": "what is asked for: permission, question, plan, approval, other",
        "agent_id": "the subagent that it is about",
        "session_id": "the session that the program is in",
        "background": "tasks that go on after the turn",
    }

    tile_id: Word
    event: Word = ""
    outcome: Word = ""
    kind: Word = ""
    agent_id: Word = ""
    session_id: Word = ""
    background: int = 0

    async def serve(self, hive: Hive, caller: Caller) -> Taken:
        """Weigh it against the screen."""
        return Taken(hive.hooked(self, caller))

    def show(self, reply: Taken) -> str:
        """What became of it."""
        return "taken" if reply.taken else "not taken"
