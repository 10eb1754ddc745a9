"""Keys under the kitty keyboard protocol, for programs that asked for it.

Source: "Comprehensive keyboard handling in terminals" (kitty 0.42). Only presses are told: who types here reports no
releases, so flag 2 changes nothing.
"""

from __future__ import annotations

DISAMBIGUATE, ALTERNATES, ALL_KEYS, TEXT = 1, 4, 8, 16
"""Flags; 2, for repeats and releases, is the one that is left out."""

_SHIFT, _ALT, _CTRL = 1, 2, 4

_FINALS = {
    "up": "A",
    "down": "B",
    "right": "C",
    "left": "D",
    "end": "F",
    "home": "H",
    "f1": "P",
    "f2": "Q",
    "f4": "S",
}
"""`CSI final`, with modifiers `CSI 1 ; modifiers final`."""

_TILDES = {"insert": 2, "delete": 3, "del": 3, "pageup": 5, "pagedown": 6, "f3": 13} | {
    f"f{number}": code for number, code in zip(range(5, 13), (15, 17, 18, 19, 20, 21, 23, 24), strict=True)
}
"""`CSI number ~`; F3 is 13, since its letter R would be a report of the cursor's place."""

_NUMBERS = {"menu": 57363, "kp_enter": 57414} | {f"f{number}": 57363 + number for number in range(13, 25)}
"""`CSI number u`."""

KEYPAD = {f"kp_{digit}": str(digit) for digit in range(10)} | {
    "kp_decimal": ".",
    "kp_divide": "/",
    "kp_multiply": "*",
    "kp_subtract": "-",
    "kp_add": "+",
    "kp_equal": "=",
}
"""Keys of the keypad that give text, and which."""

_KEYPAD_NUMBERS = dict(zip(KEYPAD, (*range(57399, 57414), 57415), strict=True))
_LEGACY = {"enter": (13, "\r"), "return": (13, "\r"), "tab": (9, "\t"), "backspace": (127, "\x7f")}
"""Number, and the byte that they stay without modifiers, so that a shell is usable after a crash."""

_ESCAPE = 27


def is_asked(flags: int) -> bool:
    """Whether keys are encoded in this way at all."""
    return bool(flags & (DISAMBIGUATE | ALL_KEYS))


def encode(key: str, bits: int, flags: int) -> str:
    """One key: a name in lower case or a character, under modifiers (1 shift, 2 alt, 4 ctrl)."""
    if key in _FINALS:
        return f"\x1b[1;{bits + 1}{_FINALS[key]}" if bits else f"\x1b[{_FINALS[key]}"
    if key in _TILDES:
        return f"\x1b[{_TILDES[key]};{bits + 1}~" if bits else f"\x1b[{_TILDES[key]}~"
    if key in {"esc", "escape"}:
        return _number(_ESCAPE, bits)
    if key in _NUMBERS:
        return _number(_NUMBERS[key], bits)
    if key in _LEGACY:
        number, byte = _LEGACY[key]
        return _number(number, bits) if bits or flags & ALL_KEYS else byte
    return _text(key, bits, flags)


def _text(key: str, bits: int, flags: int) -> str:
    """A key that gives text: as such while nothing else is held and not all keys are asked for."""
    character = KEYPAD.get(key, " " if key == "space" else key)
    lower = character.lower() if len(character.lower()) == 1 else character
    upper = character.upper() if len(character.upper()) == 1 else character
    if character != lower and not bits & _CTRL:
        bits |= _SHIFT
    text = upper if bits & _SHIFT else character
    gives_text = not bits & (_ALT | _CTRL)
    if gives_text and not flags & ALL_KEYS:
        return text
    number = str(_KEYPAD_NUMBERS.get(key, ord(lower)))
    if flags & ALTERNATES and bits & _SHIFT and upper != lower and key not in KEYPAD:
        number += f":{ord(upper)}"
    return _number(number, bits, f";{ord(text)}" if gives_text and flags & TEXT else "")


def _number(number: int | str, bits: int, text: str = "") -> str:
    modifiers = f";{bits + 1}" if bits else ";" if text else ""
    return f"\x1b[{number}{modifiers}{text}u"
