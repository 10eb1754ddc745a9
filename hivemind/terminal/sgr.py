"""Select graphic rendition (ECMA-48 8.3.117, xterm ctlseqs): a style and parameters give another style.

Understands sub-parameters with colons (ITU-T T.416, kitty's underline styles). A part that makes no sense is passed
over and the rest counts, as in xterm.
"""

from __future__ import annotations

import re
from typing import NamedTuple

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
_LENGTHS = {5: 1, 2: 3}
"""Values of a colour by its kind: a number of the palette, or red, green and blue."""

_LAST_UNDERLINE = 5
"""Kinds of underline: none, single, double, curly, dotted, dashed."""

_COLOUR_BITS = 26
FOREGROUND_SHIFT = 16
BACKGROUND_SHIFT = FOREGROUND_SHIFT + _COLOUR_BITS
_UNDERLINE_COLOUR_SHIFT = BACKGROUND_SHIFT + _COLOUR_BITS
LINK_SHIFT = _UNDERLINE_COLOUR_SHIFT + _COLOUR_BITS
"""Where a colour stands in a packed style: the attributes in the lowest 16 bits, each colour plus one above them, so
that the default style is 0. Above the colours stands the number of a link, which no rendition changes."""

LINK = -1 << LINK_SHIFT
"""The link's bits."""

COLOUR_MASK = (1 << _COLOUR_BITS) - 1
_ATTRIBUTES = (1 << FOREGROUND_SHIFT) - 1
_EXTENDED = {38: FOREGROUND_SHIFT, 48: BACKGROUND_SHIFT, 58: _UNDERLINE_COLOUR_SHIFT}
_DEFAULTS = {39: FOREGROUND_SHIFT, 49: BACKGROUND_SHIFT, 59: _UNDERLINE_COLOUR_SHIFT}

_PARTS = re.compile(r"[345]8;5;\d+;|[345]8;2;\d+;\d+;\d+;|\d*;").findall
"""Parameters with a semicolon after each, cut into codes and whole colours."""

_REMEMBERED = 0x4000
"""Parts whose change is remembered; past that, the memory starts anew."""


def pack(style: Style) -> int:
    """A style, but for its link, as one number: changing it is then two operations, whatever changes."""
    return (
        style.attributes
        | style.foreground + 1 << FOREGROUND_SHIFT
        | style.background + 1 << BACKGROUND_SHIFT
        | style.underline_colour + 1 << _UNDERLINE_COLOUR_SHIFT
    )


def unpack(packed: int) -> Style:
    """The style that `pack` gave that number, whatever its link."""
    return Style(
        (packed >> FOREGROUND_SHIFT & COLOUR_MASK) - 1,
        (packed >> BACKGROUND_SHIFT & COLOUR_MASK) - 1,
        (packed >> _UNDERLINE_COLOUR_SHIFT & COLOUR_MASK) - 1,
        packed & _ATTRIBUTES,
    )


class Change(NamedTuple):
    """What a sequence does to any packed style: bits it keeps and bits it sets.

    However long, a sequence comes down to this, so it is read once and applied to one style after another.
    """

    keeps: int
    sets: int

    def apply(self, packed: int) -> int:
        """The packed style after the sequence."""
        return packed & self.keeps | self.sets


class _Reader:
    """A change as it is being read."""

    def __init__(self) -> None:
        self.keeps = -1
        self.sets = 0

    def replace(self, mask: int, bits: int) -> None:
        """The bits under `mask` become `bits`."""
        self.keeps &= ~mask
        self.sets = self.sets & ~mask | bits

    def paint(self, shift: int, colour: int) -> None:
        """The colour that stands at `shift` becomes `colour`."""
        self.replace(COLOUR_MASK << shift, colour + 1 << shift)

    def reset(self) -> None:
        """Everything as by default, but for the link: only OSC 8 ends that."""
        self.keeps, self.sets = LINK, 0


_known: dict[str, Change] = {}


def change_of(parameters: str) -> Change:
    """What `CSI parameters m` does."""
    return Change(*bits_of(parameters))


def bits_of(parameters: str) -> tuple[int, int]:
    """The same as a bare pair of what it keeps and what it sets; a third cheaper where every cell has its own."""
    if ":" in parameters:
        return _read_mixed(parameters)
    keeps, sets = -1, 0
    for part in _PARTS(parameters + ";"):
        change = _known.get(part)
        if change is None:
            if part[:-1] in _STARTS:  # a colour in a form that is not whole: read all codes in a row
                return _read_row(parameters)
            change = _read_row(part[:-1])
            if len(_known) >= _REMEMBERED:
                _known.clear()
            _known[part] = change
        keeps &= change[0]
        sets = sets & change[0] | change[1]
    return keeps, sets


_STARTS = frozenset(map(str, _EXTENDED))


def _read_row(parameters: str) -> Change:
    reader = _Reader()
    _read(reader, _numbers(parameters.split(";")))
    return Change(reader.keeps, reader.sets)


def _read_mixed(parameters: str) -> Change:
    reader = _Reader()
    plain: list[str] = []
    for part in parameters.split(";"):
        if ":" in part:
            _read(reader, _numbers(plain))
            plain.clear()
            _read_colons(reader, _numbers(part.split(":")))
        else:
            plain.append(part)
    _read(reader, _numbers(plain))
    return Change(reader.keeps, reader.sets)


def _numbers(parts: list[str]) -> list[int]:
    return [int(part) if part else 0 for part in parts]


def _read(change: _Reader, codes: list[int]) -> None:
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


def _read_code(change: _Reader, code: int) -> None:
    if code in _ON:
        change.replace(_ON[code], _ON[code])
    elif code in _OFF:
        change.replace(_OFF[code], 0)
    elif code == 0:
        change.reset()
    elif code in _UNDERLINES:
        change.replace(_UNDERLINE, _UNDERLINES[code] << UNDERLINE_SHIFT)
    elif code in _DEFAULTS:
        change.paint(_DEFAULTS[code], DEFAULT_COLOUR)
    elif 30 <= code <= 37:
        change.paint(FOREGROUND_SHIFT, code - 30)
    elif 40 <= code <= 47:
        change.paint(BACKGROUND_SHIFT, code - 40)
    elif 90 <= code <= 97:
        change.paint(FOREGROUND_SHIFT, code - 90 + 8)
    elif 100 <= code <= 107:
        change.paint(BACKGROUND_SHIFT, code - 100 + 8)


def _read_colons(change: _Reader, codes: list[int]) -> None:
    """Read one code with sub-parameters: `4:3`, `38:5:n`, `38:2:space:r:g:b`; some programs leave out the space."""
    code, kind, *values = codes
    if code == 4:
        if kind <= _LAST_UNDERLINE:
            change.replace(_UNDERLINE, kind << UNDERLINE_SHIFT)
    elif code in _EXTENDED:
        start = 1 if kind == 2 and len(values) > 3 else 0
        _set_colour(change, code, kind, values[start : start + _LENGTHS.get(kind, 0)])


def _set_colour(change: _Reader, code: int, kind: int, values: list[int]) -> None:
    """Set the colour that `code` is about, when there are as many values as its kind has, all of them bytes."""
    if kind == 5 and len(values) == 1 and values[0] <= 255:
        colour = values[0]
    elif kind == 2 and len(values) == 3 and max(values) <= 255:
        colour = TRUE_COLOUR | values[0] << 16 | values[1] << 8 | values[2]
    else:
        return
    change.paint(_EXTENDED[code], colour)
