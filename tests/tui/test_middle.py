"""What stands between the bars in each view, at each size."""

from __future__ import annotations

import pytest

from hivemind.protocol.status import Status
from hivemind.testing.scene import tile
from hivemind.tui.board import Board, View
from hivemind.tui.listing import Listing
from hivemind.tui.middle import Plan, plan


def board(count: int = 9, view: View = "tiles") -> Board:
    made = Board()
    made.load([tile(f"t{n}", f"n{n}", "demo", Status.IDLE, n) for n in range(count)], [], 0.0)
    made.view = view
    return made


@pytest.mark.parametrize(
    ("view", "width", "height", "expected"),
    [
        ("tiles", 60, 16, Plan(has_strip=True, has_grid=True)),
        ("tiles", 80, 20, Plan(has_strip=True, has_grid=True)),
        ("tiles", 120, 36, Plan(columns=27, has_grid=True)),
        ("tiles", 200, 56, Plan(columns=34, has_grid=True)),
        ("queue", 60, 16, Plan(rows=6, has_grid=True)),
        ("queue", 80, 20, Plan(rows=8, has_grid=True)),
        ("queue", 120, 36, Plan(columns=43, has_grid=True)),
        ("queue", 400, 116, Plan(columns=64, has_grid=True)),
        ("board", 60, 16, Plan(has_cards=True)),
        ("board", 200, 56, Plan(has_cards=True)),
    ],
)
def test_the_room_of_each_view(view: View, width: int, height: int, expected: Plan) -> None:
    made = board(view=view)
    assert plan(made, Listing(made), width, height) == expected


@pytest.mark.parametrize("view", ["tiles", "queue", "board"])
def test_an_empty_room_shows_what_to_press_in_every_view(view: View) -> None:
    made = board(0, view)
    assert plan(made, Listing(made), 200, 56) == Plan()


def test_the_list_can_be_hidden_but_not_while_somebody_looks_for_an_agent() -> None:
    made = board()
    made.has_panel = False
    listing = Listing(made)
    assert not plan(made, listing, 120, 36).has_list
    listing.look_for()
    assert plan(made, listing, 120, 36).columns == 27


def test_one_agent_needs_no_strip_and_a_short_queue_few_rows() -> None:
    made = board(1)
    assert not plan(made, Listing(made), 80, 20).has_strip
    made.view = "queue"
    assert plan(made, Listing(made), 80, 20).rows == 3
