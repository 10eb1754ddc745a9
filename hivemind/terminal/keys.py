"""Names of keys and pasted text as the bytes that a program expects under the modes it set (the mouse: `mouse`).

Source: xterm's ctlseqs, "PC-Style Function Keys", "Alt and Meta Keys" and XTMODKEYS; `kitty_keys` stands beside for
programs that asked for that protocol. The twin of this module is the UI's keymap, which turns events into names.
"""

from __future__ import annotations

from hivemind.protocol.screen import Modes
from hivemind.terminal import kitty_keys
from hivemind.terminal.kitty_keys import KEYPAD

_PLAIN = {
    "enter": "\r",
    "return": "\r",
    "esc": "\x1b",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
}
_CURSOR = {"up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H"}
"""Final characters; SS3 instead of CSI in application cursor mode."""

_FUNCTION = {"f1": "P", "f2": "Q", "f3": "R", "f4": "S"}
"""Final characters after SS3; with a modifier after CSI."""

_NUMBERED = {
    "insert": 2,
    "del": 3,
    "delete": 3,
    "pageup": 5,
    "pagedown": 6,
    "f5": 15,
    "f6": 17,
    "f7": 18,
    "f8": 19,
    "f9": 20,
    "f10": 21,
    "f11": 23,
    "f12": 24,
    "menu": 29,
}
"""`CSI n ~`."""

_SHIFTED = {f"f{number}": f"f{number - 12}" for number in range(13, 25)}
"""Function keys that a PC keyboard does not have: terminfo's xterm-256color reaches them with Shift."""

_APPLICATION = {
    **{f"kp_{digit}": chr(ord("p") + digit) for digit in range(10)},
    "kp_decimal": "n",
    "kp_divide": "o",
    "kp_multiply": "j",
    "kp_subtract": "m",
    "kp_add": "k",
    "kp_equal": "X",
    "kp_enter": "M",
}
"""Final characters after SS3 in application keypad mode (xterm ctlseqs, "VT220-Style Function Keys")."""

NAMES = frozenset((*_PLAIN, *_CURSOR, *_FUNCTION, *_NUMBERED, *_SHIFTED, *_APPLICATION))
"""Every key that has a name; lower case."""

MODIFIERS = {"shift": 1, "alt": 2, "meta": 2, "ctrl": 4, "control": 4}
"""Bits of xterm's modifier parameter, which is their sum and one."""

_SHIFT, _ALT, _CTRL = 1, 2, 4
_CONTROL_OF = {" ": 0, "?": 0x7F, "/": 0x1F, "2": 0, "3": 0x1B, "4": 0x1C, "5": 0x1D, "6": 0x1E, "7": 0x1F, "8": 0x7F}
"""What Ctrl makes of characters outside `@` to `_`."""

PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"


def encode(name: str, modes: Modes) -> bytes:
    """The bytes of one key: a name in any case, perhaps with modifiers (`ctrl+c`, `alt+x`, `shift+tab`).

    Anything else is text to type: it goes out as it is, without its control characters.
    """
    bits, key = _parse(name)
    is_named = key.lower() in NAMES
    if not is_named and not bits:
        text = "".join(c for c in name if not is_control(c))
        is_kitty = bool(modes.keyboard & kitty_keys.ALL_KEYS)
        sequence = "".join(kitty_keys.encode(c, 0, modes.keyboard) for c in text) if is_kitty else text
    elif not is_named and is_control(key):
        sequence = ""
    elif kitty_keys.is_asked(modes.keyboard):
        sequence = kitty_keys.encode(key.lower() if is_named else key, bits, modes.keyboard)
    else:
        key = key.lower() if is_named else key
        sequence = _other(key, bits, modes.modify_other_keys) or (
            _named(key, bits, modes) if is_named else _character(key, bits)
        )
    return sequence.encode("utf-8", "replace")


