"""The 256 colours of xterm, as numbers 0xRRGGBB, and the theme that programs are told when they ask for colours."""

from __future__ import annotations

import msgspec

# XTerm-col.ad of xterm 390: colours 0 to 15.
_NAMED = (
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
)  # fmt: skip
_LEVELS = (0, 95, 135, 175, 215, 255)
"""The six levels of the colour cube, 256colres.h of xterm."""

PALETTE: tuple[int, ...] = (
    *_NAMED,
    *(red << 16 | green << 8 | blue for red in _LEVELS for green in _LEVELS for blue in _LEVELS),
    *(level * 0x10101 for level in range(8, 239, 10)),
)
"""Colour by number: 16 named ones, a cube of 216, 24 greys."""

_DARK = 128
"""Backgrounds whose luma (ITU-R BT.601, 0 to 255) is below are dark."""


class Theme(msgspec.Struct, frozen=True):
    """The person's colours, 0xRRGGBB."""

    foreground: int = 0xD0D0D0
    background: int = 0x1E1E1E
    cursor: int = 0xD0D0D0
    palette: tuple[int, ...] = PALETTE
    """256 colours by number."""

    @property
    def is_dark(self) -> bool:
        """Whether text is light on dark."""
        red, green, blue = (self.background >> shift & 255 for shift in (16, 8, 0))
        return (299 * red + 587 * green + 114 * blue) < _DARK * 1000


_CUBE_FIRST, _GREY_FIRST, _GREYS = 16, 232, 24

_NEAREST_LEVEL = tuple(min(range(6), key=lambda level: abs(_LEVELS[level] - value)) for value in range(256))
"""The cube's level that is nearest to each value of a channel."""


def nearest(colour: int) -> int:
    """The number of the palette colour (from 16 on, which no theme changes) that is nearest to 0xRRGGBB.

    Constant work: the nearest of the cube is nearest channel by channel, the nearest grey is nearest to the mean.
    """
    red, green, blue = colour >> 16 & 255, colour >> 8 & 255, colour & 255
    cube = _CUBE_FIRST + 36 * _NEAREST_LEVEL[red] + 6 * _NEAREST_LEVEL[green] + _NEAREST_LEVEL[blue]
    grey = _GREY_FIRST + min(max((red + green + blue - 9) // 30, 0), _GREYS - 1)  # 8, 18, 28 …
    return min(cube, grey, key=lambda number: _distance(PALETTE[number], colour))


def _distance(one: int, other: int) -> int:
    return sum(((one >> shift & 255) - (other >> shift & 255)) ** 2 for shift in (0, 8, 16))
