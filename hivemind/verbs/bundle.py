"""Put what is known of a tile into one file, for a report of a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.oneline import visible
from hivemind.protocol.verb import Access, Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Bundled(msgspec.Struct, frozen=True):
    """A bundle that was made."""

    path: str
    """Its file."""
    hidden: dict[str, int]
    """How many different things were hidden in it, by what they are."""


class Bundle(Verb[Bundled]):
    """Put what is known of a tile into a zip file: screen, recent past, statuses, agent file; secrets are hidden."""

    method: ClassVar[str] = "bundle"
    access: ClassVar[Access] = Access.PERSON
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "to": "a new file; left out, one in the state folder",
    }

    tile: str
    to: str | None = None

    async def serve(self, hive: Hive, caller: Caller) -> Bundled:
        """Nothing leaves this machine."""
        made = await hive.recordings.bundle(hive.tile(self.tile), self.to, caller)
        return Bundled(str(made.path), dict(made.hidden))

    def show(self, reply: Bundled) -> str:
        """Where it is, and what is not in it."""
        hidden = ", ".join(f"{count} × {what}" for what, count in reply.hidden.items()) or "nothing was found"
        return f"bundled in {visible(reply.path)}; hidden: {hidden}; look through it before you give it away"
