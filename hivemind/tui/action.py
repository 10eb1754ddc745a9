"""What a person can do, as data: a name, its keys, a line of help, and what it does. The registry is `actions/`.

An action is run by a key, by a click (`Bit.action`), or from the palette; all three name it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from hivemind.base.registry import load

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp

Run = Callable[["HiveApp", str], None]
"""Does it, on an app. The text is what the action is about (an option's number, a tile's id), or empty."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a person can do."""

    name: str
    """By which keys, clicks and settings name it."""
    keys: tuple[str, ...]
    """Our key names, each pressed after the prefix; the first is the one that is shown. None: it has no key yet."""
    help: str
    """One line of the help."""
    run: Run
    hint: str = ""
    """One or two words for the line shown while the prefix waits; empty leaves it to the help."""
    shown: str = ""
    """The keys that the help writes for it and those beside it."""
    beside: tuple[str, ...] = ()
    """Actions that share its line of help, as long as each has its own keys."""
    repeats: bool = False
    """Whether for a moment after it such keys do it again without the prefix."""
    needs: str = ""
    """What its argument is, for actions that cannot be run without one."""
    alone: str = ""
    """What it does by itself, where the line of help speaks of other actions as well."""

    @property
    def line(self) -> str:
        """What it does, for where it stands by itself."""
        return self.alone or self.help


@dataclass(frozen=True, slots=True)
class Group:
    """The actions of one module, under one heading of the help."""

    title: str
    order: int
    """Where it stands among the groups."""
    actions: tuple[Action, ...]


@cache
def groups() -> tuple[Group, ...]:
    """Every group, in order. Loads the registry at the first call."""
    found = [group for group in load("hivemind.tui.actions", Group).values() if isinstance(group, Group)]
    return tuple(sorted(found, key=lambda group: group.order))
