"""The colours of the room: two palettes, and what they are called where Textual paints.

Colour never carries a meaning alone: every sign has a glyph and a word as well (`signs`).
"""

from __future__ import annotations

from dataclasses import dataclass

from textual.theme import Theme

ANSI_DARK = (
    *("#15171e", "#e06c75", "#8fbc72", "#d9b36c", "#6c9eeb", "#b48ead", "#62b3b2", "#c5cad6"),
    *("#5c6474", "#ef8a92", "#a9d18e", "#ecc987", "#8fb6f5", "#cba6c8", "#83cccb", "#eef0f5"),
)
"""The sixteen colours of a dark terminal, normal then bright."""

ANSI_LIGHT = (
    *("#2b2f38", "#b3303c", "#3f7d2c", "#8a6300", "#2a5db0", "#86458f", "#1b7a7a", "#d5d8de"),
    *("#6a7180", "#cc4753", "#4f9a39", "#a67a0c", "#3f78d1", "#a05cab", "#279393", "#ffffff"),
)
"""The sixteen colours of a light terminal, normal then bright."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour that is used, as `#rrggbb`."""

    name: str
    is_dark: bool
    background: str
    """Of the room and of every program that chooses none itself."""
    raised: str
    """Of bars and dialogs."""
    line: str
    """Borders of what is not focused."""
    text: str
    dim: str
    """What need not be read."""
    focus: str
    """The focused tile's border, keys one can press."""
    attention: str
    """The only loud colour: something waits for a person."""
    working: str
    good: str
    warning: str
    ansi: tuple[str, ...]
    """The sixteen palette colours of programs."""

    def theme(self) -> Theme:
        """The same colours for Textual's own widgets."""
        return Theme(
            name=self.name,
            primary=self.focus,
            secondary=self.working,
            accent=self.focus,
            foreground=self.text,
            background=self.background,
            surface=self.raised,
            panel=self.raised,
            success=self.good,
            warning=self.attention,
            error=self.warning,
            dark=self.is_dark,
            variables={"hive-line": self.line, "hive-dim": self.dim, "hive-attention": self.attention},
        )


DARK = Palette(
    name="hive-dark",
    is_dark=True,
    background="#15171e",
    raised="#1d2029",
    line="#3a4050",
    text="#c5cad6",
    dim="#848c9e",
    focus="#8fb6f5",
    attention="#f5b955",
    working="#62b3b2",
    good="#8fbc72",
    warning="#ef8a92",
    ansi=ANSI_DARK,
)

LIGHT = Palette(
    name="hive-light",
    is_dark=False,
    background="#fbfbfc",
    raised="#eef0f4",
    line="#c3c8d2",
    text="#2b2f38",
    dim="#626977",
    focus="#2a5db0",
    attention="#a65a00",
    working="#197373",
    good="#3b7629",
    warning="#b3303c",
    ansi=ANSI_LIGHT,
)
