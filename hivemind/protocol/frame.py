"""Frames: named groups of tiles, each bound to a folder and laid out in its own way."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Kind = Literal["grid", "columns", "rows", "main", "own"]
"""How tiles lie: an even grid, side by side, one above the other, the first one large, or as a person split them."""

KINDS: Final[tuple[Kind, ...]] = ("grid", "columns", "rows", "main", "own")
"""In the order in which one goes through them."""

WEIGHT: Final = 1000
"""The weight of a part that nobody has given another size."""


class Leaf(msgspec.Struct, frozen=True, tag="tile"):
    """A tile in a split."""

    tile: str
    weight: int = WEIGHT
    """Its share of the split, beside the weights of the others."""


class Split(msgspec.Struct, frozen=True, tag="split"):
    """An area cut into parts."""

    across: bool
    """Whether the parts lie side by side; else one above the other."""
    parts: tuple[Leaf | Split, ...]
    """From the left, or from the top; at least two."""
    weight: int = WEIGHT


Node = Leaf | Split


class Layout(msgspec.Struct, frozen=True, rename="camel"):
    """How a frame shows its tiles; how large each is comes from the terminal that shows them."""

    kind: Kind = "grid"
    splits: Node | None = None
    """What was split by hand, every tile of the frame once. It is kept while another kind is shown."""
    is_zoomed: bool = False
    """Whether the focused tile is shown alone, for now."""


class Frame(msgspec.Struct, frozen=True, rename="camel"):
    """A frame."""

    frame_id: str
    name: str
    """What people call it; unique among frames, in any case of letters."""
    folder: str = ""
    """The root of the repository or worktree that it is bound to, else the folder; empty when it is bound to none."""
    branch: str = ""
    """The branch that is checked out there, as it was looked at last; empty outside a repository."""
    tiles: tuple[str, ...] = ()
    """Their ids, in order; one that a client does not know yet is about to come."""
    layout: Layout = Layout()
    is_kept: bool = False
    """Whether a person made or named it; any other one goes with its last tile."""
