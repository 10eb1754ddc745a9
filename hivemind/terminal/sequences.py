"""What each control character and escape sequence does, as small operations that the parser's loop carries out.

A sequence is understood once and its operation remembered, for all tiles. An operation is `(code, p, q)`; what `p` and
`q` are, the codes below say. Sources: ECMA-48, DEC STD 070, xterm's ctlseqs. What is unknown does nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hivemind.terminal import answers, private
from hivemind.terminal.grid import Grid

Operation = tuple[int, Any, Any]

(
    NOTHING,
    LINE_FEED,  # p: carriage return first
    RETURN,
    POSITION,  # p: line, q: column, both from 0
    UP,  # p: lines, q: to the first column
    DOWN,  # p: lines, q: to the first column
    RIGHT,  # p: columns
    LEFT,  # p: columns
    COLUMN,  # p: column from 0
    ERASE_LINE,  # p: the whole line, else from the cursor
    EDIT,  # p: method(grid, y, x, blank, q); leaves cursor, pen and modes alone
    SHIFT_LINES,  # the same, inside the region only; the cursor goes to the first column
    TAB,
    BACKSPACE,
    QUIET,  # p: method(grid, *q); leaves everything alone that the loop keeps
    CALL,  # p: method(grid, *q); may change anything
    REPEAT,  # p: times
    AGAIN,  # p: text to be read in the place of this sequence
    ERASE_UPWARDS,  # p: lines, each erased whole before the cursor goes up from it
) = range(19)

NOTHING_AT_ALL: Operation = (NOTHING, None, None)
REMEMBERED = 0x4000
"""Sequences remembered; past that, the memory starts anew."""

LONGEST_REMEMBERED = 64
"""Characters of a sequence that is remembered."""

ERASE_LINE_AND_UP = "\x1b[2K\x1b[1A"
"""What programs made with Ink repeat before each frame, once for every line of the last one; read as one token."""

LARGEST = 9999
"""No count or position is larger."""

LARGEST_MODE = 65535
"""No number of a mode that is asked about is larger."""

operations: dict[str, Operation] = {}
"""What is known already."""

_BASIC: dict[str, Operation] = {
    "\r\n": (LINE_FEED, True, None),
    "\n": (LINE_FEED, False, None),
    "\v": (LINE_FEED, False, None),
    "\f": (LINE_FEED, False, None),
    "\r": (RETURN, None, None),
    "\b": (BACKSPACE, 1, None),
    "\t": (TAB, None, None),
    "\a": (QUIET, Grid.bell, ()),
    "\x0e": (CALL, Grid.shift_out, ()),
    "\x0f": (CALL, Grid.shift_in, ()),
}

_ESCAPES: dict[str, Operation] = {
    "7": (CALL, Grid.save_cursor, ()),
    "8": (CALL, Grid.restore_cursor, ()),
    "D": (CALL, Grid.index, ()),
    "E": (CALL, Grid.next_line, ()),
    "H": (CALL, Grid.set_tab_stop, ()),
    "N": (CALL, Grid.shift_once, (2,)),
    "O": (CALL, Grid.shift_once, (3,)),
    "n": (CALL, Grid.lock_shift, (2,)),
    "o": (CALL, Grid.lock_shift, (3,)),
    "Z": (QUIET, answers.primary_attributes, (0,)),
    "M": (CALL, Grid.reverse_index, ()),
    "c": (CALL, Grid.reset, ()),
    "#8": (CALL, Grid.alignment_display, ()),
    "=": (QUIET, Grid.change_private, ((private.KEYPAD,), True)),
    ">": (QUIET, Grid.change_private, ((private.KEYPAD,), False)),
}

Parameters = list[int]
_Compile = Callable[[Parameters], Operation]


def _first(parameters: Parameters) -> int:
    """The first parameter as a count: 0 and nothing are 1."""
    return parameters[0] or 1


def _counted(code: int, q: Any = None) -> _Compile:
    return lambda parameters: (code, _first(parameters), q)


def _edit(method: Callable[..., None], code: int = EDIT) -> _Compile:
    return lambda parameters: (code, method, _first(parameters))


def _erase(parameters: Parameters) -> Operation:
    kind = parameters[0]
    return (ERASE_LINE, kind == 2, None) if kind in {0, 2} else (EDIT, Grid.erase_line, kind)


def _position(parameters: Parameters) -> Operation:
    line, column = (*parameters, 0)[:2]
    return POSITION, (line or 1) - 1, (column or 1) - 1


def _margins(parameters: Parameters) -> Operation:
    return CALL, Grid.set_margins, (*parameters, 0)[:2]


def _ansi_modes(method: Callable[..., None]) -> _Compile:
    return lambda parameters: (CALL, method, tuple(parameters))


def _private_modes(*, on: bool) -> _Compile:
    def compiled(parameters: Parameters) -> Operation:
        if parameters == [private.CURSOR_VISIBLE]:
            return QUIET, Grid.show_cursor, (on,)
        if private.FLAGS.issuperset(parameters):
            shifted = frozenset(number << private.SHIFT for number in parameters)
            return QUIET, Grid.add_modes if on else Grid.drop_modes, (shifted,)
        code = QUIET if private.MOVING.isdisjoint(parameters) else CALL
        return code, Grid.change_private, (tuple(parameters), on)

    return compiled


def _call(method: Callable[..., None], code: int = CALL) -> _Compile:
    """The first parameter as it is, for what tells kinds apart."""
    return lambda parameters: (code, method, (parameters[0],))


def _without_parameters(method: Callable[..., None]) -> _Compile:
    """CSI s and u save and restore only when they stand alone; with parameters they are margins and keyboards."""
    return lambda parameters: (CALL, method, ()) if parameters == [0] else NOTHING_AT_ALL


def _scroll_down(parameters: Parameters) -> Operation:
    """With five parameters CSI T is highlight tracking."""
    return (EDIT, Grid.scroll_down, _first(parameters)) if len(parameters) == 1 else NOTHING_AT_ALL


def _push_keyboard(parameters: Parameters) -> Operation:
    return QUIET, Grid.push_keyboard, (parameters[0],)


def _change_keyboard(parameters: Parameters) -> Operation:
    return QUIET, Grid.change_keyboard, (parameters[0], parameters[1] if len(parameters) > 1 else 1)


def _modify_keys(parameters: Parameters) -> Operation:
    """XTMODKEYS: without a value back to the start, without a resource all of them."""
    if parameters[0] == 4:
        return QUIET, Grid.set_modify_other_keys, ((*parameters, 0)[1],)
    return (QUIET, Grid.set_modify_other_keys, (0,)) if parameters == [0] else NOTHING_AT_ALL


def _stop_modifying_keys(parameters: Parameters) -> Operation:
    return (QUIET, Grid.set_modify_other_keys, (0,)) if parameters == [4] else NOTHING_AT_ALL


_CONTROLS: dict[str, _Compile] = {
    "@": _edit(Grid.insert_blanks),
    "A": _counted(UP, q=False),
    "B": _counted(DOWN, q=False),
    "C": _counted(RIGHT),
    "D": _counted(LEFT),
    "E": _counted(DOWN, q=True),
    "F": _counted(UP, q=True),
    "G": lambda parameters: (COLUMN, _first(parameters) - 1, None),
    "H": _position,
    "I": lambda parameters: (CALL, Grid.tab_forward, (_first(parameters),)),
    "J": lambda parameters: (EDIT, Grid.erase_screen, parameters[0]),
    "K": _erase,
    "L": _edit(Grid.insert_rows, SHIFT_LINES),
    "M": _edit(Grid.delete_rows, SHIFT_LINES),
    "P": _edit(Grid.delete_cells),
    "S": _edit(Grid.scroll_up),
    "T": _scroll_down,
    "X": _edit(Grid.erase_cells),
    "Z": lambda parameters: (CALL, Grid.tab_back, (_first(parameters),)),
    "^": _edit(Grid.scroll_down),
    "`": lambda parameters: (COLUMN, _first(parameters) - 1, None),
    "a": _counted(RIGHT),
    "b": _counted(REPEAT),
    "c": _call(answers.primary_attributes, QUIET),
    "d": lambda parameters: (CALL, Grid.cursor_to_line, (_first(parameters),)),
    "e": _counted(DOWN, q=False),
    "f": _position,
    "g": _call(Grid.clear_tab_stop),
    "h": _ansi_modes(Grid.set_mode),
    "l": _ansi_modes(Grid.reset_mode),
    "n": _call(answers.device_status),
    "r": _margins,
    "s": _without_parameters(Grid.save_cursor),
    "t": lambda parameters: (QUIET, answers.window_report, (parameters[0], parameters[1:2])),
    "u": _without_parameters(Grid.restore_cursor),
    "?J": lambda parameters: (EDIT, Grid.erase_screen, parameters[0]),
    "?K": _erase,
    "?W": lambda parameters: (CALL, Grid.default_tab_stops, ()) if parameters == [5] else NOTHING_AT_ALL,
    "?h": _private_modes(on=True),
    "?l": _private_modes(on=False),
    "?n": _call(answers.private_device_status),
    "?m": _call(answers.key_modifiers, QUIET),
    "?u": lambda _parameters: (QUIET, answers.keyboard, ()),
    ">m": _modify_keys,
    ">n": _stop_modifying_keys,
    ">u": _push_keyboard,
    "<u": lambda parameters: (QUIET, Grid.pop_keyboard, (_first(parameters),)),
    "=u": _change_keyboard,
    ">c": _call(answers.secondary_attributes, QUIET),
    ">q": _call(answers.version, QUIET),
    "=c": _call(answers.tertiary_attributes, QUIET),
    "!p": lambda _parameters: (CALL, Grid.soft_reset, ()),
    " q": _call(Grid.set_cursor_shape, QUIET),
    "$p": _call(answers.ansi_mode, QUIET),
    "?$p": _call(answers.private_mode, QUIET),
}
"""By prefix, intermediate characters and final character."""

_CONTROL = re.compile(r"\x1b\[([<-?]?)([0-9;]*)([ -/]*)([@-~])").fullmatch
_PLACE = re.compile(r"\x1b\[([0-9]{1,4});([0-9]{1,4})H").fullmatch
_ACTING = re.compile(r"[\x00-\x1f]")
_IGNORED = re.compile(r"[^ -~]")


def operation(token: str, *, is_finished: bool) -> Operation:
    """What a token does, which may be a sequence that was broken off; remembered."""
    place = _PLACE(token)
    if place is not None:  # by far the most kinds: a screen of 50 × 200 has ten thousand
        known = _CONTROLS["H"]([int(place[1]), int(place[2])])
    elif token in _BASIC:
        known = _BASIC[token]
    elif token.startswith(ERASE_LINE_AND_UP):
        known = ERASE_UPWARDS, len(token) // len(ERASE_LINE_AND_UP), None
    elif token[1:].isascii() and token[1:].isprintable():
        known = _compile(token)
    else:
        text = uninterrupted(token)
        known = AGAIN, text if is_finished else text[: text.index("\x1b")], None
    if len(token) <= LONGEST_REMEMBERED or known[0] == ERASE_UPWARDS:
        if len(operations) >= REMEMBERED:
            operations.clear()
        operations[token] = known
    return known


def _compile(token: str) -> Operation:
    body = token[1:]
    if body[:1] == "[":
        return _control(token)
    if body in _ESCAPES:
        return _ESCAPES[body]
    if body[:1] in {"(", ")", "*", "+"} and len(body) == 2:
        return CALL, Grid.define_charset, (body[1], body[0])
    return NOTHING_AT_ALL


def _control(token: str) -> Operation:
    match = _CONTROL(token)
    if match is None:
        return NOTHING_AT_ALL
    prefix, numbers, intermediates, final = match.groups()
    compiled = _CONTROLS.get(prefix + intermediates + final)
    if compiled is None:
        return NOTHING_AT_ALL
    largest = LARGEST_MODE if intermediates == "$" else LARGEST
    return compiled([min(int(number or 0), largest) for number in numbers.split(";")])


def uninterrupted(token: str) -> str:
    """A sequence with control characters in it: they act first, then it does (DEC STD 070). Other strays go."""
    acting = "".join(_ACTING.findall(token[1:]))
    return acting + token[0] + _IGNORED.sub("", token[1:])
