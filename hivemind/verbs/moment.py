"""Show a tile as it was a while ago."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.errors import HiveError
from hivemind.protocol.screen import Cursor, Size, Style
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive


class Moment(msgspec.Struct, frozen=True, rename="camel"):
    """A tile as it was then, and what is needed to paint it. Times in milliseconds since the epoch."""

    at: int
    first: int
    """The oldest moment that is kept."""
    last: int
    """When the program wrote last."""
    before: int | None
    """When it wrote last before this moment."""
    after: int | None
    """When it wrote next."""
    size: Size
    rows: list[tuple[str, str]]
    """Text and styles of every row from the top, as `protocol.screen.Row` has them."""
    texts: list[str]
    """The same rows as people read them; only where no styles were asked for."""
    cursor: Cursor
    title: str
    styles: tuple[Style, ...]
    """The tile's style table from the number on that was asked for."""
    clusters: tuple[str, ...]
    """The same of its clusters."""


class ShowMoment(Verb[Moment]):
    """Show a tile as it was a while ago; its program is not touched."""

    method: ClassVar[str] = "moment"
    positional: ClassVar[tuple[str, ...]] = ("tile",)
    durations: ClassVar[frozenset[str]] = frozenset({"ago"})
    help: ClassVar[dict[str, str]] = {
        "tile": "id, unique start of an id, or name",
        "ago": "how long ago, such as 20s or 3m; the nearest moment that is kept is shown",
        "at": "instead: milliseconds since 1970, as `timeline --json` has them",
        "styles": "for clients that draw: how many of the tile's styles the client has already",
        "clusters": "the same of its clusters",
    }

    tile: str
    ago: float = 0.0
    at: int | None = None
    styles: int | None = None
    clusters: int = 0

    async def serve(self, hive: Hive, caller: Caller) -> Moment:  # noqa: ARG002 (every verb gets its caller)
        """The nearest moment that is kept."""
        tile = hive.tile(self.tile)
        await tile.look()
        at = hive.clock.epoch_ms() - int(self.ago * 1000) if self.at is None else self.at
        found = await tile.tape.moment(at)
        if found is None:
            raise HiveError(f"{tile.name} has written nothing yet", code="NOT_FOUND")
        snapshot, draws = found.snapshot, self.styles is not None
        return Moment(
            at=found.at,
            first=found.first,
            last=found.last,
            before=found.before,
            after=found.after,
            size=snapshot.size,
            rows=[(row.text, row.styles) for row in snapshot.lines] if draws else [],
            texts=[] if draws else tile.rows_of(snapshot),
            cursor=snapshot.cursor,
            title=snapshot.title,
            styles=tuple(snapshot.styles[max(0, self.styles or 0) :]) if draws else (),
            clusters=tuple(snapshot.clusters[max(0, self.clusters) :]) if draws else (),
        )

    def show(self, reply: Moment) -> str:
        """The text, without the empty rows at the end."""
        return "\n".join(reply.texts).rstrip("\n")
