"""From settings to keys: the preset's chords, a person's own in their place, and what is wrong with those."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from hivemind.base.problems import Report
from hivemind.base.schema import did_you_mean, place
from hivemind.base.yamldoc import Node
from hivemind.settings.settings import Keys
from hivemind.terminal.keys import NAMES
from hivemind.tui.action import Group
from hivemind.tui.copying.keys import COPY_KEYS
from hivemind.tui.driver import INTRODUCERS
from hivemind.tui.keymap import MODIFIERS, PREFIX, PREFIX_WORD, Keymap, bare, own
from hivemind.tui.presets import PRESETS
from hivemind.tui.visible import prints

KEY_HINT = "a key is a character or a name such as enter, f1 or pageup, with ctrl+, alt+ or shift+ before it"


def keymap_of(keys: Keys, groups: Iterable[Group], report: Report, node: Node | None) -> Keymap:
    """The keys that are meant. What is wrong is added to `report`, placed in `node` (the file's root), and left out."""
    groups = tuple(groups)
    actions = {a.name: a for group in groups for a in group.actions if a.keys or not a.needs}
    chosen: dict[str, tuple[str, ...]] = {}
    taken: dict[tuple[str, str], str] = {}
    prefix = keys.prefix or PREFIX
    if keys.prefix and not is_key(keys.prefix):
        _add(report, node, ("keys", "prefix"), "settings.bad_key", f"'{keys.prefix}' is no key", KEY_HINT)
        prefix = PREFIX
    for name, chords in keys.actions.items():
        at = ("keys", "actions", name)
        if name not in actions:
            message = f"'{name}' is nothing that keys can do"
            _add(report, node, at, "settings.unknown_action", message, did_you_mean(name, actions, "Actions"))
            continue
        usable = _Usable(report, node, at)
        fault = _number_fault if actions[name].needs else _fault
        good = usable.of(name, chords, taken, fault=fault, meant=lambda chord: _ends(chord, prefix))
        if good or not chords:  # with mistakes alone it keeps the keys that it had
            chosen[name] = good
    preset = PRESETS[keys.preset]
    for name, action in actions.items():
        if name not in chosen:
            chords = (*preset.get(name, ()), *own(action))
            chosen[name] = tuple(chord for chord in chords if _ends(chord, prefix) not in taken)
    return Keymap(groups, prefix=prefix, chords=chosen, copying=_copy_keys(keys, report, node))


def _copy_keys(keys: Keys, report: Report, node: Node | None) -> dict[str, tuple[str, ...]]:
    """The same for the keys of copy mode, which are single ones."""
    names = {entry.name for entry in COPY_KEYS}
    chosen: dict[str, tuple[str, ...]] = {}
    taken: dict[str, str] = {}
    for name, given in keys.copy.items():
        at = ("keys", "copy", name)
        if name not in names:
            message = f"'{name}' is nothing that keys of copy mode can do"
            _add(report, node, at, "settings.unknown_action", message, did_you_mean(name, names, "They can"))
            continue
        good = _Usable(report, node, at).of(name, given, taken, fault=_key_fault, meant=str)
        if good or not given:
            chosen[name] = good
    return chosen


K = TypeVar("K")


class _Usable:
    """Of the keys for one action, those that can be its own."""

    def __init__(self, report: Report, node: Node | None, at: tuple[str, ...]) -> None:
        self._report, self._node, self._at = report, node, at

    def of(
        self,
        name: str,
        given: Sequence[str],
        taken: dict[K, str],
        *,
        fault: Callable[[str], tuple[str, str] | None],
        meant: Callable[[str], K],
    ) -> tuple[str, ...]:
        """The others are told, those that an action before has already with its name; these are added to `taken`."""
        good = []
        for number, key in enumerate(given):
            if found := fault(key):
                self._tell(number, "settings.bad_key", *found)
            elif (other := taken.setdefault(meant(key), name)) != name:
                message = f"'{key}' is given twice; {other} has it already"
                self._tell(number, "settings.same_key", message, "give one of them another key")
            else:
                good.append(key)
        return tuple(good)

    def _tell(self, number: int, code: str, message: str, hint: str) -> None:
        _add(self._report, self._node, (*self._at, number), code, message, hint)


def is_typed(key: str) -> bool:
    """Whether no program can do without that key."""
    return len(key) == 1 or key in {"space", "enter", "tab", "backspace", "escape"}


def is_key(text: str) -> bool:
    """Whether that is how we name a key."""
    head, _, base = text[:-1].rpartition("+")
    base += text[-1:]
    modifiers = head.split("+") if head else []
    is_base = base in NAMES or (len(base) == 1 and prints(base) and base != " ")
    return is_base and MODIFIERS.issuperset(modifiers) and len(modifiers) == len(set(modifiers))


def _ends(chord: str, prefix: str) -> tuple[str, str]:
    leader, _, key = chord.rpartition(" ")
    return (prefix if leader == PREFIX_WORD else leader), key


def _key_fault(key: str) -> tuple[str, str] | None:
    """What is wrong with a single key, and what to try."""
    return None if is_key(key) else (f"'{key}' is no key", KEY_HINT)


def _fault(chord: str) -> tuple[str, str] | None:
    """What is wrong with a chord, and what to try."""
    leader, _, key = chord.rpartition(" ")
    if leader and leader != PREFIX_WORD and not is_key(leader):
        return f"'{leader}' is no key", KEY_HINT
    if found := _key_fault(key):
        return found
    typed = leader or key
    if typed.startswith("alt+") and typed.removeprefix("alt+") in INTRODUCERS:
        return f"terminals send '{typed}' as the beginning of other keys", "choose another one"
    if is_typed(typed):
        return f"'{typed}' would be lost to every program", f"write '{PREFIX_WORD} {key}', or add ctrl+ or alt+"
    return None


def _number_fault(chord: str) -> tuple[str, str] | None:
    """The same for an action that takes a number from its key."""
    key = bare(chord.rpartition(" ")[2])
    if fault := _fault(chord):
        return fault
    return None if key.isdecimal() else (f"'{key}' says no number", "give it the keys 1 to 9, with any modifiers")


def _add(report: Report, node: Node | None, path: tuple[str | int, ...], code: str, message: str, hint: str) -> None:
    if node is not None:
        report.add(place(node, *path), code, message, hint=hint)
