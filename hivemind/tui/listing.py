"""The list of agents as state: what is listed under which headings, folded, filtered and in view. Paints nothing."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from hivemind.protocol.tile import TileSummary
from hivemind.tui.board import Board
from hivemind.tui.draft import Draft
from hivemind.tui.order import TITLES, Rank, groups, matches, rank_of

ANSWERED = "Answered"
"""In place of those who need a person, while the last one that did is still chosen."""

NEEDS = TITLES[Rank.NEEDS]


@dataclass(frozen=True, slots=True)
class Section:
    """Tiles under one heading."""

    title: str
    """Empty: there is no heading."""
    tiles: tuple[TileSummary, ...]
    frame_id: str = ""
    """The frame that these are of; it can be folded."""
    is_folded: bool = False
    count: int = 0
    """Tiles that belong in it: also those that are folded away, but none that is held there."""


class Window:
    """Which rows of a list are in view."""

    def __init__(self) -> None:
        self.top = 0
        self._about: Hashable = None

    def show(self, total: int, height: int, *, span: range, about: Hashable) -> range:
        """The rows in view. Those of `span` come to view when something else than before is meant (`about`)."""
        if about != self._about:
            self._about = about
            if len(span):
                self.top = min(max(self.top, span.stop - height), span.start)
        self.top = max(0, min(self.top, total - height))
        return range(self.top, min(total, self.top + height))

    def move(self, rows: int) -> None:
        """Move the view down, or (negative) up; `show` keeps it within the list."""
        self.top = max(0, self.top + rows)


class Listing:
    """What the list shows."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.filter: Draft | None = None
        """What is looked for; None while nobody looks for anything."""
        self.found: str | None = None
        """While somebody does: the tile that Enter goes to."""
        self.folded: set[str] = set()
        """Frames whose tiles are not listed."""
        self.held: tuple[str, Rank] | None = None
        """The tile that was chosen in the queue, and where it was then: nothing moves under somebody's eyes."""
        self.window = Window()

    @property
    def marked(self) -> str | None:
        """The tile that is marked: the one that Enter goes to, else the focused one."""
        return self.found if self.filter is not None else self._board.focus

    @property
    def words(self) -> list[str]:
        """What is looked for."""
        return self.filter.text.casefold().split() if self.filter else []

    def sections(self) -> list[Section]:
        """What is listed now: in the queue by who needs a person, else those that need one and then each frame's."""
        found = self._by_rank() if self._board.view == "queue" else self._by_frame()
        words = self.words
        if self.filter is None or not words:
            return found
        kept = [(one, tuple(t for t in one.tiles if matches(self._board, t, words))) for one in found]
        return [Section(one.title, tiles, one.frame_id, count=len(tiles)) for one, tiles in kept if tiles]

    def tiles(self) -> list[TileSummary]:
        """What is listed, without headings."""
        return [tile for section in self.sections() for tile in section.tiles]

    def _by_rank(self) -> list[Section]:
        sections = []
        for rank, tiles in groups(self._board, self.held):
            count = sum(rank_of(self._board, tile) is rank for tile in tiles)
            title = ANSWERED if rank is Rank.NEEDS and not count else TITLES[rank]
            sections.append(Section(title, tuple(tiles), count=count))
        return sections

    def _by_frame(self) -> list[Section]:
        board = self._board
        needs = tuple(tile for tile in board.by_need() if board.needs(tile))
        frames = board.frames
        has_titles = len(frames) > 1
        sections = [Section(NEEDS if has_titles else "", needs, count=len(needs))] if needs else []
        for frame in frames:
            members = board.members(frame)
            rest = tuple(tile for tile in members if not board.needs(tile))
            title = (frame.name or "no frame") if has_titles else ""
            is_folded = has_titles and frame.frame_id in self.folded and self.filter is None
            if rest or (has_titles and not members):
                shown = () if is_folded else rest
                sections.append(Section(title, shown, frame.frame_id, is_folded, len(rest)))
        return sections

    # -- what a person does --------------------------------------------------------------------------------------

    def fold(self, frame_id: str) -> None:
        """List a frame's tiles no more, or again."""
        self.folded ^= {frame_id}

    def look_for(self) -> None:
        """Begin to look for something."""
        self.filter = Draft()
        self.found = self._board.focus

    def stop_looking(self) -> None:
        """List everything again."""
        self.filter = self.found = None

    def type(self, name: str) -> bool:
        """Take a key as part of what is looked for; the first match is found. False for a key that types nothing."""
        before = self.filter.text if self.filter else ""
        if self.filter is None or name in {"enter", "ctrl+j", "up", "down"} or not self.filter.press(name):
            return False
        self._after(before)
        return True

    def paste(self, text: str) -> None:
        """The same for a text."""
        if self.filter is not None:
            before = self.filter.text
            self.filter.insert(text)
            self._after(before)

    def _after(self, before: str) -> None:
        if self.filter is not None and self.filter.text != before:
            self.found = next((tile.tile_id for tile in self.tiles()), None)

    def step(self, by: int) -> str | None:
        """The tile so many places below the marked one, or (negative) above; None where nothing is listed."""
        return stepped([tile.tile_id for tile in self.tiles()], self.marked, by)

    def hold(self) -> None:
        """The focused tile stays where it is in the queue, as long as it has the focus."""
        tile = self._board.focused
        if tile is None or (self.held and self.held[0] == tile.tile_id):
            return
        self.held = (tile.tile_id, rank_of(self._board, tile))


def stepped(order: Iterable[str], at: str | None, by: int) -> str | None:
    """Who is so many places further on, or (negative) back; not beyond the ends."""
    tiles = list(order)
    if not tiles:
        return None
    if at not in tiles:
        return tiles[0]
    return tiles[max(0, min(tiles.index(at) + by, len(tiles) - 1))]


def in_view(first: int, at: int, rows: int) -> int:
    """The first line to show, so that `at` is among them and as little as can be moves."""
    return max(0, at - rows + 1, min(first, at))
