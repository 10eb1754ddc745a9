"""Take a standing permission back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.settled import Permit
from hivemind.protocol.verb import Access, Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Revoke(Verb[Permit]):
    """Take a standing permission back (`permits` lists them)."""

    method: ClassVar[str] = "revoke"
    access: ClassVar[Access] = Access.PERSON
    positional: ClassVar[tuple[str, ...]] = ("permit",)
    help: ClassVar[dict[str, str]] = {"permit": "its id"}

    permit: str

    async def serve(self, hive: Hive, caller: Caller) -> Permit:  # noqa: ARG002 (every verb gets its caller)
        """From now on a person is asked again."""
        return hive.answering.revoke(self.permit)

    def show(self, reply: Permit) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "taken back"