def encode_paste(text: str, modes: Modes) -> bytes:
    """The bytes of pasted text: bracketed when the program asked for that; it cannot end its own bracket.

    Line ends become carriage returns, tabs stay, other control characters go.
    """
    lines = text.replace(PASTE_END, "").replace("\r\n", "\n").replace("\r", "\n")
    clean = "".join(c for c in lines if c in "\n\t" or not is_control(c)).replace("\n", "\r")
    if modes.bracketed_paste:
        clean = PASTE_START + clean + PASTE_END
    return clean.encode("utf-8", "replace")


def is_control(character: str) -> bool:
    """Whether a character is C0, DEL or C1."""
    return character < " " or "\x7f" <= character < "\xa0"


def _other(key: str, bits: int, level: int) -> str:
    """What XTMODKEYS makes of a key that has no bytes of its own under these modifiers; empty when it stays as it is.

    Level 1 leaves alone what has such bytes, and what only Alt modifies; from 2 on only Shift with a letter, Shift with
    Tab and Ctrl with Backspace stay (xterm, input.c; Shift with a letter as foot does it, which is what programs want).
    """
    character = _PLAIN.get(key, key)
    if not level or not bits or len(character) != 1:
        return ""
    is_text = character >= " " and character != "\x7f"
    if character.isupper() and not bits & _CTRL:
        bits |= _SHIFT
    held = bits & ~_ALT if level == 1 else bits
    has_bytes = {
        "\t": held in {0, _SHIFT},
        "\x7f": held in {0, _CTRL} or level == 1,
    }.get(character, held == 0)
    if is_text:
        has_bytes |= held == _SHIFT and (character != " " or level == 1)
        has_bytes |= level == 1 and held == _CTRL and _control(character) != character
    if has_bytes:
        return ""
    shown = character.upper() if bits & _SHIFT else character.lower()
    return f"\x1b[27;{bits + 1};{ord(shown if len(shown) == 1 else character)}~"


def _parse(name: str) -> tuple[int, str]:
    """The modifier bits and the key; no bits when `name` is not `modifier+…+key` with a key that can be modified."""
    head, plus, key = name[:-1].rpartition("+")
    key += name[-1:]
    words = head.lower().split("+") if plus else []
    if not words or not all(word in MODIFIERS for word in words) or (len(key) != 1 and key.lower() not in NAMES):
        return 0, name
    bits = 0
    for word in words:
        bits |= MODIFIERS[word]
    return bits, key


def _named(key: str, bits: int, modes: Modes) -> str:
    if key in _PLAIN:
        return _plain(key, bits)
    if key in _APPLICATION:
        return _keypad(key, bits, modes)
    if key in _SHIFTED:
        key, bits = _SHIFTED[key], bits | _SHIFT
    if key in _NUMBERED:
        return f"\x1b[{_NUMBERED[key]};{bits + 1}~" if bits else f"\x1b[{_NUMBERED[key]}~"
    final = _CURSOR.get(key) or _FUNCTION[key]
    if bits:
        return f"\x1b[1;{bits + 1}{final}"
    return f"\x1bO{final}" if key in _FUNCTION or modes.application_cursor else f"\x1b[{final}"


def _plain(key: str, bits: int) -> str:
    prefix = "\x1b" if bits & _ALT else ""
    if key == "tab" and bits & _SHIFT:
        return prefix + "\x1b[Z"
    if key == "backspace" and bits & _CTRL:
        return prefix + "\b"
    if key == "space" and bits & _CTRL:
        return prefix + "\0"
    return prefix + _PLAIN[key]


def _keypad(key: str, bits: int, modes: Modes) -> str:
    if modes.application_keypad and not bits:
        return f"\x1bO{_APPLICATION[key]}"
    return _character(KEYPAD[key], bits) if key in KEYPAD else _plain("enter", bits)


def _character(key: str, bits: int) -> str:
    if bits & _SHIFT:
        key = key.upper()
    if bits & _CTRL:
        key = _control(key)
    return ("\x1b" if bits & _ALT else "") + key


def _control(key: str) -> str:
    if key in _CONTROL_OF:
        return chr(_CONTROL_OF[key])
    upper = key.upper()
    return chr(ord(upper) & 0x1F) if "@" <= upper <= "_" else key
