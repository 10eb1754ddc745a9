"""Start an agent, or any program, in a tile of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Spawned(msgspec.Struct, frozen=True, rename="camel"):
    """The new tile."""

    tile_id: str


class Spawn(Verb[Spawned]):
    """Start an agent, or any program after `--`, in a new tile."""

    method: ClassVar[str] = "spawn"
    rest: ClassVar[str | None] = "command"
    bare: ClassVar[dict[str, str]] = {"resume": "last"}
    help: ClassVar[dict[str, str]] = {
        "agent": "which agent; `hive ctl agents` lists them",
        "prompt": "its first task",
        "name": "what to call the tile",
        "model": "the model, as the agent's own flag takes it",
        "mode": "the agent's permission mode",
        "resume": "take up a session: its id, or last, which may be left out; `hive sessions` lists them",
        "cwd": "the folder it runs in (default: this one, or that of the session)",
        "worktree": "run in a git worktree of that branch, beside the repository; both are made when there are none",
        "frame": "the frame it goes to (default: that of its repository or folder; a tile's own for what it starts)",
        "beside": "the tile that it goes to the right of, where the layout is split by hand; else after it",
        "below": "the same, below that tile",
        "command": "a program and its arguments instead of an agent",
        "rows": "lines of its screen (default 30, at least 24)",
        "columns": "columns of its screen (default 120, at least 80)",
    }

    agent: str | None = None
    prompt: str | None = None
    name: str | None = None
    model: str | None = None
    mode: str | None = None
    resume: str | None = None
    cwd: str | None = None
    worktree: str | None = None
    frame: str | None = None
    beside: str | None = None
    below: str | None = None
    command: list[str] = msgspec.field(default_factory=list)
    rows: int | None = None
    columns: int | None = None

    async def serve(self, hive: Hive, caller: Caller) -> Spawned:
        """Start it; the tile exists when this returns, its program has been started."""
        tile = await hive.spawn(self, caller)
        return Spawned(tile.id)

    def show(self, reply: Spawned) -> str:
        """The id alone, so that a script can take it."""
        return reply.tile_id
