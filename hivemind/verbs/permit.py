"""Allow what a tile asks, and the same kind of thing for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.base.oneline import visible
from hivemind.protocol.settled import Permit as Permission
from hivemind.protocol.verb import Access, Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive

MINUTES = 10
"""How long a permission stands when nothing says so."""


class Permit(Verb[Permission]):
    """Allow what a tile asks, and for some minutes the same kind of thing in that tile."""

    method: ClassVar[str] = "permit"
    access: ClassVar[Access] = Access.PERSON
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "minutes": f"how long, 1 to 60; {MINUTES} when left out",
        "ask": "only if it still asks this (a fingerprint)",
        "look": "only say what would be allowed; nothing is typed",
    }

    tile: str
    minutes: int = MINUTES
    ask: str | None = None
    look: bool = False

    async def serve(self, hive: Hive, caller: Caller) -> Permission:
        """Allow it now; the permission stands once that has been seen to work."""
        return await hive.answering.permit(self, caller)

    def show(self, reply: Permission) -> str:
        """What is allowed from now on, and how to end it."""
        what, name = words(reply), visible(reply.name)
        if self.look:
            return f"would allow {what} in {name}"
        return f"allowed; {what} in {name} for {self.minutes} min (take it back: hive ctl revoke {reply.id})"


def words(permit: Permission) -> str:
    """What is allowed, as a person reads it."""
    if permit.kind == "run":
        return f"'{visible(permit.what)} …'"
    return f"changes of files in {visible(permit.what)}"
