"""Recordings whose output comes in random pieces: no status comes and goes that nothing in them accounts for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.detect.ruleset import Ruleset
from hivemind.detect.text import ScreenText
from hivemind.detect.watch import STEADY_HOLD, Watch
from hivemind.protocol.status import Reading
from hivemind.terminal.emulator import Emulator
from hivemind.testing.casts import casts, events_of, name_of, size_in, size_of
from hivemind.testing.clock import ManualClock
from hivemind.testing.shipped import has_rules, shipped_for

REPOSITORY = Path(__file__).parents[2]
CASTS = [cast for cast in casts(REPOSITORY / "fixtures" / "screens") if has_rules(cast.parent.name)]
SEEDS = (1,)
BY_ITSELF = {
    "claude/resume": "it is started with a task",
    "codex/resume": "it is started with a task",
    "claude/osc7501_background": "a command in the background ends, which begins a turn",
}
"""Recordings in which a turn begins without a key."""


def pieces(data: bytes, chance: random.Random) -> Iterator[bytes]:
    """The same bytes, cut anywhere: mostly into short pieces, sometimes into long ones."""
    while data:
        size = int(chance.paretovariate(0.5) * 100)
        yield data[:size]
        data = data[size:]


class Shown:
    """The settled status of a program over time, every piece of its output read."""

    def __init__(self, rules: Ruleset, emulator: Emulator) -> None:
        self._rules, self._emulator = rules, emulator
        self._clock = ManualClock(0.0)
        self._watch = Watch(self._clock, STEADY_HOLD)  # a pause in the middle of a turn counts, too
        self.changes: list[tuple[float, Reading]] = []

    @property
    def status(self) -> Reading | None:
        """The settled reading."""
        return self._watch.current

    def pass_until(self, at: float) -> None:
        """Let time pass, and what is held settle when it may."""
        deadline = self._watch.deadline
        if deadline is not None and deadline <= at:
            self._clock.turn(max(0.0, deadline - self._clock.monotonic()))
            self._note(self._watch.settle())
        self._clock.turn(max(0.0, at - self._clock.monotonic()))

    def read(self) -> None:
        """Judge the screen as it is."""
        self._note(self._watch.observe(self._rules.read(ScreenText.from_snapshot(self._emulator.snapshot()))))

    def resized(self) -> None:
        """The screen has another size."""
        self._watch.resized()

    def _note(self, reading: Reading | None) -> None:
        if reading is not None:
            self.changes.append((self._clock.monotonic(), reading))


def flips(changes: list[tuple[float, Reading]]) -> list[str]:
    """Statuses that left and came back, though nobody typed."""
    found, seen = [], set()
    for at, reading in changes:
        if (reading.status, reading.says) in seen:
            found.append(f"{at:.2f}: {reading.status} {reading.says} again, of {changes}")
        seen.add((reading.status, reading.says))
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("cast", CASTS, ids=name_of)
def test_no_status_comes_and_goes_by_itself(cast: Path, seed: int) -> None:
    manifest = shipped_for(cast.parent.name)
    assert manifest
    assert manifest.detect
    chance = random.Random(seed)
    emulator = Emulator(size_of(cast))
    shown = Shown(manifest.detect, emulator)
    wrong: list[str] = []
    for at, kind, data in events_of(cast):
        shown.pass_until(at)
        if kind == "o":
            for piece in pieces(data.encode(), chance):
                emulator.feed(piece)
                shown.read()
        elif kind == "r":
            emulator.resize(size_in(data))
            shown.resized()
            shown.read()
        elif kind == "i":  # what follows may be what was before: a turn, a menu
            wrong += flips(shown.changes)
            shown.changes.clear()
    assert name_of(cast) in BY_ITSELF or wrong + flips(shown.changes) == []
