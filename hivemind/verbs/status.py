"""What the daemon is: its pid, version and folders."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class DaemonStatus(msgspec.Struct, frozen=True):
    """The running daemon."""

    pid: int
    version: str
    tiles: int
    """Tiles whose program still runs."""
    socket: str
    log: str
    running: bool = True


class DaemonInfo(Verb[DaemonStatus]):
    """Say what the daemon is."""

    method: ClassVar[str] = "status"

    async def serve(self, hive: Hive, caller: Caller) -> DaemonStatus:  # noqa: ARG002 (every verb gets its caller)
        """The daemon that answers."""
        return DaemonStatus(**hive.about())

    def show(self, reply: DaemonStatus) -> str:
        """One line."""
        count = "1 program" if reply.tiles == 1 else f"{reply.tiles} programs"
        return f"running, pid {reply.pid}, {count}, socket {reply.socket}"
