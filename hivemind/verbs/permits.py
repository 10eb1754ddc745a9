"""List what is allowed without asking."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.oneline import visible
from hivemind.protocol.settled import Permit
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Standing(msgspec.Struct, frozen=True):
    """The standing permissions."""

    now: int
    """Milliseconds since the epoch."""
    permits: list[Permit]
    """The one that ends first at the top."""


class Permits(Verb[Standing]):
    """List what is allowed for a while without asking (see `permit`)."""

    method: ClassVar[str] = "permits"

    async def serve(self, hive: Hive, caller: Caller) -> Standing:  # noqa: ARG002 (every verb gets its caller)
        """Those that stand now."""
        return Standing(hive.clock.epoch_ms(), hive.answering.standing.permits())

    def show(self, reply: Standing) -> str:
        """A line each."""
        if not reply.permits:
            return "nothing is allowed without asking"
        return "\n".join(
            f"{permit.id}  {visible(permit.name)}  {permit.kind} {visible(permit.what)}  "
            f"{max(1, round((permit.until - reply.now) / 60_000))} min left, uses: {permit.used}"
            for permit in reply.permits
        )
