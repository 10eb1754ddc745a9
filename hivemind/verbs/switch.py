"""Offer an agent, or offer it no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.verb import Access, Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Switched(msgspec.Struct, frozen=True):
    """What came of it."""

    changed: bool


class Switch(Verb[Switched]):
    """Offer an agent to those who start tiles, or with --off offer it no more; running tiles stay as they are."""

    method: ClassVar[str] = "switch"
    access: ClassVar[Access] = Access.PERSON
    positional: ClassVar[tuple[str, ...]] = ("agent",)
    help: ClassVar[dict[str, str]] = {
        "agent": "which agent; `hive ctl agents` lists them",
        "off": "offer it no more",
    }

    agent: str
    off: bool = False

    async def serve(self, hive: Hive, caller: Caller) -> Switched:  # noqa: ARG002 (every verb gets its caller)
        """Decide it, for every start from now on."""
        return Switched(await hive.shelf.switch(self.agent, on=not self.off))

    def show(self, reply: Switched) -> str:
        """How it is now."""
        word = "off" if self.off else "on"
        return f"switched {word}" if reply.changed else f"was {word} before"
