"""Make a frame, bound to a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class FrameMade(msgspec.Struct, frozen=True, rename="camel"):
    """The new frame."""

    frame_id: str


class NewFrame(Verb[FrameMade]):
    """Make a frame, bound to a folder; it stays until it is closed."""

    method: ClassVar[str] = "new-frame"
    positional: ClassVar[tuple[str, ...]] = ("name",)
    help: ClassVar[dict[str, str]] = {
        "name": "what to call it (default: the name of its folder)",
        "cwd": "a folder; the repository or worktree around it counts (default: this one)",
    }

    name: str = ""
    cwd: str | None = None

    async def serve(self, hive: Hive, caller: Caller) -> FrameMade:
        """An empty frame."""
        return FrameMade((await hive.frames.new_at(self.name, caller.cwd, self.cwd or "")).frame_id)

    def show(self, reply: FrameMade) -> str:
        """The id alone, so that a script can take it."""
        return reply.frame_id
