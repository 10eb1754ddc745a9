"""How everything is drawn: the palette, the signs, the clock and the keys by name, handed to whatever paints."""

from __future__ import annotations

from dataclasses import dataclass, field

from hivemind.base.clock import Clock
from hivemind.tui.keymap import Keymap, default_keymap
from hivemind.tui.palette import DARK, Palette
from hivemind.tui.signs import ASCII, GLYPHS, Signs


@dataclass(frozen=True, slots=True)
class Look:
    """One look of the room."""

    clock: Clock
    palette: Palette = DARK
    signs: Signs = GLYPHS
    keys: Keymap = field(default_factory=default_keymap)
    has_underlines: bool = False
    """Whether the terminal shows more than straight and double underlines."""

    def __post_init__(self) -> None:
        """Keys are written with what the signs are made of."""
        if self.signs is ASCII:
            object.__setattr__(self, "keys", self.keys.in_ascii())
