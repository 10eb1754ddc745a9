"""A screen as data: styles, rows, snapshots. No behaviour; the grid makes them, detect and the UI read them.

Columns are cells, not characters. Lines and columns count from 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hivemind.protocol.program import ProgramRecord, Progress

STUB = "\0"
"""The second half of a wide cell in `Row.text`."""

STYLE_BASE = 0x100
"""Code point of style 0 (the default) in `Row.styles`; later ids follow, skipping the surrogates."""

CLUSTER_BASE = 0x100000
"""First private code point that stands for a cluster of several code points; index into `Snapshot.clusters`."""

DEFAULT_COLOUR = -1
"""A colour the terminal chooses itself. 0–255 is the palette; `TRUE_COLOUR | 0xRRGGBB` is exact."""

TRUE_COLOUR = 0x1000000

BOLD, DIM, ITALIC, BLINK, REVERSE, CONCEAL, STRIKE, OVERLINE = 1, 2, 4, 8, 16, 32, 64, 128
UNDERLINE_SHIFT = 8
"""Bits 8–10 of `Style.attributes` are the underline: 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed."""


class Style(msgspec.Struct, frozen=True, array_like=True):
    """How one cell looks."""

    foreground: int = DEFAULT_COLOUR
    background: int = DEFAULT_COLOUR
    underline_colour: int = DEFAULT_COLOUR
    attributes: int = 0
    """Bits: `BOLD` … `OVERLINE`, and the underline style at `UNDERLINE_SHIFT`."""
    link: str = ""
    """Where the cell leads (OSC 8): an address as the program wrote it, not to be trusted; empty: it leads nowhere."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """One line of cells: two right-trimmed strings of one code point per cell each."""

    text: str
    """Trailing blanks trimmed; `STUB` after a wide character; private code points for clusters."""
    styles: str
    """Trailing default styles trimmed; a cell past its end has style 0."""


class Size(msgspec.Struct, frozen=True, array_like=True):
    """Cells of a screen."""

    rows: int
    columns: int


class Cursor(msgspec.Struct, frozen=True, array_like=True):
    """Where the program's cursor is."""

    row: int
    """From the top of the screen, 0-based."""
    column: int
    """0 … columns - 1; a cursor that waits to wrap stands on the last column."""
    visible: bool = True
    shape: int = 0
    """DECSCUSR (xterm ctlseqs, `CSI Ps SP q`): 0/1 blinking block, 2 block, 3/4 underline, 5/6 bar."""


class Modes(msgspec.Struct, frozen=True):
    """What the program asked of its terminal, as far as keys, mouse and repainting need it."""

    alternate: bool = False
    application_cursor: bool = False
    application_keypad: bool = False
    bracketed_paste: bool = False
    focus_events: bool = False
    mouse: int = 0
    """0 off, else the DECSET number: 9, 1000, 1002 or 1003."""
    mouse_encoding: int = 0
    """0 the X10 bytes, else 1005, 1006, 1015 or 1016."""
    alternate_scroll: bool = False
    """Whether the wheel is arrow keys on the alternate screen, while the mouse is not reported (DECSET 1007)."""
    keyboard: int = 0
    """Flags of the kitty keyboard protocol: 1 disambiguate, 2 events, 4 alternate keys, 8 all keys, 16 text."""
    modify_other_keys: int = 0
    """XTMODKEYS, resource 4: 0 off, 1 what has no bytes of its own, 2 and 3 every modified key."""


class Snapshot(msgspec.Struct, frozen=True):
    """An immutable picture of a tile's screen."""

    revision: int
    """Grows with every change; equal revisions are equal pictures."""
    size: Size
    top: int
    """Stable number of the first visible line; scrolling by one line is one new line and a new `top`."""
    lines: tuple[Row, ...]
    """Exactly `size.rows` of them, from the top."""
    changed: tuple[int, ...]
    """The revision of each line's last change, beside `lines`."""
    cursor: Cursor
    title: str = ""
    """Window title (OSC 0/2), control characters removed."""
    modes: Modes = Modes()
    styles: Sequence[Style] = (Style(),)
    """The tile's style table; shared with the emulator and only ever appended to."""
    clusters: Sequence[str] = ()
    """What each private code point stands for; shared and only ever appended to."""
    progress: Progress | None = None
    """How far the program says it is; None when it says nothing."""
    bells: int = 0
    """How often it rang since the terminal was made."""
    program_status: tuple[ProgramRecord, ...] = ()
    """What it says of itself (OSC 7501), by id: a record comes before those beneath it."""
