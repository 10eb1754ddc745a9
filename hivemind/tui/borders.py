"""Borders between tiles: where they are, and what a tree of splits is after one was moved.

Pure: trees and sizes in, trees out. A border is moved by cells; what lies on both sides keeps at least the size that a
tile needs to be readable.
"""

from __future__ import annotations

from dataclasses import dataclass

from hivemind.protocol import splits
from hivemind.protocol.frame import Leaf, Node, Split
from hivemind.tui.arrange import Box, least_length


@dataclass(frozen=True, slots=True)
class Border:
    """The line between two neighbours of a split."""

    path: tuple[int, ...]
    """Which part of which part that split is, from the whole tree."""
    index: int
    """The part before it."""
    across: bool
    """Whether it stands upright, between parts that lie side by side."""
    at: int
    """The first column (or row) of the part behind it."""
    box: Box
    """The split's area."""

    def is_at(self, x: int, y: int) -> bool:
        """Whether that cell is on it. An upright border is the edges of both tiles, a level one the lower edge alone.

        (The row below is a title, by which a tile is taken and moved.)
        """
        box = self.box
        if self.across:
            return x in {self.at - 1, self.at} and box.y <= y < box.y + box.height
        return y == self.at - 1 and box.x <= x < box.x + box.width


def borders(node: Node, area: Box, path: tuple[int, ...] = ()) -> list[Border]:
    """Every border of a tree; those of splits within others come first."""
    if not isinstance(node, Split):
        return []
    cut = area.cut(node)
    found = [
        border
        for at, (part, box) in enumerate(zip(node.parts, cut, strict=True))
        for border in borders(part, box, (*path, at))
    ]
    for index, box in enumerate(cut[1:]):
        found.append(Border(path, index, node.across, box.x if node.across else box.y, area))
    return found


def moved(node: Node, border: Border, to: int) -> Node:
    """The tree with a border at another column (or row), as near to it as what lies beside it allows."""
    return _at(node, border, border.path, to)


def _at(node: Node, border: Border, path: tuple[int, ...], to: int) -> Node:
    if not isinstance(node, Split):
        return node
    parts = list(node.parts)
    if path:
        parts[path[0]] = _at(parts[path[0]], border, path[1:], to)
        return Split(node.across, tuple(parts), node.weight)
    lengths = [box.width if node.across else box.height for box in border.box.cut(node)]
    before, behind = lengths[border.index], lengths[border.index + 1]
    least = [least_length(part, across=node.across) for part in parts[border.index : border.index + 2]]
    if before + behind >= sum(least):
        wanted = before + to - border.at
        lengths[border.index] = min(max(wanted, least[0]), before + behind - least[1])
        lengths[border.index + 1] = before + behind - lengths[border.index]
    weighed = (splits.weighed(part, length) for part, length in zip(parts, lengths, strict=True))
    return Split(node.across, tuple(weighed), node.weight)


def grafted(whole: Node, shown: Node) -> Node:
    """The whole tree, with the shares that were given to what is shown of it; the rest keeps its share beside them."""
    if isinstance(whole, Leaf):
        return splits.weighed(whole, shown.weight)
    alive = [at for at, part in enumerate(whole.parts) if set(splits.tiles(part)) & set(splits.tiles(shown))]
    parts = list(whole.parts)
    if len(alive) == 1:
        kept = parts[alive[0]]
        parts[alive[0]] = splits.weighed(grafted(kept, shown), kept.weight)
        return Split(whole.across, tuple(parts), shown.weight)
    had, has = sum(parts[at].weight for at in alive), sum(part.weight for part in split_parts(shown))
    parts = [splits.weighed(part, round(part.weight * has / had)) for part in parts]
    for at, part in zip(alive, split_parts(shown), strict=True):
        parts[at] = grafted(parts[at], part)
    return Split(whole.across, tuple(parts), shown.weight)


def split_parts(node: Node) -> tuple[Node, ...]:
    """The parts of a split; none of a tile."""
    return node.parts if isinstance(node, Split) else ()


def grown(node: Node, tile: str, direction: str, *, by: int, area: Box) -> Node:
    """The tree with the border beside a tile moved by so many cells.

    As in tmux, `right` moves the right one that way, or the left one where there is none on the right.
    """
    across, by = direction in {"left", "right"}, by if direction in {"right", "down"} else -by
    around = [border for border in borders(node, area) if border.across == across and _touches(node, border, tile)]
    if not around:
        return node
    deepest = max(len(border.path) for border in around)
    border = max((one for one in around if len(one.path) == deepest), key=lambda one: one.index)
    return moved(node, border, border.at + by)


def _touches(node: Node, border: Border, tile: str) -> bool:
    """Whether a tile is in one of the two parts beside a border."""
    for at in border.path:
        node = node.parts[at] if isinstance(node, Split) else node
    beside = node.parts[border.index : border.index + 2] if isinstance(node, Split) else ()
    return any(tile in splits.tiles(part) for part in beside)
