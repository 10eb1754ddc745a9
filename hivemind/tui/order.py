"""In which order agents are listed: who needs a person first, and what each group is called. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.tui.board import Board
from hivemind.tui.signs import ENDINGS, word

STOPPED = "interrupted"
"""The detail of a turn that somebody stopped: no failure once that was looked at."""


class Rank(IntEnum):
    """How much a tile is a person's business; the lower the more."""

    NEEDS, DONE, FAILED, WORKING, IDLE = range(5)


TITLES = {
    Rank.NEEDS: "Needs you",
    Rank.DONE: "Done",
    Rank.FAILED: "Did not end well",
    Rank.WORKING: "Working",
    Rank.IDLE: "Others",
}
"""What each group is called."""


def rank_of(board: Board, tile: TileSummary) -> Rank:
    """The group that a tile is in."""
    if board.needs(tile):
        return Rank.NEEDS
    if tile.status is Status.WORKING:
        return Rank.WORKING
    if has_failed(tile):
        return Rank.FAILED
    return Rank.DONE if tile.done else Rank.IDLE


def has_failed(tile: TileSummary) -> bool:
    """Whether it is at rest because something went wrong."""
    if tile.status is Status.EXITED:
        return tile.done and tile.exit not in {None, 0}
    return tile.status is Status.IDLE and tile.detail in ENDINGS and (tile.done or tile.detail != STOPPED)


def groups(board: Board, held: tuple[str, Rank] | None = None) -> list[tuple[Rank, list[TileSummary]]]:
    """Every tile by who needs a person: the oldest ask first, then results, the longest at work, who rests last.

    `held` is a tile that stays at least so far up though it is elsewhere by now.
    """
    asked = {ask.tile_id: ask.since for ask in reversed(board.waiting)}
    found: dict[Rank, list[TileSummary]] = {rank: [] for rank in Rank}
    for tile in board.tiles.values():
        rank = rank_of(board, tile)
        found[min(rank, held[1]) if held and held[0] == tile.tile_id else rank].append(tile)
    for rank, tiles in found.items():
        tiles.sort(key=lambda tile: asked.get(tile.tile_id, tile.since), reverse=rank is Rank.IDLE)
    return [(rank, tiles) for rank, tiles in found.items() if tiles]


COLUMNS = ("Doing", "Needs you", "Done")
"""Of the board, from the left."""


def columns(board: Board) -> tuple[list[TileSummary], list[TileSummary], list[TileSummary]]:
    """Tiles that work, that wait for a person, and that are at rest: of these results first, then the latest."""
    found = dict(groups(board))
    idle = found.get(Rank.IDLE, [])
    running = [tile for tile in idle if tile.status is Status.RUNNING]
    rest = [tile for tile in idle if tile.status is not Status.RUNNING]
    done = [*found.get(Rank.DONE, []), *found.get(Rank.FAILED, []), *rest]
    return [*found.get(Rank.WORKING, []), *running], found.get(Rank.NEEDS, []), done


def matches(board: Board, tile: TileSummary, words: Iterable[str]) -> bool:
    """Whether each word is somewhere in what people know a tile by: its names, its program, its frame, its status."""
    frame = board.frame_of(tile.tile_id)
    program = tile.agent or " ".join(tile.argv[:1])
    known = (tile.shown, tile.name, program, word(tile), frame.name if frame else "")
    text = "\n".join(known).casefold()
    return all(word in text for word in words)
