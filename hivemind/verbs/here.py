"""Say that one's UI is being used; for clients that draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Here(Verb[Done]):
    """Say that one's UI is being used: tiles that several UIs show get the size of that one."""

    method: ClassVar[str] = "here"

    async def serve(self, hive: Hive, caller: Caller) -> Done:
        """Its sizes count from now on. Typing and the mouse say the same by themselves."""
        hive.used(caller)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "noted"
