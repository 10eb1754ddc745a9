"""Who comes first in the queue, and which column of the board a tile is in."""

from __future__ import annotations

from typing import Any

import pytest

from hivemind.protocol.frame import Frame
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.testing.scene import ask, tile
from hivemind.tui.board import Board
from hivemind.tui.order import Rank, columns, groups, matches, rank_of

TILES = [
    tile("work", "work", "demo", Status.WORKING, 10),
    tile("long", "long", "demo", Status.WORKING, 90),
    tile("idle", "idle", "demo", Status.IDLE, 500),
    tile("late", "late", "demo", Status.IDLE, 5),
    tile("done", "done", "demo", Status.IDLE, 60, done=True),
    tile("fail", "fail", "demo", Status.IDLE, 70, done=True, detail="failed"),
    tile("newer", "newer", "demo", Status.PERMISSION, 10),
    tile("older", "older", "demo", Status.QUESTION, 10),
    tile("shell", "shell", None, Status.RUNNING, 10, argv=("/bin/bash",)),
]


def board(*tiles: TileSummary, frames: tuple[Frame, ...] = ()) -> Board:
    made = Board()
    made.load(tiles or TILES, [ask("newer", "b", 20), ask("older", "a", 80)], 0.0, frames=frames)
    return made


def ids(found: list[TileSummary]) -> list[str]:
    return [one.tile_id for one in found]


def test_the_queue_is_by_who_needs_a_person() -> None:
    assert [(rank, ids(tiles)) for rank, tiles in groups(board())] == [
        (Rank.NEEDS, ["older", "newer"]),
        (Rank.DONE, ["done"]),
        (Rank.FAILED, ["fail"]),
        (Rank.WORKING, ["long", "work"]),
        (Rank.IDLE, ["late", "shell", "idle"]),
    ]


def test_a_held_tile_stays_where_it_was_but_moves_up() -> None:
    held = dict(groups(board(), ("idle", Rank.DONE)))
    assert ids(held[Rank.DONE]) == ["idle", "done"]
    held = dict(groups(board(), ("older", Rank.IDLE)))
    assert ids(held[Rank.NEEDS]) == ["older", "newer"]


def test_the_board_has_three_columns() -> None:
    doing, needs, done = columns(board())
    assert ids(doing) == ["long", "work", "shell"]
    assert ids(needs) == ["older", "newer"]
    assert ids(done) == ["done", "fail", "late", "idle"]


@pytest.mark.parametrize(
    ("status", "fields", "rank"),
    [
        (Status.IDLE, {"detail": "limited"}, Rank.FAILED),
        (Status.IDLE, {"detail": "interrupted", "done": True}, Rank.FAILED),
        (Status.IDLE, {"detail": "interrupted"}, Rank.IDLE),
        (Status.EXITED, {"exit": 1, "done": True}, Rank.FAILED),
        (Status.EXITED, {"exit": 1}, Rank.IDLE),
        (Status.EXITED, {"exit": 0, "done": True}, Rank.DONE),
        (Status.WORKING, {"detail": "failed"}, Rank.WORKING),
    ],
)
def test_ends_that_are_no_good(status: Status, fields: dict[str, Any], rank: Rank) -> None:
    one = tile("t", "t", "demo", status, 5, **fields)
    assert rank_of(board(one), one) is rank


def test_words_are_looked_for_in_all_that_a_tile_is_known_by() -> None:
    one = tile("t", "claude #1", "claude", Status.IDLE, 5, shown="Mend the nav")
    room = board(one, frames=(Frame("f", "shop", "/home/me/shop", "", ("t",)),))
    assert matches(room, one, [])
    assert matches(room, one, ["nav", "claude"])
    assert matches(room, one, ["shop", "idle", "mend"])
    assert not matches(room, one, ["nav", "codex"])
