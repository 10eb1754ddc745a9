"""Keys: what each one is called for a program (the twin of `terminal.keys`), and what it does after the prefix.

A Textual key event has a name of its own for each key (`full_stop`, `ctrl+at`); programs get ours (`.`, `ctrl+space`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from textual.keys import key_to_character

from hivemind.terminal.keys import NAMES
from hivemind.tui.visible import prints

PREFIX = "ctrl+b"
"""As in tmux; twice sends it to the program."""

PREFIX_SHOWN = "^B"

MODIFIERS = frozenset({"ctrl", "alt", "shift"})
"""Modifiers that programs can be told of; with any other (super, hyper) a key is not for them."""

RENAMED = {
    "ctrl+@": "ctrl+space",
    "ctrl+at": "ctrl+space",
    "\r": "enter",
    "\n": "enter",
    "backslash": "\\",
    "underscore": "_",
    "plus": "+",
    "minus": "-",
    "slash": "/",
    "at": "@",
}
"""Textual's names that neither we nor Unicode know."""


@lru_cache(maxsize=1024)
def key_name(key: str, character: str | None) -> str | None:
    """What a program's key is called, or None for a key that programs cannot get.

    Printable keys are named by their character, the space bar is `space`.
    """
    if key in RENAMED and character is None:
        return RENAMED[key]
    head, _, base = key[:-1].rpartition("+")
    base += key[-1:]
    modifiers = head.split("+") if head else []
    if character and prints(character) and not modifiers:
        return "space" if character == " " else character
    if key in RENAMED:
        return RENAMED[key]
    base = _plain(base)
    if not MODIFIERS.issuperset(modifiers) or (len(base) > 1 and base not in NAMES):
        return None
    return "+".join([*(m for m in ("ctrl", "alt", "shift") if m in modifiers), base])


def _plain(base: str) -> str:
    """`full_stop` is `.`; names of keys that print nothing stay."""
    if base in NAMES:
        return base
    if base in RENAMED:
        return RENAMED[base]
    character = key_to_character(base)
    return character if character and prints(character) else base


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a key does after the prefix."""

    keys: tuple[str, ...]
    """Our key names; the first is the one that is shown."""
    name: str
    """Method of `Commands`, and a name to look up."""
    group: str
    help: str
    """One line of the help; empty when another line covers it."""
    hint: str = ""
    """One or two words for the line shown while the prefix waits; empty leaves it to the help."""
    shown: str = ""
    """The keys as the help writes them, where that is not the first one's name."""


COMMANDS = (
    Command(("a",), "allow", "Answer", "allow what the bar shows", "allow"),
    Command(("x",), "deny", "Answer", "deny it", "deny"),
    Command(tuple("123456789"), "choose", "Answer", "choose that option", shown="1-9"),
    Command(("n",), "next_ask", "Answer", "show the next question", "next"),
    Command(("o",), "open_ask", "Answer", "go to the tile that asks", "open"),
    Command(("tab",), "next_tile", "Move", "next tile", "tile"),
    Command(("shift+tab",), "previous_tile", "Move", "tile before"),
    Command(("left", "h"), "left", "Move", "tile there, also h j k l", shown="← ↓ ↑ →"),
    Command(("down", "j"), "down", "Move", ""),
    Command(("up", "k"), "up", "Move", ""),
    Command(("right", "l"), "right", "Move", ""),
    Command(("z",), "zoom", "Move", "this tile alone, and back", "zoom"),
    Command(("b",), "panel", "Move", "list of agents, on and off"),
    Command(("c",), "spawn", "Agents", "start an agent", "new"),
    Command(("i",), "interrupt", "Agents", "interrupt this agent"),
    Command((",",), "rename", "Agents", "rename this tile"),
    Command(("[",), "scroll", "Agents", "read back, / searches", shown="[ /"),
    Command(("/",), "search", "Agents", ""),
    Command(("&",), "close", "Agents", "close this tile (asks first)", "close"),
    Command((PREFIX,), "send_prefix", "Keys", "send Ctrl+B to the program"),
    Command(("d",), "leave", "Keys", "leave; agents go on", "leave"),
    Command(("?",), "help", "Keys", "this page"),
    Command(("escape",), "dismiss", "Keys", "put away a message"),
)
"""Every key after the prefix; help and the waiting line are made from this table."""

BY_KEY = {key: command for command in COMMANDS for key in command.keys}


def shown(key: str) -> str:
    """A key as it is written for people."""
    names = {
        "ctrl+b": "^B",
        "left": "←",
        "right": "→",
        "up": "↑",
        "down": "↓",
        "tab": "Tab",
        "shift+tab": "Shift+Tab",
        "escape": "Esc",
    }
    return names.get(key, key)
