"""End every program, the keeper and the daemon."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Access, Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Stop(Verb[Done]):
    """End the daemon; with its programs, or leaving them to the next daemon."""

    method: ClassVar[str] = "stop"
    access: ClassVar[Access] = Access.PERSON
    help: ClassVar[dict[str, str]] = {"programs": "end the programs and the keeper too"}

    programs: bool = False

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """Begin to stop; the connection closes when it is done."""
        hive.stop(programs=self.programs)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "stopping"
