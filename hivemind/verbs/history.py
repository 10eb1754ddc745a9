"""Show what a tile has shown before."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.errors import UsageError
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive
    from hivemind.tile.history import History as Lines

LINES = 200
"""Lines that come when nothing says how many."""

MOST_LINES = 2000
"""Lines of one reply; a range that is longer ends there."""


class Place(msgspec.Struct, frozen=True, rename="camel"):
    """Where a text stands: cells, lines by their numbers."""

    line: int
    column: int
    end_line: int
    """The line of its last cell."""
    end_column: int
    """The column behind its last cell."""


class Past(msgspec.Struct, frozen=True):
    """Lines of a tile, oldest first."""

    first: int
    """Number of the oldest line there is."""
    last: int
    """Number of the newest one: the last row of the screen."""
    rows: list[tuple[int, str]]
    """Number and text, trailing blanks trimmed."""
    match: Place | None = None
    """What was looked for; its lines are the rows."""


class History(Verb[Past]):
    """Show what a tile has shown: its scrollback and its screen."""

    method: ClassVar[str] = "history"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "start": "number of the first line; numbers stay, lines that scroll off keep theirs",
        "stop": f"number of the line to stop before; at most {MOST_LINES} lines come at once",
        "find": "show only the next line from --start on that holds this text",
        "backwards": "with --find: the last line before --start, else the last of all",
        "ignore_case": "with --find: small letters find capitals",
    }

    tile: str
    start: int | None = None
    stop: int | None = None
    find: str | None = None
    backwards: bool = False
    ignore_case: bool = False

    async def serve(self, hive: Hive, caller: Caller) -> Past:  # noqa: ARG002 (every verb gets its caller)
        """Lines as of now; what the program has written is read first."""
        tile = hive.tile(self.tile)
        await tile.fresh_snapshot()
        lines = tile.history
        if self.find is not None:
            return await self._found(lines, self.find)
        stop = lines.end if self.stop is None else min(self.stop, lines.end)
        start = stop - LINES if self.start is None else max(self.start, lines.first)
        return Past(lines.first, lines.end - 1, lines.texts(start, min(stop, start + MOST_LINES)))

    async def _found(self, lines: Lines, text: str) -> Past:
        if not text:
            raise UsageError("history: --find needs a text")
        start = self.start if self.start is not None else lines.end if self.backwards else lines.first
        match = await lines.find(text, start, backwards=self.backwards, ignores_case=self.ignore_case)
        if match is None:
            return Past(lines.first, lines.end - 1, [])
        place = Place(match.line, match.column, match.end_line, match.end_column)
        return Past(lines.first, lines.end - 1, lines.texts(match.line, match.end_line + 1), place)

    def show(self, reply: Past) -> str:
        """The text; a line that was looked for with its number before it."""
        if reply.match is not None:
            return "\n".join(f"{number}: {text}" for number, text in reply.rows)
        return "\n".join(text for _, text in reply.rows).rstrip("\n")
