"""Palettes by the name that settings use: our own, and one made of each of Textual's themes."""

from __future__ import annotations

from functools import cache

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from hivemind.tui.palette import ANSI_DARK, ANSI_LIGHT, DARK, LIGHT, Palette

HIGH_CONTRAST = Palette(
    name="hive-high-contrast",
    is_dark=True,
    background="#000000",
    raised="#1c1c1c",
    line="#b8b8b8",
    text="#ffffff",
    dim="#d0d0d0",
    focus="#66d9ff",
    attention="#ffff00",
    working="#7cf3c9",
    good="#8cff66",
    warning="#ffa0a0",
    ansi=(
        *("#000000", "#ff8080", "#66ff66", "#ffff66", "#80b3ff", "#ff99ff", "#66ffff", "#e6e6e6"),
        *("#a6a6a6", "#ffb3b3", "#b3ffb3", "#ffffb3", "#b3d1ff", "#ffccff", "#b3ffff", "#ffffff"),
    ),
)
"""Every colour that text has is at least 7 to 1 against what is behind it (WCAG 2.2, 1.4.6)."""

COLOUR_BLIND = Palette(
    name="hive-colour-blind",
    is_dark=True,
    background="#14161c",
    raised="#1d2029",
    line="#3f4656",
    text="#d5d9e3",
    dim="#8b93a5",
    focus="#56b4e9",
    attention="#f0e442",
    working="#56b4e9",
    good="#b9d7f0",
    warning="#e69f00",
    ansi=(
        *("#14161c", "#d55e00", "#009e73", "#e69f00", "#4c9be8", "#cc79a7", "#56b4e9", "#c5cad6"),
        *("#5c6474", "#f28e4c", "#4cc5a0", "#f0e442", "#8cc4f5", "#e0a5c6", "#9ad4f5", "#ffffff"),
    ),
)
"""Blue, yellow and orange after Okabe and Ito (2008), which stay apart without red or green."""

WHITE, BLACK = Color(255, 255, 255), Color(0, 0, 0)

OURS = {"dark": DARK, "light": LIGHT, "high-contrast": HIGH_CONTRAST, "colour-blind": COLOUR_BLIND}


def names() -> list[str]:
    """Every theme that can be set: ours, then Textual's."""
    return [*OURS, *(name for name, theme in BUILTIN_THEMES.items() if not _is_ansi(theme))]


def palette(name: str) -> Palette | None:
    """The palette of that name, if there is one."""
    if name in OURS:
        return OURS[name]
    theme = BUILTIN_THEMES.get(name)
    return _of(name) if theme is not None and not _is_ansi(theme) else None


def _is_ansi(theme: Theme) -> bool:
    """Whether a theme leaves its colours to the terminal; programs' colours could not be mixed with those."""
    return "ansi" in theme.name


@cache
def _of(name: str) -> Palette:
    theme = BUILTIN_THEMES[name]
    made = theme.to_color_system().generate()
    background, raised = Color.parse(made["background"]), Color.parse(made["surface"])
    end = WHITE if theme.dark else BLACK
    foreground = Color.parse(made["foreground"])
    text = _readable(background.blend(foreground, foreground.a), end, background, raised)

    def hexed(colour: Color) -> str:
        return background.blend(colour, colour.a).hex6.lower()

    def of(key: str) -> str:
        return hexed(Color.parse(made[key]))

    def read(colour: str) -> str:
        return _readable(Color.parse(colour), text, background, raised).hex6.lower()

    return Palette(
        name=f"hive-{name}",
        is_dark=theme.dark,
        background=of("background"),
        raised=of("surface"),
        line=hexed(background.blend(text, 0.25)),
        text=hexed(text),
        dim=read(hexed(background.blend(text, 0.65))),
        focus=read(of("primary")),
        attention=read(of("warning")),
        working=read(of("accent")),
        good=read(of("success")),
        warning=read(of("error")),
        ansi=ANSI_DARK if theme.dark else ANSI_LIGHT,
    )


def _readable(colour: Color, towards: Color, *grounds: Color) -> Color:
    """The colour, moved towards another one until it can be read on all of these (WCAG 2.2, 1.4.3: 4.5 to 1)."""
    steps = (colour.blend(towards, step / 10) for step in range(11))
    return next((one for one in steps if all(contrast(one, ground) >= 4.5 for ground in grounds)), towards)


def contrast(one: Color, other: Color) -> float:
    """How far two colours are apart, from 1 to 21 (WCAG 2.2, "contrast ratio")."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Color) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [value / 255 for value in colour.rgb]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
