"""Keys: what each one is called for a program (the twin of `terminal.keys`), and what it does after the prefix.

A Textual key event has a name of its own for each key (`full_stop`, `ctrl+at`); programs get ours (`.`, `ctrl+space`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from textual.keys import key_to_character

from hivemind.terminal.keys import NAMES
from hivemind.tui.action import Action, Group, groups
from hivemind.tui.visible import prints

PREFIX = "ctrl+b"
"""As in tmux; twice sends it to the program."""

AFTER = "prefix "
"""How a chord is written whose key comes after the prefix."""

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


class Keymap:
    """Which key does what: each action's own keys after the prefix, or chords that a person chose in their place."""

    def __init__(
        self, groups: Iterable[Group], *, prefix: str = PREFIX, chords: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        """`chords` names actions; a chord is `prefix KEY`, or a KEY that is taken without the prefix."""
        self.groups = tuple(groups)
        self.prefix = prefix
        self.after: dict[str, Action] = {}
        """What a key does after the prefix, by our names of keys."""
        self.direct: dict[str, Action] = {}
        """What a key does without it."""
        self.actions = {action.name: action for group in self.groups for action in group.actions}
        self._chords: dict[str, tuple[str, ...]] = {}
        for action in self.actions.values():
            own = tuple(f"{AFTER}{prefix if key == PREFIX else key}" for key in action.keys)
            self._chords[action.name] = tuple((chords or {}).get(action.name, own))
            for chord in self._chords[action.name]:
                table = self.after if chord.startswith(AFTER) else self.direct
                table[chord.removeprefix(AFTER)] = action

    def press(self, name: str, argument: str = "") -> str:
        """How an action's first key is written for people, `^B c`; empty without one. An argument picks its own key."""
        chords = self._chords[name]
        chord = next((c for c in chords if argument and bare(c) == argument), chords[0] if chords else "")
        return f"{shown(self.prefix)} {shown(chord.removeprefix(AFTER))}" if chord.startswith(AFTER) else shown(chord)

    def listed(self, name: str) -> str:
        """All that is to be known of an action's keys, for the help: without the prefix where they come after it."""
        action = self.actions[name]
        chords = self._chords[name]
        if action.shown and chords == tuple(f"{AFTER}{key}" for key in action.keys):
            return action.shown
        return " ".join(shown(chord.removeprefix(AFTER)) for chord in chords)


def bare(chord: str) -> str:
    """A chord's key without the prefix and its modifiers: what an action with one key for each argument is told."""
    key = chord.removeprefix(AFTER)
    return key.rpartition("+")[2] or key


@cache
def default_keymap() -> Keymap:
    """Every action on its own keys."""
    return Keymap(groups())


def spelled(key: str) -> str:
    """A key as a sentence names it: `Ctrl+B`."""
    return "+".join(part.capitalize() for part in key.split("+"))


def shown(key: str) -> str:
    """A key as it is written for people."""
    names = {
        "left": "←",
        "right": "→",
        "up": "↑",
        "down": "↓",
        "tab": "Tab",
        "enter": "Enter",
        "space": "Space",
        "escape": "Esc",
    }
    head, _, base = key[:-1].rpartition("+")
    base = names.get(base + key[-1:], base + key[-1:])
    if head == "ctrl" and len(base) == 1:
        return f"^{base.upper()}"
    written = [f"{modifier.capitalize()}+" for modifier in head.split("+") if modifier]
    return "".join([*written, base])
