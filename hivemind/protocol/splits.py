"""Trees of split areas: both ends change them, so it stands here. Pure: a tree in, a tree out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from hivemind.protocol.frame import Leaf, Node, Split

DEEPEST = 12
"""Splits within splits that are worth keeping; screens are not that large."""

HEAVIEST = 1_000_000
"""The largest weight."""


def leaves(node: Node | None) -> Iterator[Leaf]:
    """Every tile of a tree, from the top left."""
    if isinstance(node, Leaf):
        yield node
    elif node is not None:
        for part in node.parts:
            yield from leaves(part)


def tiles(node: Node | None) -> list[str]:
    """The ids of a tree's tiles, from the top left."""
    return [leaf.tile for leaf in leaves(node)]


def depth(node: Node) -> int:
    """How many splits lie within one another; 0 for a single tile. A tree of any depth can be measured."""
    deepest, rest = 0, [(node, 0)]
    while rest:
        one, above = rest.pop()
        deepest = max(deepest, above)
        if isinstance(one, Split):
            rest += [(part, above + 1) for part in one.parts] or [(Leaf(""), above + 1)]
    return deepest


def row(names: Sequence[str], *, across: bool) -> Node | None:
    """Tiles of equal size side by side, or one above the other."""
    parts = tuple(Leaf(name) for name in names)
    return Split(across, parts) if len(parts) > 1 else next(iter(parts), None)


def weighed(node: Node, weight: int) -> Node:
    """The same with another weight."""
    return msgspec.structs.replace(node, weight=min(max(weight, 1), HEAVIEST))


def without(node: Node | None, unwanted: Collection[str]) -> Node | None:
    """The tree without some tiles; their room goes to those beside them."""
    if node is None or isinstance(node, Leaf):
        return None if node is None or node.tile in unwanted else node
    parts = tuple(part for one in node.parts if (part := without(one, unwanted)) is not None)
    if len(parts) > 1:
        return Split(node.across, parts, node.weight)
    return weighed(parts[0], node.weight) if parts else None


def split(node: Node, target: str, new: str, *, across: bool) -> Node:
    """The tree with a tile beside (or below) another one, each with half of its room."""
    if isinstance(node, Leaf):
        if node.tile != target:
            return node
        return Split(across, (Leaf(target), Leaf(new)), node.weight)
    parts: list[Node] = []
    for part in node.parts:
        if isinstance(part, Leaf) and part.tile == target and node.across == across:
            half = part.weight // 2
            parts += [weighed(part, part.weight - half), weighed(Leaf(new), half)]
        else:
            parts.append(split(part, target, new, across=across))
    return Split(node.across, tuple(parts), node.weight)


def appended(node: Node | None, new: str) -> Node:
    """The tree with one more tile: the largest one (of several the last) halves its longer side.

    How large a screen is nobody knows here; one that holds as many readable tiles side by side as above one another is
    taken for the usual one.
    """
    if node is None:
        return Leaf(new)
    areas = reversed(list(_areas(node, 1.0, 1.0, DEEPEST)))
    width, height, target = max(areas, key=lambda area: area[0] * area[1])
    return split(node, target, new, across=width >= height)


def _areas(node: Node, width: float, height: float, levels: int) -> Iterator[tuple[float, float, str]]:
    """The share of the width and of the height that each tile has; none of those that lie too deep to be split."""
    if isinstance(node, Leaf):
        if levels > 0:
            yield width, height, node.tile
        return
    total = sum(part.weight for part in node.parts)
    for part in node.parts:
        share = part.weight / total
        across, down = (width * share, height) if node.across else (width, height * share)
        yield from _areas(part, across, down, levels - 1)


def renamed(node: Node | None, names: dict[str, str]) -> Node | None:
    """The tree with other tiles in the places of some."""
    if node is None:
        return None
    if isinstance(node, Leaf):
        return Leaf(names.get(node.tile, node.tile), node.weight)
    parts = tuple(part for one in node.parts if (part := renamed(one, names)) is not None)
    return Split(node.across, parts, node.weight)


def complete(node: Node | None, order: Sequence[str]) -> Node | None:
    """The tree with each of these tiles once and no other, and no weight that is out of bounds."""
    if node is not None and depth(node) > DEEPEST:
        node = None
    seen: set[str] = set()
    node = _tidy(node, set(order), seen)
    for name in order:
        if name not in seen:
            node = appended(node, name)
    return node


def _tidy(node: Node | None, wanted: set[str], seen: set[str]) -> Node | None:
    """Without tiles that are not wanted or were seen, and without splits of fewer than two parts."""
    if node is None:
        return None
    if isinstance(node, Leaf):
        if node.tile not in wanted or node.tile in seen:
            return None
        seen.add(node.tile)
        return weighed(node, node.weight)
    parts = tuple(part for one in node.parts if (part := _tidy(one, wanted, seen)) is not None)
    if len(parts) > 1:
        return weighed(Split(node.across, parts), node.weight)
    return weighed(parts[0], node.weight) if parts else None
