"""What a program asked of its keyboard under kitty's protocol: a stack of flags, one for each screen.

Source: "Comprehensive keyboard handling in terminals" (kitty 0.42), progressive enhancement.
"""

from __future__ import annotations

DEPTH = 16
"""Flags that a program can push; beyond, the oldest are forgotten."""

KNOWN = 31
"""All flags there are: 1 disambiguate, 2 events, 4 alternate keys, 8 all keys, 16 text."""


class Keyboard:
    """The flags of one screen."""

    def __init__(self) -> None:
        self.flags = 0
        """Those that count now."""
        self._pushed: list[int] = []

    def push(self, flags: int) -> None:
        """`CSI > flags u`: keep what counts now, and start with these."""
        self._pushed = [*self._pushed[-DEPTH + 1 :], self.flags]
        self.flags = flags & KNOWN

    def pop(self, count: int) -> None:
        """`CSI < count u`: back to what was kept; no flags once nothing is left."""
        for _ in range(min(count, DEPTH + 1)):
            self.flags = self._pushed.pop() if self._pushed else 0

    def change(self, flags: int, how: int) -> None:
        """`CSI = flags ; how u`: 1 exactly these, 2 these as well, 3 without these."""
        flags &= KNOWN
        if how == 1:
            self.flags = flags
        elif how == 2:
            self.flags |= flags
        elif how == 3:
            self.flags &= ~flags
