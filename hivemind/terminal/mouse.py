"""Mouse events as the bytes that a program expects under the modes it set.

Source: xterm's ctlseqs, "Mouse Tracking".
"""

from __future__ import annotations

import enum

import msgspec

from hivemind.protocol.screen import Modes
from hivemind.terminal.answers import CELL_HEIGHT, CELL_WIDTH
from hivemind.terminal.keys import MODIFIERS

NO_BUTTON, LEFT, MIDDLE, RIGHT, WHEEL_UP, WHEEL_DOWN = range(6)
_CODES = {NO_BUTTON: 3, LEFT: 0, MIDDLE: 1, RIGHT: 2, WHEEL_UP: 64, WHEEL_DOWN: 65}
_RELEASED = 3
"""Button code of a release where the encoding cannot say which one."""

_MOTION = 32
_MODIFIER_SHIFT = 2
"""The modifier bits of keys stand two bits higher here."""

_X10_LIMIT = 223
_UTF8_LIMIT = 2015
"""Cells that the two oldest encodings can name."""


class Action(enum.Enum):
    """What happened."""

    PRESS = "press"
    RELEASE = "release"
    MOVE = "move"


class MouseEvent(msgspec.Struct, frozen=True):
    """One event of the mouse, in cells of the program's screen."""

    action: Action
    button: int
    """Which button; with `MOVE` the one that is held, `NO_BUTTON` when none is."""
    row: int
    column: int
    modifiers: frozenset[str] = frozenset()
    """`shift`, `alt`, `ctrl`."""


def encode_mouse(event: MouseEvent, modes: Modes) -> bytes:
    """The bytes of a mouse event; none when the program did not ask for such events or cannot be told of that cell."""
    if not _is_wanted(event, modes.mouse):
        return b""
    code = _CODES[event.button] + (_MOTION if event.action is Action.MOVE else 0)
    if modes.mouse != 9:
        code += sum({MODIFIERS[name] for name in event.modifiers}) << _MODIFIER_SHIFT
    x, y = event.column + 1, event.row + 1
    if modes.mouse_encoding in {1006, 1016}:
        if modes.mouse_encoding == 1016:
            x, y = event.column * CELL_WIDTH + CELL_WIDTH // 2, event.row * CELL_HEIGHT + CELL_HEIGHT // 2
        return f"\x1b[<{code};{x};{y}{'m' if event.action is Action.RELEASE else 'M'}".encode()
    if event.action is Action.RELEASE:
        code = code & ~_RELEASED | _RELEASED
    if modes.mouse_encoding == 1015:
        return f"\x1b[{code + 32};{x};{y}M".encode()
    limit, encoding = (_UTF8_LIMIT, "utf-8") if modes.mouse_encoding == 1005 else (_X10_LIMIT, "latin-1")
    if max(x, y) > limit:
        return b""
    return f"\x1b[M{chr(code + 32)}{chr(x + 32)}{chr(y + 32)}".encode(encoding)


def _is_wanted(event: MouseEvent, mode: int) -> bool:
    is_wheel = event.button in {WHEEL_UP, WHEEL_DOWN}
    if event.action is Action.MOVE:
        return mode == 1003 or (mode == 1002 and event.button != NO_BUTTON)
    if event.action is Action.RELEASE:
        return mode in {1000, 1002, 1003} and not is_wheel
    return mode in {1000, 1002, 1003} or (mode == 9 and not is_wheel)
