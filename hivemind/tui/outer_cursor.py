"""The person's own cursor, in the shape that the focused program chose (DECSCUSR, xterm ctlseqs `CSI Ps SP q`).

Nothing blinks in this room: a blinking shape is shown as the steady one. Where a program chose none, the terminal's
own holds, whatever that does. Blinking text (SGR 5) is shown steady as well.
"""

from __future__ import annotations

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
"""DECTCEM."""

STEADY = {1: 2, 3: 4, 5: 6}
"""Blinking shapes, and the same without."""


def shape(number: int) -> str:
    """The sequence for a shape as a program numbers it."""
    return f"\x1b[{STEADY.get(number, number)} q"


class OuterCursor:
    """What the terminal's cursor looks like, as far as we told it. It begins hidden, in the terminal's own shape."""

    def __init__(self) -> None:
        self._shape = shape(0)
        self._is_shown = False

    def change(self, number: int | None) -> str:
        """What to write so that it has this shape; None hides it, in the terminal's own shape."""
        had, self._shape = self._shape, shape(number or 0)
        was_shown, self._is_shown = self._is_shown, number is not None
        changed = self._shape if self._shape != had else ""
        return changed + ("" if was_shown == self._is_shown else SHOW if self._is_shown else HIDE)

    def leave(self) -> str:
        """What to write so that the terminal has its cursor back as it was."""
        return self.change(None).replace(HIDE, "")
