"""The keys of copy mode: vi's, and those of every keyboard. A table, so that a person can choose others.

Each entry names a motion (`motions.MOTIONS`) or a command of the mode (`mode.CopyMode`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CopyKey:
    """One thing a key does in copy mode."""

    name: str
    """By which settings name it."""
    keys: tuple[str, ...]
    """Our key names; the first is the one that is shown."""
    help: str


COPY_KEYS = (
    CopyKey("left", ("h", "left"), "one character to the left"),
    CopyKey("down", ("j", "down"), "one line down"),
    CopyKey("up", ("k", "up"), "one line up"),
    CopyKey("right", ("l", "right"), "one character to the right"),
    CopyKey("word", ("w", "ctrl+right"), "next word"),
    CopyKey("word_end", ("e",), "end of the word"),
    CopyKey("word_back", ("b", "ctrl+left"), "word before"),
    CopyKey("big_word", ("W",), "next word between blanks"),
    CopyKey("big_word_end", ("E",), "end of the word between blanks"),
    CopyKey("big_word_back", ("B",), "word between blanks before"),
    CopyKey("line_start", ("0", "home"), "start of the line"),
    CopyKey("line_text", ("^",), "first character of the line"),
    CopyKey("line_end", ("$", "end"), "end of the line"),
    CopyKey("top", ("g", "ctrl+home"), "oldest line"),
    CopyKey("bottom", ("G", "ctrl+end"), "newest line"),
    CopyKey("view_top", ("H",), "first line in view"),
    CopyKey("view_middle", ("M",), "line in the middle"),
    CopyKey("view_bottom", ("L",), "last line in view"),
    CopyKey("paragraph_up", ("{",), "paragraph before"),
    CopyKey("paragraph_down", ("}",), "next paragraph"),
    CopyKey("half_up", ("ctrl+u",), "half a page up"),
    CopyKey("half_down", ("ctrl+d",), "half a page down"),
    CopyKey("page_up", ("ctrl+b", "pageup"), "a page up"),
    CopyKey("page_down", ("ctrl+f", "pagedown"), "a page down"),
    CopyKey("scroll_up", ("ctrl+y",), "the view one line up"),
    CopyKey("scroll_down", ("ctrl+e",), "the view one line down"),
    CopyKey("select", ("v", "space"), "select characters"),
    CopyKey("select_lines", ("V",), "select lines"),
    CopyKey("select_block", ("ctrl+v",), "select a block"),
    CopyKey("copy", ("y", "enter"), "copy what is selected, else the line"),
    CopyKey("copy_line", ("Y",), "copy the line"),
    CopyKey("search", ("/",), "search downwards"),
    CopyKey("search_back", ("?",), "search upwards"),
    CopyKey("again", ("n",), "next match"),
    CopyKey("again_back", ("N",), "match before"),
    CopyKey("this_word", ("*",), "search for the word under the cursor"),
    CopyKey("open", ("o",), "open the link under the cursor, or go to the other end of the selection"),
    CopyKey("leave", ("q",), "leave copy mode"),
    CopyKey("unselect", ("escape",), "select nothing, else leave"),
)
"""Every key of copy mode. A digit before a motion repeats it."""


def copy_keymap(chosen: Mapping[str, Sequence[str]] | None = None) -> dict[str, str]:
    """What each key does, by name; `chosen` gives entries other keys."""
    return {key: entry.name for entry in COPY_KEYS for key in (chosen or {}).get(entry.name, entry.keys)}
