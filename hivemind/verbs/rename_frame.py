"""Call a frame something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class RenameFrame(Verb[Done]):
    """Call a frame something else."""

    method: ClassVar[str] = "rename-frame"
    positional: ClassVar[tuple[str, ...]] = ("frame", "name")
    help: ClassVar[dict[str, str]] = {
        "frame": "id, name, name of its folder, or a part of its name",
        "name": "the new name",
    }

    frame: str
    name: str

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """Rename it."""
        hive.frames.rename(self.frame, self.name)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "renamed"
