"""Where tiles go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.protocol import splits
from hivemind.protocol.frame import KINDS, Kind, Layout, Leaf, Node, Split
from hivemind.protocol.splits import tiles
from hivemind.tui.arrange import (
    MIN_COLUMNS,
    MIN_ROWS,
    Box,
    arrange,
    boxes,
    choose,
    neighbour,
    program_size,
    readable,
    roomiest,
    shape,
)


@pytest.mark.parametrize(
    ("count", "width", "height", "shown", "columns"),
    [
        (1, 80, 22, 1, 1),
        (3, 80, 22, 1, 1),
        (2, 166, 58, 2, 2),
        (2, 93, 39, 2, 1),
        (3, 166, 58, 3, 2),
        (4, 166, 58, 4, 2),
        (6, 250, 58, 6, 3),
        (9, 250, 58, 9, 3),
        (4, 93, 39, 4, 2),
        (40, 93, 39, 6, 2),
    ],
    ids=[
        "one",
        "too small for more",
        "side by side",
        "above each other where that shows whole lines",
        "three",
        "2x2",
        "3x2",
        "3x3",
        "four in the middle size",
        "more than fit",
    ],
)
def test_the_grid_shows_as_many_as_stay_readable(count: int, width: int, height: int, shown: int, columns: int) -> None:
    assert shape(count, width, height) == (columns, shown)


NODES: st.SearchStrategy[Node] = st.recursive(
    st.builds(Leaf, st.sampled_from("abcdefghijkl"), st.integers(1, 500)),
    lambda inner: st.builds(
        Split, st.booleans(), st.lists(inner, min_size=2, max_size=4).map(tuple), st.integers(1, 500)
    ),
    max_leaves=10,
)


@given(
    kind=st.sampled_from(KINDS),
    tree=NODES,
    count=st.integers(1, 30),
    focus=st.integers(0, 40),
    width=st.integers(1, 400),
    height=st.integers(1, 120),
    is_zoomed=st.booleans(),
)
def test_shown_tiles_fill_the_whole_area_without_overlap_and_stay_readable(
    kind: Kind, tree: Node, count: int, focus: int, width: int, height: int, *, is_zoomed: bool
) -> None:
    order = [chr(ord("a") + n) for n in range(count)]
    area = Box(3, 2, width, height)
    focused = chr(ord("a") + focus)
    node = arrange(Layout(kind, tree, is_zoomed), order, focused, area)
    assert node is not None
    placed = boxes(node, area)
    assert sum(box.width * box.height for box in placed.values()) == width * height
    columns, rows = {box.x for box in placed.values()}, {box.y for box in placed.values()}
    for x in columns:
        for y in rows:
            assert sum(b.x <= x < b.x + b.width and b.y <= y < b.y + b.height for b in placed.values()) == 1
    assert all(b.x + b.width <= 3 + width and b.y + b.height <= 2 + height for b in placed.values())
    if len(placed) > 1:
        assert all(b.width >= min(MIN_COLUMNS, width) and b.height >= min(MIN_ROWS, height) for b in placed.values())
    assert set(placed) <= set(order)
    assert focused in placed or focused not in order
    assert sorted(tiles(node)) == sorted(placed), "a tile is shown twice"
    if is_zoomed and focused in order:
        assert list(placed) == [focused]


def shown(kind: Kind, count: int, width: int, height: int, focus: str = "a") -> dict[str, tuple[int, int, int, int]]:
    order = [chr(ord("a") + n) for n in range(count)]
    area = Box(0, 0, width, height)
    node = arrange(Layout(kind), order, focus, area)
    assert node is not None
    return {tile: (b.x, b.y, b.width, b.height) for tile, b in boxes(node, area).items()}


def test_columns_and_rows_are_of_equal_size() -> None:
    assert shown("columns", 3, 200, 50) == {"a": (0, 0, 66, 50), "b": (66, 0, 67, 50), "c": (133, 0, 67, 50)}
    assert shown("rows", 2, 100, 41) == {"a": (0, 0, 100, 20), "b": (0, 20, 100, 21)}


def test_the_main_tile_is_the_first_one_and_the_others_are_stacked_where_there_is_room() -> None:
    assert shown("main", 3, 200, 50) == {"a": (0, 0, 120, 50), "b": (120, 0, 80, 25), "c": (120, 25, 80, 25)}
    assert shown("main", 3, 93, 39) == {"a": (0, 0, 93, 23), "b": (0, 23, 46, 16), "c": (46, 23, 47, 16)}
    assert shown("main", 3, 80, 22, focus="c") == {"c": (0, 0, 80, 22)}
    assert list(shown("main", 9, 200, 50, focus="i")) == ["a", "b", "c", "d", "i"]


def test_without_tiles_nothing_is_shown() -> None:
    assert arrange(Layout(), [], None, Box(0, 0, 80, 24)) is None


TREE = Split(True, (Leaf("a"), Split(False, (Leaf("b"), Leaf("c")))))


def test_splits_of_ones_own_keep_their_shares_at_any_size() -> None:
    layout = Layout("own", Split(True, (Leaf("a", 3), Leaf("b", 1))))
    for width in (200, 400):
        node = arrange(layout, ["a", "b"], "a", Box(0, 0, width, 50))
        assert node is not None
        assert boxes(node, Box(0, 0, width, 50))["a"].width == width * 3 // 4


def test_a_tile_that_no_split_has_yet_is_shown_beside_the_others() -> None:
    node = arrange(Layout("own", TREE), ["a", "b", "c", "d"], "a", Box(0, 0, 200, 50))
    assert tiles(node) == ["a", "d", "b", "c"]


def test_of_tiles_that_no_split_has_yet_as_many_are_shown_as_there_is_room_for() -> None:
    order = [f"t{n}" for n in range(6)]
    own = arrange(Layout("own", splits.row(order[:2], across=True)), order, "t0", Box(0, 0, 120, 38))
    assert sorted(tiles(own)) == order[:4]


@pytest.mark.parametrize(
    ("width", "height", "focus", "left"),
    [
        (200, 50, "a", "abc"),
        (200, 20, "a", "ab"),
        (200, 20, "c", "ac"),
        (80, 50, "a", "a"),
        (80, 50, "c", "bc"),
        (80, 20, "c", "c"),
        (80, 20, None, "a"),
    ],
    ids=["all", "too low", "too low, focus below", "too narrow", "focus on the right", "one", "no focus"],
)
def test_what_does_not_fit_goes_and_the_focus_stays(width: int, height: int, focus: str | None, left: str) -> None:
    assert tiles(readable(TREE, focus, Box(0, 0, width, height))) == list(left)


@pytest.mark.parametrize(
    ("order", "focus", "room", "shown"),
    [
        ("abcd", "a", 2, "ab"),
        ("abcd", "d", 2, "ad"),
        ("abcd", None, 3, "abc"),
        ("ab", "b", 4, "ab"),
        ("ab", "gone", 1, "a"),
    ],
)
def test_the_focused_tile_is_always_shown(order: str, focus: str | None, room: int, shown: str) -> None:
    assert choose(list(order), focus, room) == list(shown)


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ({"a": Box(0, 0, 60, 40), "b": Box(60, 0, 60, 40)}, ("a", False)),
        ({"a": Box(0, 0, 60, 20), "b": Box(0, 20, 160, 20)}, ("b", True)),
        ({"a": Box(0, 0, 200, 50)}, ("a", True)),
        ({"a": Box(0, 0, 100, 20)}, ("a", True)),
        ({"a": Box(0, 0, 87, 23), "b": Box(0, 23, 44, 24)}, ("b", False)),
        ({"a": Box(0, 0, 80, 20)}, None),
        ({}, None),
    ],
)
def test_the_roomiest_tile_is_split_along_its_longer_side(
    places: dict[str, Box], found: tuple[str, bool] | None
) -> None:
    assert roomiest(places) == found


BOXES = {"a": Box(0, 0, 40, 10), "b": Box(40, 0, 40, 10), "c": Box(0, 10, 80, 10)}


@pytest.mark.parametrize(
    ("focus", "direction", "found"),
    [
        ("a", "right", "b"),
        ("b", "left", "a"),
        ("a", "down", "c"),
        ("c", "up", "a"),
        ("a", "left", None),
        ("gone", "up", None),
    ],
)
def test_neighbours(focus: str, direction: str, found: str | None) -> None:
    assert neighbour(BOXES, focus, direction) == found


def test_no_program_gets_less_than_80_by_24() -> None:
    assert program_size(9, 44) == (24, 80)
    assert program_size(50, 120) == (50, 120)
