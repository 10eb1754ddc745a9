"""Record a tile to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.oneline import visible
from hivemind.protocol.verb import Access, Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Recorded(msgspec.Struct, frozen=True):
    """A recording."""

    path: str
    """Its file."""
    on: bool
    """Whether it goes on."""


class Record(Verb[Recorded]):
    """Record what a tile shows to a file (asciicast version 3), until --stop or the end of its program."""

    method: ClassVar[str] = "record"
    access: ClassVar[Access] = Access.PERSON
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "to": "a new file; left out, one in the state folder",
        "stop": "end the recording",
    }

    tile: str
    to: str | None = None
    stop: bool = False

    async def serve(self, hive: Hive, caller: Caller) -> Recorded:
        """Begin with the screen as it is. What is typed is never recorded."""
        if self.stop:
            return Recorded(str(hive.recordings.end(self.tile)), on=False)
        return Recorded(str(hive.recordings.begin(self.tile, self.to, caller)), on=True)

    def show(self, reply: Recorded) -> str:
        """Where it is."""
        return f"{'recording to' if reply.on else 'recorded to'} {visible(reply.path)}"
