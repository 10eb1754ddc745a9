"""Select graphic rendition (ECMA-48 8.3.117, xterm ctlseqs): a style and parameters give another style.

Understands sub-parameters with colons (ITU-T T.416, kitty's underline styles). A part that makes no sense is passed
over and the rest counts, as in xterm.
"""

from __future__ import annotations

import functools

from hivemind.protocol.screen import (
    BLINK,
    BOLD,
    CONCEAL,
    DEFAULT_COLOUR,
    DIM,
    ITALIC,
    OVERLINE,
    REVERSE,
    STRIKE,
    TRUE_COLOUR,
    UNDERLINE_SHIFT,
    Style,
)

_UNDERLINE = 7 << UNDERLINE_SHIFT
_ON = {1: BOLD, 2: DIM, 3: ITALIC, 5: BLINK, 6: BLINK, 7: REVERSE, 8: CONCEAL, 9: STRIKE, 53: OVERLINE}
_OFF = {22: BOLD | DIM, 23: ITALIC, 25: BLINK, 27: REVERSE, 28: CONCEAL, 29: STRIKE, 55: OVERLINE}
_UNDERLINES = {4: 1, 21: 2, 24: 0}
_EXTENDED = {38: "foreground", 48: "background", 58: "underline_colour"}
_DEFAULTS = {39: "foreground", 49: "background", 59: "underline_colour"}
_LENGTHS = {5: 1, 2: 3}
"""Values of a colour by its kind: a number of the palette, or red, green and blue."""

_LAST_UNDERLINE = 5
"""Kinds of underline: none, single, double, curly, dotted, dashed."""


class Change:
    """What a sequence does to any style: colours it sets, attributes it keeps and attributes it sets.

    However long, a sequence comes down to this, so it is read once and applied to one style after another.
    """

    def __init__(self) -> None:
        self.foreground: int | None = None
        self.background: int | None = None
        self.underline_colour: int | None = None
        self.keeps = -1
        self.sets = 0

    def apply(self, style: Style) -> Style:
        """`style` after the sequence."""
        return Style(
            style.foreground if self.foreground is None else self.foreground,
            style.background if self.background is None else self.background,
            style.underline_colour if self.underline_colour is None else self.underline_colour,
            style.attributes & self.keeps | self.sets,
        )

    def reset(self) -> None:
        """Everything as by default."""
        self.foreground = self.background = self.underline_colour = DEFAULT_COLOUR
        self.keeps = self.sets = 0

    def replace(self, mask: int, bits: int) -> None:
        """The attributes under `mask` become `bits`."""
        self.keeps &= ~mask
        self.sets = self.sets & ~mask | bits


@functools.lru_cache(maxsize=0x4000)
def change_of(parameters: str) -> Change:
    """What `CSI parameters m` does."""
    change = Change()
    if ":" not in parameters:
        _read(change, _numbers(parameters.split(";")))
        return change
    plain: list[str] = []
    for part in parameters.split(";"):
        if ":" in part:
            _read(change, _numbers(plain))
            plain.clear()
            _read_colons(change, _numbers(part.split(":")))
        else:
            plain.append(part)
    _read(change, _numbers(plain))
    return change


def _numbers(parts: list[str]) -> list[int]:
    return [int(part) if part else 0 for part in parts]


def _read(change: Change, codes: list[int]) -> None:
    """Read codes, among them colours in the older form: `38;5;n` and `38;2;r;g;b`."""
    position, end = 0, len(codes)
    while position < end:
        code = codes[position]
        position += 1
        if code not in _EXTENDED:
            _read_code(change, code)
            continue
        kind = codes[position] if position < end else 0
        length = _LENGTHS.get(kind, 0)
        values = codes[position + 1 : position + 1 + length]
        if len(values) < length:
            values += [0] * (length - len(values))
        position += 1 + length
        _set_colour(change, code, kind, values)


def _read_code(change: Change, code: int) -> None:
    if code in _ON:
        change.replace(_ON[code], _ON[code])
    elif code in _OFF:
        change.replace(_OFF[code], 0)
    elif code == 0:
        change.reset()
    elif code in _UNDERLINES:
        change.replace(_UNDERLINE, _UNDERLINES[code] << UNDERLINE_SHIFT)
    elif code in _DEFAULTS:
        setattr(change, _DEFAULTS[code], DEFAULT_COLOUR)
    elif 30 <= code <= 37:
        change.foreground = code - 30
    elif 40 <= code <= 47:
        change.background = code - 40
    elif 90 <= code <= 97:
        change.foreground = code - 90 + 8
    elif 100 <= code <= 107:
        change.background = code - 100 + 8


def _read_colons(change: Change, codes: list[int]) -> None:
    """Read one code with sub-parameters: `4:3`, `38:5:n`, `38:2:space:r:g:b`; some programs leave out the space."""
    code, kind, *values = codes
    if code == 4:
        if kind <= _LAST_UNDERLINE:
            change.replace(_UNDERLINE, kind << UNDERLINE_SHIFT)
    elif code in _EXTENDED:
        start = 1 if kind == 2 and len(values) > 3 else 0
        _set_colour(change, code, kind, values[start : start + _LENGTHS.get(kind, 0)])


def _set_colour(change: Change, code: int, kind: int, values: list[int]) -> None:
    """Set the colour that `code` is about, when there are as many values as its kind has, all of them bytes."""
    if kind == 5 and len(values) == 1 and values[0] <= 255:
        colour = values[0]
    elif kind == 2 and len(values) == 3 and max(values) <= 255:
        colour = TRUE_COLOUR | values[0] << 16 | values[1] << 8 | values[2]
    else:
        return
    setattr(change, _EXTENDED[code], colour)
