"""The private modes (DECSET) a program can set, by number, and what keys and mouse need to know of them."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from hivemind.protocol.screen import Modes

CURSOR_KEYS = 1
ORIGIN = 6
AUTOWRAP = 7
CURSOR_VISIBLE = 25
ALTERNATES = (47, 1047, 1049)
SAVE_CURSOR = 1048
KEYPAD = 66
FOCUS = 1004
ALTERNATE_SCROLL = 1007
BRACKETED_PASTE = 2004
SYNCHRONIZED = 2026
COLOUR_SCHEME = 2031
"""Tell the program when the colours become dark or light."""


MOUSE = (9, 1000, 1002, 1003)
"""What the mouse reports; the last one set counts, and resetting any turns it off (xterm, charproc.c)."""

MOUSE_ENCODINGS = (1005, 1006, 1015, 1016)

KNOWN = frozenset(
    (
        *(CURSOR_KEYS, 3, 4, 5, ORIGIN, AUTOWRAP, 12, CURSOR_VISIBLE, KEYPAD, 1034),
        *(*ALTERNATES, SAVE_CURSOR, *MOUSE, FOCUS, *MOUSE_ENCODINGS, ALTERNATE_SCROLL, BRACKETED_PASTE, SYNCHRONIZED),
        COLOUR_SCHEME,
    )
)
"""What DECRQM says we know: xterm's, synchronized output, news of colours. Others change nothing."""

MOVING = frozenset((ORIGIN, AUTOWRAP, SAVE_CURSOR, *ALTERNATES))
"""Modes that move the cursor, switch screens or change how text is written."""

FLAGS = frozenset((CURSOR_KEYS, KEYPAD, FOCUS, ALTERNATE_SCROLL, BRACKETED_PASTE, SYNCHRONIZED))
"""Modes that programs change often, and that only have to be remembered."""

SHIFT = 5
"""pyte keeps private mode n as `n << 5`, so that it is not taken for ANSI mode n."""


def is_set(modes: AbstractSet[int], number: int) -> bool:
    """Whether private mode `number` is among pyte's `modes`."""
    return number << SHIFT in modes


def modes_of(modes: AbstractSet[int], *, alternate: bool, keyboard: int = 0, modify_other_keys: int = 0) -> Modes:
    """What keys, mouse and repainting need of pyte's `modes`."""
    return Modes(
        alternate=alternate,
        application_cursor=is_set(modes, CURSOR_KEYS),
        application_keypad=is_set(modes, KEYPAD),
        bracketed_paste=is_set(modes, BRACKETED_PASTE),
        focus_events=is_set(modes, FOCUS),
        mouse=next((number for number in MOUSE if is_set(modes, number)), 0),
        mouse_encoding=next((number for number in MOUSE_ENCODINGS if is_set(modes, number)), 0),
        alternate_scroll=is_set(modes, ALTERNATE_SCROLL),
        keyboard=keyboard,
        modify_other_keys=modify_other_keys,
    )


def numbers_of(modes: Modes) -> list[int]:
    """The private modes that make up `modes`, without the alternate screen and what is no mode."""
    flags = {
        CURSOR_KEYS: modes.application_cursor,
        KEYPAD: modes.application_keypad,
        BRACKETED_PASTE: modes.bracketed_paste,
        FOCUS: modes.focus_events,
        ALTERNATE_SCROLL: modes.alternate_scroll,
    }
    numbers = [number for number, on in flags.items() if on]
    return numbers + [number for number in (modes.mouse, modes.mouse_encoding) if number]
