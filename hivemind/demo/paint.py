"""Lines of spans to bytes: colours, and the difference between two frames.

A frame is drawn inside a synchronized update (DECSET 2026), only the rows that changed; after `forget` the whole
screen is drawn again. Each row is placed by its own cursor address and automatic wrapping is off, so that a glyph that
is wider than we think can spoil its own row at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hivemind.demo.text import Line, line_width

ENTER = "\x1b[?1049h\x1b[?2004h\x1b[?7l\x1b[2J\x1b[H"
"""Alternate screen, bracketed paste, no automatic wrapping (xterm ctlseqs: 1049, 2004, DECAWM)."""

LEAVE = "\x1b[?2026l\x1b[0m\x1b[?7h\x1b[?25h\x1b[?2004l\x1b]0;\x07\x1b[?1049l"
"""Undoes `ENTER` and whatever a frame may have left open."""

ERASE_REST = "\x1b[K"
"""EL (ECMA-48 8.3.41): from the cursor to the end of the row, the cell under it included."""

_TRUE_COLOURS = {
    "amber": (224, 152, 32),
    "teal": (38, 160, 154),
    "violet": (156, 116, 214),
    "grey": (140, 140, 140),
    "green": (78, 160, 92),
    "red": (208, 92, 84),
    "blue": (88, 140, 214),
}
"""Middle tones: readable on a dark and on a light background."""

_PALETTE_COLOURS = {"amber": 172, "teal": 37, "violet": 134, "grey": 245, "green": 71, "red": 167, "blue": 68}
"""The nearest of the 256 colours, for terminals that do not say that they can do more."""

_ROLES = {
    "dim": ("", "grey"),
    "rule": ("", "grey"),
    "bold": ("1", ""),
    "person": ("1", ""),
    "good": ("", "green"),
    "bad": ("", "red"),
    "code": ("", "blue"),
    "selected": ("1", "accent"),
    "accent": ("", "accent"),
    "title": ("1", "accent"),
}
"""Role -> attributes and colour name; a role that is not here has the terminal's own look."""

ACCENTS = ("amber", "teal", "violet")
"""What the accent colour can be."""


@dataclass(frozen=True, slots=True)
class Palette:
    """How many colours the terminal is trusted with."""

    depth: int
    """24 (exact colours), 8 (256 colours) or 0 (none)."""

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> Palette:
        """COLORTERM `truecolor` or `24bit` means exact colours, a set NO_COLOR (no-color.org) or TERM `dumb` none."""
        if env.get("NO_COLOR") or env.get("TERM") == "dumb":
            return cls(0)
        return cls(24 if env.get("COLORTERM", "").lower() in ("truecolor", "24bit") else 8)

    def sgr(self, role: str, accent: str) -> str:
        """The select-graphic-rendition sequence of a role; empty for plain text."""
        attributes, colour = _ROLES.get(role, ("", ""))
        parts = [attributes] if attributes else []
        name = accent if colour == "accent" else colour
        if name and self.depth == 24:
            parts.append("38;2;{};{};{}".format(*_TRUE_COLOURS[name]))
        elif name and self.depth:
            parts.append(f"38;5;{_PALETTE_COLOURS[name]}")
        return f"\x1b[{';'.join(parts)}m" if parts else ""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the whole screen."""

    lines: Sequence[Line]
    """From the top; as many as the screen has rows, none wider than it."""
    cursor: tuple[int, int] | None
    """Row and column from 0; None hides it."""
    title: str
    columns: int
    accent: str = "amber"


class Painter:
    """Turns frames into bytes; remembers what the terminal shows."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._rows: list[str] | None = None
        self._cursor: tuple[int, int] | None = None
        self._title = ""

    def forget(self) -> None:
        """The next frame is drawn in full."""
        self._rows = None
        self._title = ""

    def draw(self, frame: Frame) -> str:
        """What the terminal needs to show the frame; empty when it shows it already."""
        rows = [self._encode(line, frame.accent) for line in frame.lines]
        out: list[str] = []
        if frame.title != self._title:
            out.append(f"\x1b]0;{frame.title}\x07")
        body = self._body(rows, [line_width(line) < frame.columns for line in frame.lines])
        if body or frame.cursor != self._cursor:
            cursor = "" if frame.cursor is None else f"\x1b[{frame.cursor[0] + 1};{frame.cursor[1] + 1}H\x1b[?25h"
            out.append(f"\x1b[?2026h\x1b[?25l{body}{cursor}\x1b[?2026l")
        self._rows, self._cursor, self._title = rows, frame.cursor, frame.title
        return "".join(out)

    def _body(self, rows: list[str], is_short: list[bool]) -> str:
        """The rows that changed. What stood behind a short row is erased; behind a full one, that would be its end."""
        if self._rows is None or len(self._rows) != len(rows):
            return "\x1b[2J" + "".join(f"\x1b[{index + 1};1H{row}" for index, row in enumerate(rows) if row)
        return "".join(
            f"\x1b[{index + 1};1H{new}{ERASE_REST if is_short[index] else ''}"
            for index, (old, new) in enumerate(zip(self._rows, rows, strict=True))
            if old != new
        )

    def _encode(self, line: Line, accent: str) -> str:
        parts: list[str] = []
        for role, text in line:
            sgr = self._palette.sgr(role, accent)
            parts.append(f"{sgr}{text}\x1b[0m" if sgr else text)
        return "".join(parts)
