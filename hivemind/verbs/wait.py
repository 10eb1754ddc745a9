"""Wait until a tile reaches a status."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.errors import UsageError
from hivemind.protocol.status import Status
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Waited(msgspec.Struct, frozen=True):
    """The status that was reached."""

    status: Status
    says: str


class Wait(Verb[Waited]):
    """Wait until a tile reaches one of some statuses; its program's end fails with exit 1."""

    method: ClassVar[str] = "wait"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    durations: ClassVar[frozenset[str]] = frozenset({"timeout"})
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "until": "statuses, with commas: idle, working, permission, question, blocked, exited",
        "timeout": "give up after this long (20s, 2m, 500ms), exit 4",
    }

    tile: str
    until: str
    timeout: float | None = None

    async def serve(self, hive: Hive, caller: Caller) -> Waited:  # noqa: ARG002 (every verb gets its caller)
        """Return as soon as the tile has one of the statuses; idle counts only after its task went in."""
        statuses = self.statuses()
        reading = await hive.tile(self.tile).wait_until(statuses, timeout=self.timeout)
        return Waited(reading.status, reading.says)

    def statuses(self) -> frozenset[Status]:
        """The statuses named.

        Raises:
            UsageError: one of them is not a status.
        """
        known = {status.value: status for status in Status}
        words = [word.strip() for word in self.until.split(",") if word.strip()]
        for word in words:
            if word not in known:
                raise UsageError(f"--until: '{word}' is not a status", hint=f"statuses: {', '.join(known)}")
        if not words:
            raise UsageError("--until needs a status", hint=f"statuses: {', '.join(known)}")
        return frozenset(known[word] for word in words)

    def show(self, reply: Waited) -> str:
        """The status, and what the screen says."""
        return reply.status.value + (f" ({reply.says})" if reply.says else "")
