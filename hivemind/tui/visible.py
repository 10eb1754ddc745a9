"""Text from outside, made safe and honest to show: what does not print is shown, never executed and never hidden.

Everything that an agent, a file or a program named (commands, titles, tile names) passes here before it is painted
outside a tile's own screen.
"""

from __future__ import annotations

import unicodedata

from rich.cells import cell_len, get_character_cell_size

CONTROL_PICTURES = 0x2400
"""Unicode's pictures of the C0 controls start here (`␀`)."""


def visible(text: str) -> str:
    """The text on one line; what does not print (controls, direction marks, zero width) is written out."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(c) for c in text)


def _shown(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(CONTROL_PICTURES + code)
    if code == 0x7F:
        return "␡"
    category = unicodedata.category(character)
    if category in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}:
        return f"⟨U+{code:04X}⟩"
    return character


def short_folder(folder: str, home: str) -> str:
    """The folder as people write it: `~` for their home."""
    is_below = bool(home) and (folder + "/").startswith(home.rstrip("/") + "/")
    return "~" + folder.removeprefix(home) if is_below else folder


def prints(text: str) -> bool:
    """Whether every character has a shape or a blank of its own: no control, no direction mark, nothing unassigned.

    `str.isprintable` refuses blanks other than U+0020 and private-use characters, which programs draw (Claude Code's
    prompt ends with U+00A0, Powerline's arrows are private) and keyboards type (U+3000).
    """
    return text.isprintable() or all(c.isprintable() or unicodedata.category(c) in {"Zs", "Co"} for c in text)


def clip(text: str, cells: int, ellipsis: str = "…") -> str:
    """At most that many cells of the text; where something is left out, it ends with the ellipsis."""
    if cell_len(text) <= cells:
        return text
    if cells <= 0:
        return ""
    room, kept = cells - cell_len(ellipsis), []
    for character in text:
        room -= get_character_cell_size(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept) + ellipsis


def wrap(text: str, cells: int) -> list[str]:
    """The whole text in rows of at most that many cells; broken anywhere, so that nothing moves and nothing is lost."""
    rows: list[str] = []
    row: list[str] = []
    used = 0
    for character in text:
        width = get_character_cell_size(character)
        if used + width > max(2, cells):
            rows.append("".join(row))
            row, used = [], 0
        row.append(character)
        used += width
    return [*rows, "".join(row)]


def folded(text: str, cells: int, *, first: int | None = None) -> list[str]:
    """A sentence in rows of at most that many cells, the first one of `first`; broken between words where there are."""
    rows: list[str] = []
    rest, room = text, cells if first is None else first
    while cell_len(rest) > max(2, room):
        fits = wrap(rest, room)[0]
        at = len(fits) if rest[len(fits)] == " " else fits.rfind(" ")
        row = fits[:at] if at > 0 else fits
        rows.append(row.rstrip())
        rest, room = rest[len(row) :].lstrip(), cells
    return [*rows, rest]
