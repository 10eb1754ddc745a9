"""Laws of split trees: no tile is lost, doubled or left without room, whatever is done to them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hivemind.protocol.frame import WEIGHT, Leaf, Node, Split
from hivemind.protocol.splits import (
    DEEPEST,
    HEAVIEST,
    appended,
    complete,
    depth,
    leaves,
    renamed,
    row,
    split,
    tiles,
    without,
)

TREE = Split(True, (Leaf("a", 30), Split(False, (Leaf("b", 10), Leaf("c", 14)), 50)))

NAMES = st.sampled_from("abcdefgh")
NODES: st.SearchStrategy[Node] = st.recursive(
    st.builds(Leaf, NAMES, st.integers(-5, 10**9)),
    lambda inner: st.builds(Split, st.booleans(), st.lists(inner, max_size=4).map(tuple), st.integers(-5, 10**9)),
    max_leaves=12,
)


def is_sound(node: Node | None) -> bool:
    """Every split has two parts or more, every weight is in bounds."""
    if node is None:
        return True
    if not 1 <= node.weight <= HEAVIEST:
        return False
    return isinstance(node, Leaf) or (len(node.parts) > 1 and all(map(is_sound, node.parts)))


@given(NODES, st.lists(NAMES, unique=True))
def test_a_tree_that_was_made_complete_holds_each_tile_once(node: Node, order: list[str]) -> None:
    made = complete(node, order)
    assert sorted(tiles(made)) == sorted(order)
    assert is_sound(made)
    assert complete(made, order) == made


@given(NODES, NAMES, st.booleans())
def test_splitting_adds_one_tile_right_after_its_neighbour(node: Node, target: str, across: bool) -> None:
    order = list(dict.fromkeys([*tiles(node), target]))
    before = complete(node, order)
    assert before is not None
    after = split(before, target, "new", across=across)
    names = tiles(before)
    at = names.index(target) + 1
    assert tiles(after) == [*names[:at], "new", *names[at:]]
    assert is_sound(after)


def test_both_halves_of_a_split_have_the_room_of_the_one_before() -> None:
    assert split(TREE, "a", "new", across=True) == Split(True, (Leaf("a", 15), Leaf("new", 15), TREE.parts[1]))
    below = split(TREE, "a", "new", across=False)
    assert isinstance(below, Split)
    assert below.parts[0] == Split(False, (Leaf("a"), Leaf("new")), 30)


def test_what_is_taken_out_leaves_its_room_to_its_neighbours() -> None:
    assert without(TREE, {"b"}) == Split(True, (Leaf("a", 30), Leaf("c", 50)))
    assert without(TREE, {"a"}) == Split(False, (Leaf("b", 10), Leaf("c", 14)), WEIGHT)
    assert without(TREE, {"a", "b", "c"}) is None
    assert without(None, {"a"}) is None


def test_one_more_gets_half_of_the_largest_one_along_its_longer_side() -> None:
    """At the end of a row it would soon be one that no screen has room for."""
    assert appended(Leaf("a", 7), "b") == Split(True, (Leaf("a"), Leaf("b")), 7)
    two = appended(row("a", across=True), "b")
    three = appended(two, "c")
    below = Split(False, (Leaf("b"), Leaf("c")))
    assert three == Split(True, (Leaf("a"), below))
    assert appended(three, "d") == Split(True, (Split(False, (Leaf("a"), Leaf("d"))), below))
    assert appended(row("ab", across=False), "c") == Split(False, (Leaf("a"), Split(True, (Leaf("b"), Leaf("c")))))
    assert tiles(appended(TREE, "d")) == ["a", "d", "b", "c"]
    assert appended(None, "a") == Leaf("a")
    assert row("", across=True) is None


def test_tiles_change_places_and_keep_the_room_of_the_place() -> None:
    swapped = renamed(TREE, {"a": "c", "c": "a"})
    assert [(leaf.tile, leaf.weight) for leaf in leaves(swapped)] == [("c", 30), ("b", 10), ("a", 14)]


def test_a_tree_of_any_depth_is_measured_and_one_that_is_too_deep_is_made_anew() -> None:
    deep: Node = Leaf("a")
    for _ in range(100_000):
        deep = Split(True, (deep, Leaf("b")))
    assert depth(deep) == 100_000
    assert complete(deep, ["a", "b"]) == row("ab", across=True)
    assert depth(TREE) == 2
    assert DEEPEST > 2
