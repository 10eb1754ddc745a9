"""Keys to begin with for people who come from elsewhere. Each adds chords; those after the prefix stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Chords = Mapping[str, tuple[str, ...]]

ANSWERS: Final = {
    "allow": ("alt+a",),
    "deny": ("alt+x",),
    "choose": tuple(f"alt+{number}" for number in range(1, 10)),
    "open_ask": ("alt+o",),
}
"""Answering without a prefix."""

ZELLIJ: Final[Chords] = {
    **ANSWERS,
    "spawn": ("ctrl+p n", "alt+n"),
    "close": ("ctrl+p x",),
    "zoom": ("ctrl+p f",),
    "rename": ("ctrl+p c",),
    "left": ("alt+left", "alt+h", "ctrl+p left", "ctrl+p h"),
    "down": ("alt+down", "alt+j", "ctrl+p down", "ctrl+p j"),
    "up": ("alt+up", "alt+k", "ctrl+p up", "ctrl+p k"),
    "right": ("alt+right", "alt+l", "ctrl+p right", "ctrl+p l"),
    "next_tile": ("ctrl+p p",),
    "scroll": ("ctrl+s e",),
    "search": ("ctrl+s s",),
    "leave": ("ctrl+o d",),
}
"""As zellij 0.43 has them in its default configuration: Ctrl+p for panes, Ctrl+s to scroll, Ctrl+o for the session."""

PLAIN: Final[Chords] = {
    **ANSWERS,
    "next_ask": ("alt+n",),
    "spawn": ("alt+c",),
    "zoom": ("alt+z",),
    "left": ("alt+left",),
    "down": ("alt+down",),
    "up": ("alt+up",),
    "right": ("alt+right",),
    "next_tile": ("alt+i",),
    "interrupt": ("alt+s",),
    "scroll": ("alt+pageup",),
    "search": ("alt+/",),
    "help": ("f1",),
    "leave": ("alt+q",),
}
"""One chord an action, with Alt; none that a shell's line editor uses (Alt with b, d, f, t, u, l, y, r, `.`)."""

PRESETS: Final[Mapping[str, Chords]] = {"tmux": {}, "zellij": ZELLIJ, "plain": PLAIN}
