"""What a conversation is made of: entries that stay on the screen, steps that a script takes, dialogs that it opens.

A *script* is a generator of steps. It says nothing that it did not do: what a step did is sent back to it.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

DENIED = 0
"""The answer to a dialog that was left with Esc; options count from 1."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in the conversation."""

    kind: str
    """`person`, `agent`, `action` (done, or not), `edit` (a change that was made), `end` (of a turn) or `note`."""
    text: str
    """Its words; for an action what it was, such as `touch a.txt`."""
    detail: tuple[str, ...] = ()
    """For an action, rows of what came of it; for an edit, its diff."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """A question that the program stops at."""

    kind: str
    """`permission`, `question` or `trust`."""
    title: str
    question: str
    options: tuple[str, ...]
    subject: str = ""
    """What it is about: a command, a file."""
    body: tuple[str, ...] = ()
    """Rows to look at before answering: the diff of an edit."""
    text: str = ""
    """A sentence or two of explanation."""
    selected: int = 1
    """The option that Enter takes at first."""
    has_field: bool = False
    """Whether the last option is a field: what is typed there is the answer."""


@dataclass(frozen=True, slots=True)
class Think:
    """Show the spinner for that many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Say:
    """Speak, word by word."""

    text: str
    words_per_second: float = 24.0


@dataclass(frozen=True, slots=True)
class Show:
    """Put an entry on the screen at once."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Ask:
    """Open a dialog; the number of the option chosen is sent back or what its field holds, `DENIED` after Esc."""

    dialog: Dialog


@dataclass(frozen=True, slots=True)
class Run:
    """Run a program; its `Outcome` is sent back."""

    argv: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a program ended."""

    code: int
    """Its exit status; negative the signal that ended it, 127 when it could not be started."""
    output: str


Step = Think | Say | Show | Ask | Run
Script = Generator[Step, "int | str | Outcome | None", None]
