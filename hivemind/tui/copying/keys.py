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
    help: str = ""
    """One line of the help; empty when the line of an entry before covers it."""


COPY_KEYS = (
    CopyKey("left", ("h", "left"), "left, down, up, right"),
    CopyKey("down", ("j", "down")),
    CopyKey("up", ("k", "up")),
    CopyKey("right", ("l", "right")),
    CopyKey("word", ("w", "ctrl+right"), "word: next, end, before"),
    CopyKey("word_end", ("e",)),
    CopyKey("word_back", ("b", "ctrl+left")),
    CopyKey("big_word", ("W",), "the same between blanks"),
    CopyKey("big_word_end", ("E",)),
    CopyKey("big_word_back", ("B",)),
    CopyKey("find", ("f",), "to or before a letter"),
    CopyKey("find_back", ("F",)),
    CopyKey("till", ("t",)),
    CopyKey("till_back", ("T",)),
    CopyKey("find_again", (";",), "that again, or turned"),
    CopyKey("find_turned", (",",)),
    CopyKey("line_start", ("0", "home"), "line: start, text, end"),
    CopyKey("line_text", ("^",)),
    CopyKey("line_end", ("$", "end")),
    CopyKey("top", ("g", "ctrl+home"), "oldest, newest line"),
    CopyKey("bottom", ("G", "ctrl+end")),
    CopyKey("view_top", ("H",), "view: top, middle, end"),
    CopyKey("view_middle", ("M",)),
    CopyKey("view_bottom", ("L",)),
    CopyKey("paragraph_up", ("{",), "by paragraphs"),
    CopyKey("paragraph_down", ("}",)),
    CopyKey("half_up", ("ctrl+u",), "half a page up, down"),
    CopyKey("half_down", ("ctrl+d",)),
    CopyKey("page_up", ("pageup", "ctrl+b"), "a page up, down"),
    CopyKey("page_down", ("pagedown", "ctrl+f")),
    CopyKey("scroll_up", ("ctrl+y",), "the view a line up, down"),
    CopyKey("scroll_down", ("ctrl+e",)),
    CopyKey("select", ("v", "space"), "select characters"),
    CopyKey("select_lines", ("V",), "select lines"),
    CopyKey("select_block", ("ctrl+v",), "select a block"),
    CopyKey("copy", ("y", "enter"), "copy what is selected"),
    CopyKey("copy_line", ("Y",), "copy the line"),
    CopyKey("search", ("/",), "search downwards, upwards"),
    CopyKey("search_back", ("?",)),
    CopyKey("again", ("n",), "next match, match before"),
    CopyKey("again_back", ("N",)),
    CopyKey("this_word", ("*",), "search this word"),
    CopyKey("open", ("o",), "open the link; other end"),
    CopyKey("help", ("f1",), "this page"),
    CopyKey("unselect", ("escape",), "select nothing, else leave"),
    CopyKey("leave", ("q",), "leave copy mode"),
)
"""Every key of copy mode. A digit before a motion repeats it."""


def copy_keymap(chosen: Mapping[str, Sequence[str]] | None = None) -> dict[str, str]:
    """What each key does, by name; `chosen` gives entries other keys, taken from those that had them."""
    theirs = chosen or {}
    own = {key: entry.name for entry in COPY_KEYS if entry.name not in theirs for key in entry.keys}
    return own | {key: name for name, keys in theirs.items() for key in keys}
