"""What a manifest makes of one screen, told in full: status, the rule and its line, the evidence, what is asked."""

from __future__ import annotations

import msgspec

from hivemind.detect.asking import NO_HINTS, Hints
from hivemind.detect.dialog import dialog_of
from hivemind.detect.ruleset import Ruleset
from hivemind.detect.text import ScreenText
from hivemind.protocol.ask import Choice
from hivemind.protocol.status import Reading


class Asks(msgspec.Struct, frozen=True):
    """What a waiting screen wants decided."""

    question: str
    """What is asked, on one line; may be empty."""
    command: str
    """What is to be run, edited or answered; may be empty."""
    choices: tuple[Choice, ...]
    """Its options, as it numbers them; number 0 where it does not."""
    selected: int | None
    """Which of the choices Enter would take, from 0; None when that cannot be seen."""
    excerpt: tuple[str, ...]
    """The rows of the dialog."""


class ScreenReading(msgspec.Struct, frozen=True, rename="camel"):
    """One screen, read."""

    status: str
    says: str
    """Name of a special waiting screen; may be empty."""
    rule: int | None
    """Which rule decided, from 0; None: none did, and the status is the default."""
    line: int | None
    """Where that rule begins in the manifest."""
    evidence: tuple[str, ...]
    """What of the rule held, and on which row."""
    last_line: str
    """The last line that the program said."""
    asks: Asks | None
    """None unless the screen waits."""
    seen: bool
    """Whether a rule matched; else `status` is a guess."""


class RuleVerdict(msgspec.Struct, frozen=True):
    """One rule, and whether it matches a screen."""

    rule: int
    line: int
    then: str
    says: str
    matches: bool
    decides: bool
    """Whether it is the first that matches."""
    why: tuple[str, ...]
    """Which part failed, or what held, with the row."""


def read_screen(rules: Ruleset, text: ScreenText, hints: Hints = NO_HINTS) -> ScreenReading:
    """The screen, read by those rules; `hints` say how its program asks."""
    reading = rules.read(text)
    index = index_of(rules, reading)
    return ScreenReading(
        status=reading.status.value,
        says=reading.says,
        rule=index,
        line=line_of(reading),
        evidence=() if index is None else getattr(rules.explain(text)[index], "why", ()),
        last_line=rules.last_line(text),
        asks=_asks(reading, text, hints),
        seen=index is not None,
    )


def index_of(rules: Ruleset, reading: Reading) -> int | None:
    """Which rule decided, from 0; None when none did, and the status is the default."""
    if reading.rule is None:
        return None
    return next((index for index, rule in enumerate(rules.rules) if rule.reading.rule == reading.rule), None)


def line_of(reading: Reading) -> int | None:
    """Where the rule that decided begins in its file; None for the default."""
    return reading.rule.line if reading.rule else None


def explain(rules: Ruleset, text: ScreenText) -> tuple[RuleVerdict, ...]:
    """Every rule in order, also those after the one that decides."""
    decides = index_of(rules, rules.read(text))
    return tuple(
        RuleVerdict(
            rule=index,
            line=item.where.line,
            then=item.reading.status.value,
            says=item.reading.says,
            matches=item.matches,
            decides=index == decides,
            why=getattr(item, "why", ()),
        )
        for index, item in enumerate(rules.explain(text))
    )


def _asks(reading: Reading, text: ScreenText, hints: Hints) -> Asks | None:
    if not reading.status.is_waiting:
        return None
    dialog = dialog_of(text, hints)
    return Asks(dialog.question, dialog.command, dialog.choices, dialog.selected, dialog.excerpt)
