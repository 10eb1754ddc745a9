"""Keys to begin with for people who come from elsewhere. Each adds chords; those after the prefix stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Chords = Mapping[str, tuple[str, ...]]

ANSWERS: Final = {
    "allow": ("alt+a",),
    "deny": ("alt+x",),
    "choose": tuple(f"alt+{number}" for number in range(1, 10)),
    "write": ("alt+w",),
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
    "split_right": ("ctrl+p r",),
    "split_below": ("ctrl+p d",),
    "new_frame": ("ctrl+t n",),
    "close_frame": ("ctrl+t x",),
    "rename_frame": ("ctrl+t r",),
    "next_frame": ("ctrl+t right", "ctrl+t l"),
    "previous_frame": ("ctrl+t left", "ctrl+t h"),
    "break_out": ("ctrl+t b",),
    "resize_left": ("ctrl+n left", "ctrl+n h"),
    "resize_down": ("ctrl+n down", "ctrl+n j"),
    "resize_up": ("ctrl+n up", "ctrl+n k"),
    "resize_right": ("ctrl+n right", "ctrl+n l"),
    "scroll": ("ctrl+s e",),
    "search": ("ctrl+s s",),
    "leave": ("ctrl+o d",),
    "queue": ("ctrl+o w",),
}
"""As zellij 0.43 has them in its default configuration: Ctrl+p panes, Ctrl+t tabs, Ctrl+n sizes, Ctrl+s scrolling."""

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
    "next_frame": ("ctrl+pagedown",),
    "previous_frame": ("ctrl+pageup",),
    "layout": ("alt+space",),
    "palette": ("alt+:",),
    "interrupt": ("alt+s",),
    "scroll": ("alt+pageup",),
    "search": ("alt+/",),
    "help": ("f1",),
    "leave": ("alt+q",),
    "queue": ("alt+j",),
    "next_view": ("alt+v",),
    "filter": ("alt+g",),
}
"""One chord an action, mostly with Alt; none that moves or deletes in a line editor (Alt with b, d, f, t, u, l, y)."""

PRESETS: Final[Mapping[str, Chords]] = {"tmux": {}, "zellij": ZELLIJ, "plain": PLAIN}
