"""Underlines that are curly, dotted or dashed, and their colour, where the person's terminal can show them.

Rich knows two kinds of underline and no colour of them. A style can be given its sequences ready-made, though; whatever
mixes such a style with another (a filter, a selection) makes a plain underline of it again.

Relies on a private part of Rich 14 and Textual 8.2 (`Style._ansi`), which the tests of this module pin.
"""

# ruff: noqa: SLF001 (see above)

from __future__ import annotations

from collections.abc import Mapping

from rich.color import ColorSystem
from rich.style import Style
from textual.strip import Strip

STRAIGHT, DOUBLE, DOTTED = 1, 2, 4
"""Kinds of underline (kitty, "Colored and styled underlines"); 3 is curly, 5 dashed."""

PLAIN_TERMINALS = frozenset({"Apple_Terminal"})
"""By `TERM_PROGRAM`: those that take sequences with colons for something else."""


def can_draw(env: Mapping[str, str]) -> bool:
    """Whether the terminal that the environment tells of takes such sequences: one with exact colours does."""
    has_colours = env.get("COLORTERM", "").lower() in {"truecolor", "24bit"} and not env.get("NO_COLOR")
    return has_colours and env.get("TERM_PROGRAM") not in PLAIN_TERMINALS


def drawn(style: Style, kind: int, colour: str) -> Style:
    """The same style with that kind of underline, in that colour (`#rrggbb`) unless it is empty.

    The kind goes in a sequence of its own behind a straight one: who does not know it shows that.
    """
    if kind in {0, STRAIGHT, DOUBLE} and not colour:
        return style
    made = style + Style(meta={"underline": f"{kind} {colour}"})  # so that it is not the same as the plain one
    codes = [Strip.render_ansi(style, ColorSystem.TRUECOLOR)]
    if kind not in {STRAIGHT, DOUBLE}:
        codes.append(f"4:{kind}")
    if colour:
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        codes.append(f"58:2::{red}:{green}:{blue}")
    made._ansi = "m\x1b[".join(codes)
    return made
