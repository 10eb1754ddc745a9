"""List the frames: named groups of tiles, each bound to a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.oneline import visible
from hivemind.protocol.frame import Kind
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class FrameInfo(msgspec.Struct, frozen=True):
    """One frame."""

    id: str
    title: str
    repo: str | None
    """Its repository, worktree or folder; null where it is bound to none."""
    branch: str
    """What is checked out there; empty outside a repository."""
    tiles: int
    """How many."""
    layout: Kind
    zoomed: bool


class FrameList(msgspec.Struct, frozen=True):
    """Every frame, in the order of the tabs."""

    frames: list[FrameInfo]
    problem: str = ""
    """What a person must know of the file that they are kept in; empty when all is well."""


class Frames(Verb[FrameList]):
    """List the frames: named groups of tiles, each bound to a folder."""

    method: ClassVar[str] = "frames"

    async def serve(self, hive: Hive, caller: Caller) -> FrameList:  # noqa: ARG002 (every verb gets its caller)
        """All frames; their branches are looked at anew."""
        await hive.frames.look()
        return FrameList(
            [
                FrameInfo(
                    id=frame.frame_id,
                    title=frame.name,
                    repo=frame.folder or None,
                    branch=frame.branch,
                    tiles=len(frame.tiles),
                    layout=frame.layout.kind,
                    zoomed=frame.layout.is_zoomed,
                )
                for frame in hive.frames.all
            ],
            hive.frames.problem,
        )

    def show(self, reply: FrameList) -> str:
        """A table, one line a frame."""
        note = f"\nnote: {visible(reply.problem)}" if reply.problem else ""
        if not reply.frames:
            return "no frames; one is made with the first tile: hive ctl spawn --agent demo" + note
        rows = [("FRAME", "NAME", "TILES", "LAYOUT", "BRANCH", "FOLDER")]
        for frame in reply.frames:
            layout = f"{frame.layout} (zoomed)" if frame.zoomed else frame.layout
            words = (visible(frame.title), str(frame.tiles), layout, visible(frame.branch) or "-")
            rows.append((frame.id, *words, visible(frame.repo or "-")))
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
        return (
            "\n".join(
                "  ".join([*(c.ljust(w) for c, w in zip(row[:-1], widths, strict=True)), row[-1]]) for row in rows
            )
            + note
        )
