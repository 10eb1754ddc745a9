"""Show a tile's screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.protocol.program import ProgramRecord
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


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


class ShowScreen(Verb[Screen]):
    """Show what is on a tile's screen."""

    method: ClassVar[str] = "screen"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {"tile": "id, unique start of an id, or name"}

    tile: str

    async def serve(self, hive: Hive, caller: Caller) -> Screen:  # noqa: ARG002 (every verb gets its caller)
        """The screen as of now: what the program has written is read first."""
        tile = hive.tile(self.tile)
        snapshot = await tile.fresh_snapshot()
        return Screen(
            rows=tile.rows_of(snapshot),
            cursor=CursorAt(snapshot.cursor.row, snapshot.cursor.column, snapshot.cursor.visible),
            title=snapshot.title,
            size=ScreenSize(snapshot.size.rows, snapshot.size.columns),
            revision=snapshot.revision,
            tile_id=tile.id,
            record=next((one for one in snapshot.program_status if not one.id), None),
        )

    def show(self, reply: Screen) -> str:
        """The text, without the empty rows at the end."""
        return "\n".join(reply.rows).rstrip("\n")
