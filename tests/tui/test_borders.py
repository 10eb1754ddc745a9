"""Borders between tiles: found under the mouse, moved by cells, never over what lies beside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.protocol.frame import Leaf, Node, Split
from hivemind.protocol.splits import complete, tiles
from hivemind.tui.arrange import MIN_COLUMNS, MIN_ROWS, Box, boxes, readable
from hivemind.tui.borders import Border, borders, grafted, grown, moved

AREA = Box(0, 0, 200, 60)
TREE = Split(True, (Leaf("a"), Split(False, (Leaf("b"), Leaf("c")))))
UPRIGHT, LEVEL = Border((), 0, True, 100, AREA), Border((1,), 0, False, 30, Box(100, 0, 100, 60))


def test_every_border_is_found_and_the_inner_ones_first() -> None:
    assert borders(TREE, AREA) == [LEVEL, UPRIGHT]
    assert borders(Leaf("a"), AREA) == []


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        (99, 10, UPRIGHT),
        (100, 59, UPRIGHT),
        (98, 10, None),
        (101, 10, None),
        (150, 29, LEVEL),
        (150, 30, None),
        (50, 29, None),
    ],
    ids=["right edge", "left edge", "left of it", "right of it", "lower edge", "title below", "another tile"],
)
def test_a_border_lies_where_two_tiles_meet(x: int, y: int, found: Border | None) -> None:
    assert next((border for border in borders(TREE, AREA) if border.is_at(x, y)), None) == found


def widths(node: Node) -> dict[str, int]:
    return {tile: box.width for tile, box in boxes(node, AREA).items()}


def heights(node: Node) -> dict[str, int]:
    return {tile: box.height for tile, box in boxes(node, AREA).items()}


def test_a_moved_border_is_where_it_was_put_and_nothing_else_moves() -> None:
    assert widths(moved(TREE, UPRIGHT, 120)) == {"a": 120, "b": 80, "c": 80}
    assert heights(moved(TREE, LEVEL, 20)) == {"a": 60, "b": 20, "c": 40}
    four = Split(True, tuple(Leaf(name) for name in "abcd"))
    second = next(border for border in borders(four, AREA) if border.index == 1)
    assert widths(moved(four, second, 104)) == {"a": 50, "b": 54, "c": 46, "d": 50}


def test_a_border_stops_where_a_tile_would_not_be_readable_any_more() -> None:
    assert widths(moved(TREE, UPRIGHT, 0))["a"] == MIN_COLUMNS
    assert widths(moved(TREE, UPRIGHT, 999))["b"] == MIN_COLUMNS
    assert heights(moved(TREE, LEVEL, -5))["b"] == MIN_ROWS
    nested = Split(True, (Leaf("a"), Split(True, (Leaf("b"), Leaf("c")))))
    (inner, outer) = borders(nested, AREA)
    assert widths(moved(nested, outer, 190)) == {"a": 112, "b": 44, "c": 44}
    assert widths(moved(nested, inner, 0))["b"] == MIN_COLUMNS


def test_a_border_between_tiles_that_are_too_small_already_stays() -> None:
    narrow = Box(0, 0, 60, 60)
    (border,) = borders(Split(True, (Leaf("a"), Leaf("b"))), narrow)
    after = moved(Split(True, (Leaf("a"), Leaf("b"))), border, 50)
    assert {tile: box.width for tile, box in boxes(after, narrow).items()} == {"a": 30, "b": 30}


@pytest.mark.parametrize(
    ("tile", "direction", "expected"),
    [
        ("a", "right", {"a": 110, "b": 90, "c": 90}),
        ("a", "left", {"a": 90, "b": 110, "c": 110}),
        ("b", "right", {"a": 110, "b": 90, "c": 90}),
        ("c", "left", {"a": 90, "b": 110, "c": 110}),
        ("a", "up", {"a": 100, "b": 100, "c": 100}),
        ("gone", "right", {"a": 100, "b": 100, "c": 100}),
    ],
)
def test_the_border_beside_a_tile_moves_the_way_of_the_key(tile: str, direction: str, expected: dict[str, int]) -> None:
    assert widths(grown(TREE, tile, direction, by=10, area=AREA)) == expected


def test_in_the_middle_the_border_behind_moves_and_at_the_end_the_one_before() -> None:
    three = Split(False, tuple(Leaf(name) for name in "abc"))
    assert heights(grown(three, "b", "down", by=4, area=AREA)) == {"a": 20, "b": 24, "c": 16}
    assert heights(grown(three, "c", "down", by=4, area=AREA)) == {"a": 20, "b": 24, "c": 16}
    assert heights(grown(three, "b", "up", by=4, area=AREA)) == {"a": 20, "b": 16, "c": 24}


NODES: st.SearchStrategy[Node] = st.recursive(
    st.builds(Leaf, st.sampled_from("abcdefgh"), st.integers(1, 500)),
    lambda inner: st.builds(
        Split, st.booleans(), st.lists(inner, min_size=2, max_size=4).map(tuple), st.integers(1, 500)
    ),
    max_leaves=8,
)


@given(NODES, st.integers(1, 400), st.integers(1, 120), st.integers(-20, 420), st.data())
def test_moving_any_border_anywhere_loses_no_tile_and_no_cell(
    node: Node, width: int, height: int, to: int, data: st.DataObject
) -> None:
    area = Box(0, 0, width, height)
    found = borders(node, area)
    if not found:
        return
    after = moved(node, data.draw(st.sampled_from(found)), to)
    assert tiles(after) == tiles(node)
    assert all(box.width >= 0 and box.height >= 0 for box in boxes(after, area).values())
    again = borders(after, area)
    assert [(one.path, one.index, one.across) for one in again] == [(one.path, one.index, one.across) for one in found]


def test_what_is_not_shown_keeps_its_place_and_its_share() -> None:
    whole = Split(True, (Leaf("a", 2), Leaf("b", 1), Leaf("c", 1)))
    shown = Split(True, (Leaf("a", 90), Leaf("c", 60)))
    assert grafted(whole, shown) == Split(True, (Leaf("a", 90), Leaf("b", 50), Leaf("c", 60)))
    nested = Split(False, (Leaf("x", 5), Split(True, (Leaf("a", 1), Leaf("b", 1)), 7)))
    assert grafted(nested, Split(True, (Leaf("a", 30), Leaf("b", 70)))) == Split(
        False, (Leaf("x", 5), Split(True, (Leaf("a", 30), Leaf("b", 70)), 7))
    )


@given(NODES, st.integers(1, 400), st.integers(1, 120), st.sampled_from("abcdefgh"))
def test_what_is_shown_after_a_graft_is_what_was_shown(node: Node, width: int, height: int, focus: str) -> None:
    area = Box(0, 0, width, height)
    whole = complete(node, list(dict.fromkeys(tiles(node))))
    assert whole is not None
    shown = readable(whole, focus, area)
    after = grafted(whole, shown)
    assert tiles(after) == tiles(whole)
    assert tiles(readable(after, focus, area)) == tiles(shown)
