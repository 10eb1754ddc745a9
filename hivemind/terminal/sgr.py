"""Select graphic rendition (ECMA-48 8.3.117, xterm ctlseqs): a style and parameters give another style.

Understands sub-parameters with colons (ITU-T T.416, kitty's underline styles). A part that makes no sense is passed
over and the rest counts, as in xterm.
"""

from __future__ import annotations

from collections.abc import Callable

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
_EXTENDED = {38: "foreground", 48: "background", 58: "underline_colour"}
_UNDERLINES = 5
"""Styles of underline: single, double, curly, dotted, dashed."""


class _Pen:
    """A style that can be changed."""

    def __init__(self, style: Style) -> None:
        self.foreground = style.foreground
        self.background = style.background
        self.underline_colour = style.underline_colour
        self.attributes = style.attributes

    def reset(self) -> None:
        self.foreground = self.background = self.underline_colour = DEFAULT_COLOUR
        self.attributes = 0

    def underline(self, kind: int) -> None:
        self.attributes = self.attributes & ~_UNDERLINE | kind << UNDERLINE_SHIFT

    def frozen(self) -> Style:
        return Style(self.foreground, self.background, self.underline_colour, self.attributes)


def apply(style: Style, parameters: str) -> Style:
    """`style` after `CSI parameters m`."""
    pen = _Pen(style)
    parts = parameters.split(";")
    position = 0
    while position < len(parts):
        part = parts[position]
        position += 1
        if ":" in part:
            _apply_colons(pen, part.split(":"))
            continue
        code = number(part)
        if code in _EXTENDED:
            colour, used = _semicolon_colour(parts[position:])
            position += used
            if colour is not None:
                setattr(pen, _EXTENDED[code], colour)
        else:
            _apply_code(pen, code)
    return pen.frozen()


def number(text: str) -> int:
    """A parameter as a number: empty is 0, and nothing is more than five digits' worth."""
    return min(int(text), 99999) if text else 0


def _apply_code(pen: _Pen, code: int) -> None:
    if code in _ON:
        pen.attributes |= _ON[code]
    elif code in _OFF:
        pen.attributes &= ~_OFF[code]
    elif code in _RESETS:
        _RESETS[code](pen)
    elif 30 <= code <= 37:
        pen.foreground = code - 30
    elif 40 <= code <= 47:
        pen.background = code - 40
    elif 90 <= code <= 97:
        pen.foreground = code - 90 + 8
    elif 100 <= code <= 107:
        pen.background = code - 100 + 8


_RESETS: dict[int, Callable[[_Pen], None]] = {
    0: _Pen.reset,
    4: lambda pen: pen.underline(1),
    21: lambda pen: pen.underline(2),
    24: lambda pen: pen.underline(0),
    39: lambda pen: setattr(pen, "foreground", DEFAULT_COLOUR),
    49: lambda pen: setattr(pen, "background", DEFAULT_COLOUR),
    59: lambda pen: setattr(pen, "underline_colour", DEFAULT_COLOUR),
}


def _semicolon_colour(parts: list[str]) -> tuple[int | None, int]:
    """The colour that starts `parts` in the older form (`5;n`, `2;r;g;b`), and how many parts it took."""
    if not parts or ":" in parts[0]:
        return None, 0
    kind = number(parts[0])
    length = {5: 2, 2: 4}.get(kind, 1)
    values = parts[1:length]
    if length == 1 or any(":" in value for value in values):
        return None, 1
    values += [""] * (length - 1 - len(values))
    return _colour(kind, values), min(length, len(parts))


def _apply_colons(pen: _Pen, parts: list[str]) -> None:
    code = number(parts[0])
    if code == 4:
        kind = number(parts[1])
        if kind <= _UNDERLINES:
            pen.underline(kind)
    elif code in _EXTENDED:
        kind = number(parts[1])
        values = parts[2:3] if kind == 5 else _rgb_values(parts[2:])
        colour = _colour(kind, values)
        if colour is not None:
            setattr(pen, _EXTENDED[code], colour)


def _rgb_values(parts: list[str]) -> list[str]:
    """Red, green and blue: after the colour space of T.416, or at once as some programs write it."""
    return parts[1:4] if len(parts) > 3 else parts[:3]


def _colour(kind: int, values: list[str]) -> int | None:
    numbers = [number(value) for value in values]
    if any(value > 255 for value in numbers):
        return None
    if kind == 5 and len(numbers) == 1:
        return numbers[0]
    if kind == 2 and len(numbers) == 3:
        return TRUE_COLOUR | numbers[0] << 16 | numbers[1] << 8 | numbers[2]
    return None
