"""What a program hears when it asks its terminal: the answers of a plain xterm-256color, at once.

Nothing here repeats what a program sent: an answer holds numbers that were parsed, never text. Source: xterm 390,
ctlseqs. Queries that xterm leaves unanswered stay so.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyte import modes as mo

from hivemind.protocol.screen import Size
from hivemind.terminal import private
from hivemind.terminal.grid import Grid

CELL_HEIGHT, CELL_WIDTH = 16, 8
"""Pixels of one cell, for programs that ask."""

_ANSI_MODES = frozenset((2, mo.IRM, 12, mo.LNM))
NOT_RECOGNIZED, SET, RESET = 0, 1, 2


def primary_attributes(grid: Grid, kind: int) -> None:
    """DA1: a VT220 with colours."""
    if kind == 0:
        grid.write_process_input("\x1b[?62;22c")


def secondary_attributes(grid: Grid, kind: int) -> None:
    """DA2: xterm's number and version."""
    if kind == 0:
        grid.write_process_input("\x1b[>41;390;0c")


def tertiary_attributes(grid: Grid, kind: int) -> None:
    """DA3: no unit has a number."""
    if kind == 0:
        grid.write_process_input("\x1bP!|00000000\x1b\\")


def version(grid: Grid, kind: int) -> None:
    """XTVERSION."""
    if kind == 0:
        grid.write_process_input("\x1bP>|XTerm(390)\x1b\\")


def device_status(grid: Grid, kind: int) -> None:
    """DSR: 5 is all well, 6 the cursor's place."""
    if kind == 5:
        grid.write_process_input("\x1b[0n")
    elif kind == 6:
        grid.write_process_input(f"\x1b[{_place(grid)}R")


def private_device_status(grid: Grid, kind: int) -> None:
    """DECXCPR: the place, without the page that only a VT400 has.

    996 asks whether the colours are dark or light (contour's VT extension 2031).
    """
    if kind == 6:
        grid.write_process_input(f"\x1b[?{_place(grid)}R")
    elif kind == 996:
        colour_scheme(grid)


def colour_scheme(grid: Grid) -> None:
    """1 is dark, 2 is light."""
    grid.write_process_input(f"\x1b[?997;{1 if grid.talk.theme.is_dark else 2}n")


def keyboard(grid: Grid) -> None:
    """The kitty keyboard protocol's flags (`CSI ? u`)."""
    grid.write_process_input(f"\x1b[?{grid.keyboard.flags}u")


def key_modifiers(grid: Grid, resource: int) -> None:
    """XTQMODKEYS; only resource 4 is known."""
    if resource == 4:
        grid.write_process_input(f"\x1b[>4;{grid.talk.modify_other_keys}m")


def program_status(grid: Grid) -> None:
    """OSC 7501: we read it; the answer is the question."""
    grid.write_process_input("\x1b]7501;?\x1b\\")


def _place(grid: Grid) -> str:
    first = grid.region.top if mo.DECOM in grid.mode else 0
    return f"{grid.cursor.y - first + 1};{min(grid.cursor.x, grid.columns - 1) + 1}"


def ansi_mode(grid: Grid, number: int) -> None:
    """DECRQM for ANSI modes."""
    state = (SET if number in grid.mode else RESET) if number in _ANSI_MODES else NOT_RECOGNIZED
    grid.write_process_input(f"\x1b[{number};{state}$y")


def private_mode(grid: Grid, number: int) -> None:
    """DECRQM for private modes."""
    state = NOT_RECOGNIZED
    if number in private.ALTERNATES:
        state = SET if grid.is_alternate else RESET
    elif number in private.KNOWN:
        state = SET if private.is_set(grid.mode, number) else RESET
    grid.write_process_input(f"\x1b[?{number};{state}$y")


def window_report(grid: Grid, kind: int, rest: Sequence[int]) -> None:
    """XTWINOPS: sizes are reported, titles pushed and popped; programs do not move or read windows."""
    size = Size(grid.lines, grid.columns)
    if kind == 14:
        grid.write_process_input(f"\x1b[4;{size.rows * CELL_HEIGHT};{size.columns * CELL_WIDTH}t")
    elif kind == 16:
        grid.write_process_input(f"\x1b[6;{CELL_HEIGHT};{CELL_WIDTH}t")
    elif kind in {18, 19}:
        grid.write_process_input(f"\x1b[{kind - 10};{size.rows};{size.columns}t")
    elif kind in {22, 23} and (not rest or rest[0] in {0, 2}):
        grid.push_title() if kind == 22 else grid.pop_title()


def colour(grid: Grid, code: int, terminator: str) -> None:
    """OSC 10, 11, 12 with `?`: foreground, background, cursor."""
    theme = grid.talk.theme
    value = {10: theme.foreground, 11: theme.background}.get(code, theme.cursor)
    grid.write_process_input(f"\x1b]{code};{_rgb(value)}{terminator}")


def palette_colour(grid: Grid, number: int, terminator: str) -> None:
    """OSC 4 with `?`."""
    grid.write_process_input(f"\x1b]4;{number};{_rgb(grid.talk.theme.palette[number])}{terminator}")


def refuse_capability(grid: Grid) -> None:
    """XTGETTCAP: no such name."""
    grid.write_process_input("\x1bP0+r\x1b\\")


def refuse_setting(grid: Grid) -> None:
    """DECRQSS: no such setting."""
    grid.write_process_input("\x1bP0$r\x1b\\")


def _rgb(value: int) -> str:
    return "rgb:" + "/".join(f"{value >> shift & 255:02x}" * 2 for shift in (16, 8, 0))
