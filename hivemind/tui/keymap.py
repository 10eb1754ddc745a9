"""Keys: what each one is called for a program (the twin of `terminal.keys`), and what it does after the prefix.

A Textual key event has a name of its own for each key (`full_stop`, `ctrl+at`); programs get ours (`.`, `ctrl+space`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache

from textual.keys import key_to_character

from hivemind.terminal.keys import NAMES
from hivemind.tui.action import Action, Group, groups
from hivemind.tui.copying.keys import copy_keymap
from hivemind.tui.visible import prints

PREFIX = "ctrl+b"
"""As in tmux; twice sends it to the program."""

PREFIX_WORD = "prefix"
"""How the prefix is written in a chord, whichever key it is."""

FUNCTION_KEYS = frozenset(f"f{number}" for number in range(1, 25))

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


ARROWS = {"←": "Left", "→": "Right", "↑": "Up", "↓": "Down"}
"""What stands for arrows where there is plain ASCII alone."""


class Keymap:
    """Which key does what. A chord is a KEY, or two: a leader that waits for the KEY behind it."""

    def __init__(
        self,
        groups: Iterable[Group],
        *,
        prefix: str = PREFIX,
        chords: Mapping[str, Sequence[str]] | None = None,
        copying: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """`chords` gives actions others than their own keys after the prefix; `prefix` as a leader is the prefix.

        Where two actions have the same chord, the later one of `chords` does not get it. `copying` does the same for
        what keys do in copy mode.
        """
        self.groups = tuple(groups)
        self.prefix = prefix
        self.is_ascii = False
        self.copying = copy_keymap(copying)
        """What a key does in copy mode, by name."""
        self.leaders: dict[str, dict[str, Action]] = {prefix: {}}
        """What a key does after each leader, by our names of keys."""
        self.direct: dict[str, Action] = {}
        """What a key does alone."""
        self.actions = {action.name: action for group in self.groups for action in group.actions}
        self._chords = {name: list(self._split((chords or {}).get(name, own(action)))) for name, action in self.named()}
        for name, action in self.named():
            self._chords[name] = [chord for chord in self._chords[name] if self._put(chord, action)]

    def named(self) -> Iterable[tuple[str, Action]]:
        """Every action with its name."""
        return self.actions.items()

    def _split(self, chords: Iterable[str]) -> Iterable[tuple[str, str]]:
        """Chords as leader and key; without a leader that is empty."""
        for chord in chords:
            leader, _, key = chord.rpartition(" ")
            is_prefix = key == PREFIX and leader == PREFIX_WORD
            yield (self.prefix if leader == PREFIX_WORD else leader), (self.prefix if is_prefix else key)

    def _put(self, chord: tuple[str, str], action: Action) -> bool:
        leader, key = chord
        table = self.leaders.setdefault(leader, {}) if leader else self.direct
        return table.setdefault(key, action) is action

    def in_ascii(self) -> Keymap:
        """The same, which writes arrows as words."""
        made = copy(self)
        made.is_ascii = True
        return made

    def said(self, text: str) -> str:
        """A text of ours that names keys, as it may be written."""
        if self.is_ascii:
            for arrow, word in ARROWS.items():
                text = text.replace(arrow, word)
        return text

    def shown(self, key: str) -> str:
        """A key as it is written for people."""
        return self.said(shown(key))

    def press(self, name: str, argument: str = "") -> str:
        """How an action's first key is written for people, `^B c`; empty without one. An argument picks its own key."""
        chords = self._chords[name]
        chord = next((c for c in chords if argument and bare(c[1]) == argument), chords[0] if chords else ("", ""))
        return " ".join(self.shown(key) for key in chord if key)

    def way(self, name: str) -> str:
        """How to get to an action, for a sentence: its first key, else its name in the palette."""
        if pressed := self.press(name):
            return pressed
        return f"{palette} {name}" if (palette := self.press("palette")) else f"'{name}' in a menu"

    @property
    def is_plain(self) -> bool:
        """Whether every chord begins with the prefix, which needs no writing then."""
        return not self.direct and len(self.leaders) == 1

    def lines(self, group: Group) -> Iterable[tuple[str, str]]:
        """What the help says of a group: the keys in force, and what they do.

        Actions that share a line have one each as soon as one of them has other keys than its own.
        """
        covered: set[str] = set()
        for action in group.actions:
            if action.beside and all(self._has_own(name) for name in (action.name, *action.beside)):
                covered.update(action.beside)
                yield ("" if self.is_plain else f"{self.shown(self.prefix)} ") + self.said(action.shown), action.help
            elif action.name not in covered and (keys := self.listed(action.name)):
                yield keys, action.line

    def listed(self, name: str) -> str:
        """An action's keys as the help writes them: all of them without the prefix, or the first behind each leader."""
        found = self._by_leader(name)
        if self.is_plain:
            return " ".join(found.get(self.prefix, ()))
        return "  ".join(f"{self.shown(leader)} {keys[0]}".lstrip() for leader, keys in found.items())

    def written(self, name: str) -> str:
        """All chords of an action, each in full."""
        found = self._by_leader(name).items()
        return "  ".join(f"{self.shown(leader)} {key}".lstrip() for leader, keys in found for key in keys)

    def _by_leader(self, name: str) -> dict[str, list[str]]:
        """The keys behind each leader, as they are written; numbers from 1 on in short."""
        found: dict[str, list[str]] = {}
        for leader, key in self._chords[name]:
            found.setdefault(leader, []).append(key)
        return {leader: _series(keys) or [self.shown(key) for key in keys] for leader, keys in found.items()}

    def _has_own(self, name: str) -> bool:
        """Whether an action has the keys it was made with, and no others."""
        return self._chords[name] == list(self._split(own(self.actions[name])))

    def in_copy_mode(self, name: str) -> str:
        """The first key that does this in copy mode, as it is written; empty without one."""
        return next((self.shown(key) for key, one in self.copying.items() if one == name), "")

    def behind(self, leader: str, name: str) -> str:
        """An action's first key after that leader, as it is written; empty without one."""
        return next((self.shown(key) for first, key in self._chords[name] if first == leader), "")


def _series(keys: Sequence[str]) -> list[str]:
    """`1-9` for keys that are the numbers from 1 on, with the same modifiers; nothing for others."""
    head = keys[0].removesuffix("1")
    is_series = len(keys) > 2 and list(keys) == [f"{head}{number}" for number in range(1, len(keys) + 1)]
    return [f"{shown(keys[0])}-{len(keys)}"] if is_series else []


def own(action: Action) -> tuple[str, ...]:
    """An action's chords where nobody chose others."""
    return tuple(f"{PREFIX_WORD} {key}" for key in action.keys)


def bare(key: str) -> str:
    """A key without its modifiers: what an action with one key for each argument is told."""
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
        "backspace": "Backspace",
        "delete": "Delete",
        "insert": "Insert",
        "pageup": "PgUp",
        "pagedown": "PgDn",
        "home": "Home",
        "end": "End",
    }
    head, _, base = key[:-1].rpartition("+")
    base += key[-1:]
    base = names.get(base, base.upper() if base in FUNCTION_KEYS else base)
    if head == "ctrl" and len(base) == 1:
        return f"^{base.upper()}"
    written = [f"{modifier.capitalize()}+" for modifier in head.split("+") if modifier]
    return "".join([*written, base])
