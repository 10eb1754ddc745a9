"""How everything is drawn: the palette, the signs and the clock, handed to whatever paints."""

from __future__ import annotations

from dataclasses import dataclass

from hivemind.base.clock import Clock
from hivemind.tui.palette import DARK, Palette
from hivemind.tui.signs import GLYPHS, Signs


@dataclass(frozen=True, slots=True)
class Look:
    """One look of the room."""

    clock: Clock
    palette: Palette = DARK
    signs: Signs = GLYPHS
