"""A recording, read as a tile would read it: the statuses over time, and where two manifests see it differently."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from hivemind.base.problems import Where
from hivemind.detect.ruleset import Ruleset
from hivemind.detect.text import ScreenText
from hivemind.detect.watch import STEADY_HOLD
from hivemind.protocol.status import Reading
from hivemind.terminal.emulator import Emulator
from hivemind.workbench.reads import index_of, line_of
from hivemind.workbench.recording import Recording, size_in

TICK = 0.1
"""Seconds. While a program writes all the time its screen is read this often; the last screen before a pause always."""


class Change(msgspec.Struct, frozen=True):
    """The screen reads differently from here on."""

    at: float
    """Seconds since the start."""
    status: str
    says: str
    seen: bool
    rule: int | None
    """Which rule decides, from 0; None for the default."""
    line: int | None
    last: str
    """The last line that the program said."""
    mark: str = ""
    """The mark of the recording at that moment, if any."""


class Difference(msgspec.Struct, frozen=True):
    """A span in which two manifests read another status, or say something else."""

    start: float
    end: float
    """Seconds; where the recording ends for the last one."""
    status: str
    says: str
    other_status: str
    other_says: str
    rule: Where | None
    """The rule of the first; None for its default."""
    other_rule: Where | None


def timeline(recording: Recording, rules: Ruleset) -> tuple[Change, ...]:
    """The readings of a recording, one for each change of status or `says` that stood as long as a tile wants it to.

    What a tile adds is not here: it takes a program for working some seconds longer than its screen does.
    """
    changes: list[Change] = []
    for at, text, mark in screens(recording):
        reading = rules.read(text)
        change = _change(rules, reading, at=at, last=rules.last_line(text), mark=mark)
        if changes and len(changes) > 1 and _is_other(changes[-1], change) and at - changes[-1].at < STEADY_HOLD:
            changes.pop()
        if not changes or _is_other(changes[-1], change):
            changes.append(change)
    return tuple(changes)


def _is_other(one: Change, two: Change) -> bool:
    return (one.status, one.says, one.seen) != (two.status, two.says, two.seen)


def differences(recording: Recording, rules: Ruleset, other: Ruleset) -> tuple[Difference, ...]:
    """Where the two read the recording differently."""
    found: list[Difference] = []
    end = 0.0
    for at, text, _ in screens(recording):
        one, two = rules.read(text), other.read(text)
        names = (one.status.value, one.says, two.status.value, two.says)
        last = found[-1] if found else None
        if last is not None and last.end < 0:
            if (last.status, last.says, last.other_status, last.other_says) == names:
                end = at
                continue
            found[-1] = msgspec.structs.replace(last, end=at)
        if names[:2] != names[2:]:
            found.append(Difference(at, -1.0, *names, one.rule, two.rule))
        end = at
    if found and found[-1].end < 0:
        found[-1] = msgspec.structs.replace(found[-1], end=end)
    return tuple(found)


def screens(recording: Recording) -> Iterator[tuple[float, ScreenText, str]]:
    """Seconds, screen and mark at each moment a tile would read: at most every `TICK`, and before every pause."""
    emulator = Emulator(recording.size)
    read_at = -TICK
    for index, (at, kind, data) in enumerate(recording.events):
        if kind == "o":
            emulator.feed(data.encode("utf-8", "surrogatepass"))
        elif kind == "r" and (size := size_in(data)) is not None:
            emulator.resize(size)
        elif kind != "m":
            continue
        is_last = index + 1 == len(recording.events)
        pauses = is_last or recording.events[index + 1][0] - at >= TICK
        if kind == "m" or pauses or at - read_at >= TICK:
            read_at = at
            yield at, ScreenText.from_snapshot(emulator.snapshot()), data if kind == "m" else ""


def _change(rules: Ruleset, reading: Reading, *, at: float, last: str, mark: str) -> Change:
    return Change(
        at=round(at, 3),
        status=reading.status.value,
        says=reading.says,
        seen=reading.rule is not None,
        rule=index_of(rules, reading),
        line=line_of(reading),
        last=last,
        mark=mark,
    )
