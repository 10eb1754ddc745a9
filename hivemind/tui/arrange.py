"""Where tiles go: which of a frame's tiles are shown, and which rectangle each gets.

Pure: a layout and sizes in, rectangles out. Cells, from the top left of the grid's area. What is shown is a tree of
splits, whatever the layout's kind; `resize` changes such trees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hivemind.protocol import splits
from hivemind.protocol.frame import Layout, Leaf, Node, Split

MIN_COLUMNS = 44
"""Cells. A tile narrower than this is not worth showing."""

MIN_ROWS = 12
"""Cells. The same for its height, title row included."""

PROGRAM_COLUMNS, PROGRAM_ROWS = 80, 24
"""Cells. No program gets less, however small its tile."""

MAIN_SHARE = 0.6
"""How much of the area the main tile has."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def cut(self, node: Split) -> list[Box]:
        """The rectangles of a split's parts: they touch, do not overlap and leave nothing over."""
        total, length = sum(part.weight for part in node.parts), self.width if node.across else self.height
        edges, so_far = [0], 0
        for part in node.parts:
            so_far += part.weight
            edges.append(length * so_far // total)
        pairs = list(pairwise(edges))
        if node.across:
            return [Box(self.x + start, self.y, end - start, self.height) for start, end in pairs]
        return [Box(self.x, self.y + start, self.width, end - start) for start, end in pairs]


def boxes(node: Node, area: Box) -> dict[str, Box]:
    """The rectangle of each tile."""
    if isinstance(node, Leaf):
        return {node.tile: area}
    found: dict[str, Box] = {}
    for part, box in zip(node.parts, area.cut(node), strict=True):
        found |= boxes(part, box)
    return found


def arrange(layout: Layout, order: Sequence[str], focus: str | None, area: Box) -> Node | None:
    """What is shown of a frame: as many tiles as stay readable, the focused one always among them."""
    if not order:
        return None
    if layout.is_zoomed and focus in order:
        return Leaf(str(focus))
    if layout.kind == "own" and (own := splits.complete(layout.splits, order)):
        return readable(own, focus, area)
    if layout.kind == "columns":
        return splits.row(choose(order, focus, area.width // MIN_COLUMNS), across=True)
    if layout.kind == "rows":
        return splits.row(choose(order, focus, area.height // MIN_ROWS), across=False)
    if layout.kind == "main":
        return _main(order, focus, area)
    return _grid(order, focus, area)


def choose(order: Sequence[str], focus: str | None, room: int) -> list[str]:
    """Which tiles are shown when only `room` fit (at least one does): the first ones, and always the focused one."""
    shown = list(order[: max(1, room)])
    if focus in order and focus not in shown and shown:
        shown[-1] = str(focus)
    return shown


# -- kinds ---------------------------------------------------------------------------------------------------------


def _grid(order: Sequence[str], focus: str | None, area: Box) -> Node | None:
    """Rows of equal height; the last row may hold fewer, wider tiles."""
    columns, room = shape(len(order), area.width, area.height)
    shown = choose(order, focus, room)
    rows = [splits.row(shown[at : at + columns], across=True) for at in range(0, len(shown), columns)]
    parts = tuple(row for row in rows if row is not None)
    return Split(False, parts) if len(parts) > 1 else parts[0]  # noqa: FBT003 (across)


def shape(count: int, width: int, height: int) -> tuple[int, int]:
    """How many columns a grid of so many tiles has, and how many it shows.

    First as many as stay readable, then as much of each as can be, then side by side.
    """
    best, found = (0, 0.0, 0), (1, 1)
    for columns in range(1, max(1, width // MIN_COLUMNS) + 1):
        rows = min(-(-count // columns), max(1, height // MIN_ROWS))
        shown = min(count, rows * columns)
        if columns > shown:
            break
        visible = min(1.0, (width // columns - 2) / PROGRAM_COLUMNS) * min(1.0, (height // rows - 2) / PROGRAM_ROWS)
        score = (shown, round(visible, 3), columns)
        if score > best:
            best, found = score, (columns, shown)
    return found


def _main(order: Sequence[str], focus: str | None, area: Box) -> Node | None:
    """The first tile large, the others in a stack beside it where that leaves them readable, else in a row below it."""
    is_wide, is_high = area.width >= 2 * MIN_COLUMNS, area.height >= 2 * MIN_ROWS
    if len(order) == 1 or not (is_wide or is_high):
        return splits.row(choose(order, focus, 1), across=True)
    across = is_wide and (area.width * MAIN_SHARE >= PROGRAM_COLUMNS or not is_high)
    length, least = (area.width, MIN_COLUMNS) if across else (area.height, MIN_ROWS)
    room = area.height // MIN_ROWS if across else area.width // MIN_COLUMNS
    stack = splits.row(choose(order[1:], focus, room), across=not across)
    if stack is None:
        return Leaf(order[0])
    share = min(max(round(length * MAIN_SHARE), least), length - least)
    return Split(across, (Leaf(order[0], share), splits.weighed(stack, length - share)))


def readable(node: Node, focus: str | None, area: Box) -> Node:
    """The tree without tiles for which there is no room, and no other one smaller than is readable."""
    if isinstance(node, Leaf):
        return node
    length, least = (area.width, MIN_COLUMNS) if node.across else (area.height, MIN_ROWS)
    holds = {str(at): part for at, part in enumerate(node.parts)}
    held = next((at for at, part in holds.items() if focus in splits.tiles(part)), None)
    parts = [holds[at] for at in choose(list(holds), held, length // least)]
    if len(parts) == 1:
        return splits.weighed(readable(parts[0], focus, area), node.weight)
    cut = area.cut(Split(node.across, tuple(parts)))
    lengths = [box.width if node.across else box.height for box in cut]
    wanted = _needs(parts, focus, across=node.across, length=length)
    if any(has < wants for has, wants in zip(lengths, wanted, strict=True)):
        parts = [splits.weighed(p, n) for p, n in zip(parts, _stretched(lengths, wanted), strict=True)]
        cut = area.cut(Split(node.across, tuple(parts)))
    shown = tuple(splits.weighed(readable(part, focus, box), part.weight) for part, box in zip(parts, cut, strict=True))
    return Split(node.across, shown, node.weight)


def least_length(node: Node, *, across: bool) -> int:
    """The columns (or rows) that keep every tile of a tree readable."""
    if not isinstance(node, Split):
        return MIN_COLUMNS if across else MIN_ROWS
    inner = [least_length(part, across=across) for part in node.parts]
    return sum(inner) if node.across == across else max(inner)


def _needs(parts: Sequence[Node], focus: str | None, *, across: bool, length: int) -> list[int]:
    """What each part must have: all that its tiles need, or where that is too much in all, what one tile needs.

    The last parts give up first, the one with the focus at the very end.
    """
    needs = [least_length(part, across=across) for part in parts]
    order = sorted(range(len(parts)), key=lambda at: (focus in splits.tiles(parts[at]), -at))
    for at in order:
        if sum(needs) > length:
            needs[at] = MIN_COLUMNS if across else MIN_ROWS
    return needs


def _stretched(lengths: Sequence[int], needs: Sequence[int]) -> list[int]:
    """Lengths of the same sum, none less than it needs; what is missing comes from those that have more."""
    spare = sum(max(0, has - need) for has, need in zip(lengths, needs, strict=True))
    missing = sum(max(0, need - has) for has, need in zip(lengths, needs, strict=True))
    made = [
        max(need, has - -(-(has - need) * missing // spare)) if has > need else need
        for has, need in zip(lengths, needs, strict=True)
    ]
    made[lengths.index(max(lengths))] += sum(lengths) - sum(made)
    return made


# -- around a tile -------------------------------------------------------------------------------------------------


def neighbour(boxes: Mapping[str, Box], focus: str, direction: str) -> str | None:
    """The tile that lies next to the focused one (`left`, `right`, `up`, `down`), the nearest one to its middle."""
    here = boxes.get(focus)
    if here is None:
        return None
    middle_x, middle_y = here.x + here.width / 2, here.y + here.height / 2
    found: list[tuple[float, float, str]] = []
    for tile, box in boxes.items():
        x, y = box.x + box.width / 2, box.y + box.height / 2
        along, across = {
            "left": (here.x - (box.x + box.width), abs(y - middle_y)),
            "right": (box.x - (here.x + here.width), abs(y - middle_y)),
            "up": (here.y - (box.y + box.height), abs(x - middle_x)),
            "down": (box.y - (here.y + here.height), abs(x - middle_x)),
        }[direction]
        if tile != focus and along >= 0:
            found.append((along, across, tile))
    return min(found)[2] if found else None


def roomiest(places: Mapping[str, Box]) -> tuple[str, bool] | None:
    """The largest tile that leaves two readable ones when it is split, and whether side by side; None without one."""
    for tile, box in sorted(places.items(), key=lambda place: -place[1].width * place[1].height):
        fits_across, fits_below = box.width >= 2 * MIN_COLUMNS, box.height >= 2 * MIN_ROWS
        if fits_across or fits_below:
            return tile, fits_across and (box.width >= 2 * PROGRAM_COLUMNS or not fits_below)
    return None


def program_size(inner_rows: int, inner_columns: int) -> tuple[int, int]:
    """Rows and columns a program gets in a view of that size."""
    return max(PROGRAM_ROWS, inner_rows), max(PROGRAM_COLUMNS, inner_columns)
