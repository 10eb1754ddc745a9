"""The top line: three numbers and the view, shorter where there is less room."""

from __future__ import annotations

import pytest

from hivemind.protocol.frame import Frame
from hivemind.protocol.status import Status
from hivemind.testing.clock import ManualClock
from hivemind.testing.scene import NOW_SECONDS, tile
from hivemind.tui.board import Board, View
from hivemind.tui.drawn import bits_width
from hivemind.tui.look import Look
from hivemind.tui.top_line import top_line

LOOK = Look(ManualClock(NOW_SECONDS))


def board(view: View = "tiles", *, frames: int = 6) -> Board:
    made = Board()
    tiles = [
        tile("t1", "nav", "demo", Status.WORKING, 5),
        tile("t2", "docs", "demo", Status.IDLE, 5, done=True),
        tile("t3", "tests", "demo", Status.PERMISSION, 5),
        tile("t4", "review", "demo", Status.IDLE, 5),
    ]
    held = [("t1", "t2", "t3", "t4"), *[()] * (frames - 1)]
    made.load(tiles, [], 0.0, frames=[Frame(f"f{n}", f"frame-{n}", "/", "", one) for n, one in enumerate(held)])
    made.view = view
    return made


def text(made: Board, width: int) -> str:
    line = top_line(made, LOOK, width=width, folder="~/shop", hidden=0, is_lost=False)
    bits = line.laid(width)
    assert bits_width(bits) == width
    return "".join(bit.text for bit in bits).strip()


def test_results_nobody_has_looked_at_are_counted_apart() -> None:
    assert text(board(), 200).endswith("◆ 1 needs you   ● 1 working   ✔ 1 done   ○ 1 idle   ^B ? keys")


@pytest.mark.parametrize(
    ("width", "end"),
    [(100, "◆ 1 needs you   ● 1  ✔ 1  ○ 1  ^B ?"), (60, "◆ 1   ● 1  ✔ 1  ○ 1  ^B ?")],
)
def test_where_tabs_need_the_room_numbers_lose_their_words(width: int, end: str) -> None:
    assert text(board(), width).endswith(end)
    assert "▸ frame-0" in text(board(), width)


@pytest.mark.parametrize(("view", "width"), [("queue", 60), ("board", 60), ("queue", 120), ("tiles", 140)])
def test_the_view_is_named_and_a_click_shows_the_next_one(view: View, width: int) -> None:
    made = board(view)
    assert f" {view} " in text(made, width)
    line = top_line(made, LOOK, width=width, folder="~/shop", hidden=0, is_lost=False)
    assert [bit.action for bit in line.right if bit.text.strip() == view] == ["next_view"]


def test_the_usual_view_is_not_named_where_there_is_little_room() -> None:
    assert "tiles" not in text(board(), 120)
