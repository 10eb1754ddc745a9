"""Something that waits for a decision, and the decision."""

from __future__ import annotations

import msgspec

from hivemind.protocol.status import Status


class Choice(msgspec.Struct, frozen=True):
    """One option as the screen shows it."""

    number: int
    """From 1, as the screen numbers it; 0 for one without a number, which can be shown but not chosen by number."""
    label: str
    detail: str = ""
    """What the screen says about the option beside or below its label; may be empty."""
    selected: bool = False
    """Whether Enter would take it; False for every option where that cannot be seen."""
    takes_text: bool = False
    """Whether it is a field for a text of one's own, still empty."""


class Ask(msgspec.Struct, frozen=True, rename="camel"):
    """One waiting episode of a tile. Immutable: a screen that asks something else is another ask."""

    fingerprint: str
    """Names this ask for an answer: made of kind, says, command, options, and a counter that tells equal asks apart."""
    tile_id: str
    kind: Status
    """permission, question or blocked."""
    says: str
    command: str
    """What it wants to run, edit or know, as the screen shows it; may be empty. Control characters never occur."""
    excerpt: tuple[str, ...]
    """The rows of the dialog, for a person."""
    choices: tuple[Choice, ...]
    """What the screen offers, in its order; may be empty."""
    since: int
    """Milliseconds since the epoch."""
    is_answerable: bool = True
    """Whether allow and deny are known for it; else its tile must be opened (or an option chosen)."""
    can_choose: bool = False
    """Whether the options have numbers and the manifest says which keys pick one by its number."""
    question: str = ""
    """What is asked about the command, on one line; may be empty, or the command itself."""
    takes_text: bool = False
    """Whether a text of one's own can answer it: an option is a field for it, the manifest says how to get there."""
    is_whole: bool = False
    """Whether all of the dialog was on the screen, as far as can be seen; not so for one that says it left out rows."""
