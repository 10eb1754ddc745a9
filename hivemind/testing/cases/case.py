"""What a case is, and what cases that all programs share must know of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hivemind.protocol.screen import Size
from hivemind.testing.programs import Program
from hivemind.testing.take import Take

USUAL = Size(30, 100)
"""The size of a case that names no other."""


@dataclass(frozen=True, slots=True)
class Case:
    """One recording."""

    about: str
    play: Callable[[Take], None]
    size: Size = USUAL
    is_trusted: bool = True
    """Whether the program knows the folder."""
    argv: tuple[str, ...] = ()
    """How it is started here, where that is not as ever."""
    drops: tuple[str, ...] = ()
    """Variables of the environment, and files under the home, that the program does without here (a key, a log-in)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """How a person does things in one program."""

    program: Program
    name: str
    """Its command, which names the folder of its recordings."""
    ready: tuple[str, ...] = ()
    """One of these shows that it takes a prompt; empty where it never does without its maker's server."""
    asks: str = ""
    """Stands in each of its permission dialogs; empty where it never asks."""
    asks_edit: str = ""
    """Stands in the dialog for an edit, where that is another text."""
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    after_deny: str = "idle"
    choose: tuple[str, ...] = ()
    """Takes the second option of a question."""
    interrupt: tuple[str, ...] = ("escape",)
    interrupt_gap: float = 0.15
    busy: str = ""
    """Stands on the screen as long as a turn takes, where that is so."""
    streams: bool = True
    """Whether it shows a reply while it comes."""
    newline: str = ""
    """A key that starts another row in the box; empty where it has none."""
    clear: tuple[str, ...] = ("ctrl+c",)
    """Empties the box."""
    trust: str = ""
    """Stands in its trust dialog; empty where it has none."""
    trust_keys: tuple[str, ...] = ("enter",)
    refused: int = 401
    """The status of a server at which it gives up at once."""
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other labels that are right at the mark of that name."""
