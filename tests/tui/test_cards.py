"""The board: what its columns show, and where arrows go."""

from __future__ import annotations

from hivemind.protocol.frame import Frame
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.testing.clock import ManualClock
from hivemind.testing.scene import NOW_SECONDS, ask, tile
from hivemind.tui.board import Board
from hivemind.tui.cards import Cards
from hivemind.tui.drawn import bits_width
from hivemind.tui.look import Look

LOOK = Look(ManualClock(NOW_SECONDS))

DOING = [tile("d1", "build", "demo", Status.WORKING, 9), tile("d2", "docs", "demo", Status.WORKING, 5)]
NEEDS = [tile("n1", "add tests", "codex", Status.PERMISSION, 41)]
DONE = [tile(f"i{n}", f"idle {n}", "demo", Status.IDLE, n) for n in range(1, 9)]


def board(*tiles: TileSummary, focus: str = "d1") -> tuple[Board, Cards]:
    made = Board()
    made.load(
        tiles, [ask("n1", "rm -rf dist", 41)], 0.0, frames=[Frame("f", "api", "/", "", tuple(t.tile_id for t in tiles))]
    )
    made.view = "board"
    made.open(focus)
    return made, Cards(made)


def rows(cards: Cards, width: int = 90, height: int = 20) -> list[str]:
    lines = cards.lines(LOOK, width=width, height=height)
    assert len(lines) <= height
    return ["".join(bit.text for bit in line.laid(width)).rstrip() for line in lines]


def test_three_columns_stand_beside_each_other() -> None:
    _, cards = board(*DOING, *NEEDS, *DONE[:1])
    assert rows(cards)[:9] == [
        " Doing  2                      Needs you  1                  Done  1             Esc back",
        "",
        "▌ ● build                 9s    ◆ add tests            41s    ○ idle 1              idle",
        "▌   demo · api                    codex · api                   demo · api",
        "▌                                 rm -rf dist",
        "",
        "  ● docs                  5s",
        "    demo · api",
        "",
    ]


def test_every_line_is_as_wide_as_its_columns() -> None:
    _, cards = board(*DOING, *NEEDS, *DONE)
    assert {bits_width(line.left) for line in cards.lines(LOOK, width=90, height=20)[1:]} == {90}


def test_arrows_go_within_a_column_and_to_the_card_beside() -> None:
    made, cards = board(*DOING, *NEEDS, *DONE)
    assert cards.beside("down", is_narrow=False) == "d2"
    assert cards.beside("up", is_narrow=False) == "d1"
    assert cards.beside("right", is_narrow=False) == "n1"
    assert cards.beside("left", is_narrow=False) is None
    made.open("n1")
    assert cards.beside("right", is_narrow=False) == "i1"
    made.open("i2")
    assert cards.beside("left", is_narrow=False) == "n1"


def test_an_empty_column_is_passed_over_where_all_are_in_view() -> None:
    _, cards = board(*DOING, *DONE, focus="d2")
    assert cards.beside("right", is_narrow=False) == "i2"


def test_a_narrow_screen_shows_one_column_also_an_empty_one() -> None:
    made, cards = board(*DOING, *DONE)
    assert rows(cards, width=60)[0] == " ▸ Doing  2    Needs you  0    Done  8             Esc back"
    assert cards.beside("right", is_narrow=True) is None
    assert rows(cards, width=60)[:3] == ["   Doing  2  ▸ Needs you  0    Done  8             Esc back", "", "   none"]
    assert cards.beside("right", is_narrow=True) == "i1"
    made.open("i1")
    assert rows(cards, width=60)[0] == "   Doing  2    Needs you  0  ▸ Done  8             Esc back"
    assert cards.look_at(0) == "d1"
    assert cards.look_at(1) is None
    assert cards.column == 1


def test_what_has_no_room_is_counted_and_scrolled_to() -> None:
    made, cards = board(*DOING, *NEEDS, *DONE)
    assert rows(cards, height=12)[-1].split()[-2:] == ["6", "more"]
    cards.scroll(2, 99)
    assert "idle 8" in "\n".join(rows(cards, height=12))
    made.open("i1")
    assert "idle 1" in "\n".join(rows(cards, height=12))


def test_a_click_chooses_a_card_and_opens_the_chosen_one() -> None:
    _, cards = board(*DOING, *NEEDS)
    bits = cards.lines(LOOK, width=90, height=20)[2].left
    assert [bit.action for bit in bits if "build" in bit.text or "add tests" in bit.text] == ["open_tile", "focus:n1"]
