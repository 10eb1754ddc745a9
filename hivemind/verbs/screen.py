"""Show a tile's screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.errors import UnauthorizedError
from hivemind.base.oneline import visible
from hivemind.protocol.program import ProgramRecord
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


SOMEWHERE = ""
"""Saved as a picture under a name of ours."""


class CursorAt(msgspec.Struct, frozen=True):
    """Where the program's cursor is, from the top left, 0-based."""

    row: int
    column: int
    visible: bool


class ScreenSize(msgspec.Struct, frozen=True):
    """Cells."""

    rows: int
    columns: int


class Screen(msgspec.Struct, frozen=True):
    """What a tile shows."""

    rows: list[str]
    """Every row from the top, trailing blanks trimmed."""
    cursor: CursorAt
    title: str
    size: ScreenSize
    revision: int
    tile_id: str = ""
    record: ProgramRecord | None = None
    """What the program says of itself (OSC 7501), while it says anything."""
    saved: str = ""
    """The file that it was saved to."""


class ShowScreen(Verb[Screen]):
    """Show what is on a tile's screen, or save it to a file."""

    method: ClassVar[str] = "screen"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "save": "a new file, by its ending text (.txt), text with colours (.ansi), a picture (.svg) or data (.json)",
    }
    bare: ClassVar[dict[str, str]] = {"save": SOMEWHERE}

    tile: str
    save: str | None = None

    async def serve(self, hive: Hive, caller: Caller) -> Screen:
        """The screen as of now: what the program has written is read first."""
        tile = hive.tile(self.tile)
        if self.save is not None and caller.tile_id is not None:
            raise UnauthorizedError("'screen --save' is for people, not for programs in tiles")
        snapshot = await tile.fresh_snapshot()
        saved = ""
        if self.save is not None:
            saved = str(await hive.recordings.picture(tile, self.save or None, caller))
        return Screen(
            rows=tile.rows_of(snapshot),
            cursor=CursorAt(snapshot.cursor.row, snapshot.cursor.column, snapshot.cursor.visible),
            title=snapshot.title,
            size=ScreenSize(snapshot.size.rows, snapshot.size.columns),
            revision=snapshot.revision,
            tile_id=tile.id,
            saved=saved,
            record=next((one for one in snapshot.program_status if not one.id), None),
        )

    def show(self, reply: Screen) -> str:
        """The text, without the empty rows at the end; once it was saved, where."""
        if reply.saved:
            return f"saved to {visible(reply.saved)}"
        return "\n".join(reply.rows).rstrip("\n")
