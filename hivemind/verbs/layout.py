"""Choose how the tiles of a frame lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from hivemind.protocol.frame import Kind, Node
from hivemind.protocol.replies import Done
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Lay(Verb[Done]):
    """Choose how the tiles of a frame lie; every UI shows them so."""

    method: ClassVar[str] = "layout"
    positional: ClassVar[tuple[str, ...]] = ("frame", "kind")
    help: ClassVar[dict[str, str]] = {
        "frame": "id, name, name of its folder, or a part of its name",
        "kind": "grid, columns, rows, main (the first tile large), or own (as it was split by hand)",
        "zoom": "on: the focused tile alone; off: all of them",
        "splits": "for clients that draw: the tree of an own layout",
    }

    frame: str
    kind: Kind | None = None
    zoom: Literal["on", "off"] | None = None
    splits: Node | None = None

    async def serve(self, hive: Hive, caller: Caller) -> Done:  # noqa: ARG002 (every verb gets its caller)
        """Lay it out; what was not given stays."""
        is_zoomed = None if self.zoom is None else self.zoom == "on"
        hive.frames.arrange(self.frame, kind=self.kind, tree=self.splits, is_zoomed=is_zoomed)
        return Done()

    def show(self, reply: Done) -> str:  # noqa: ARG002 (the words say it)
        """What happened."""
        return "laid out"
