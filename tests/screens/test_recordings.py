"""Recordings played into the terminal: what the rules say at every step, and at every mark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.detect.dialog import dialog_of
from hivemind.detect.ruleset import Ruleset
from hivemind.detect.text import ScreenText
from hivemind.protocol.status import Reading, Status
from hivemind.terminal.emulator import Emulator
from hivemind.testing.casts import casts, events_of, labels_of, name_of, size_in, size_of
from hivemind.testing.screens import load_recording
from hivemind.testing.shipped import has_rules, shipped_for
from hivemind.tile.asks import base_of

REPOSITORY = Path(__file__).parents[2]
CASTS = [cast for cast in casts(REPOSITORY / "fixtures" / "screens") if has_rules(cast.parent.name)]
"""Recordings of programs with rules; those of others are for the terminal alone."""

ASKING = {Status.PERMISSION, Status.QUESTION}


def rules_of(program: str) -> Ruleset:
    manifest = shipped_for(program)
    assert manifest
    assert manifest.detect
    return manifest.detect


def played(cast: Path) -> Iterator[tuple[float, str, ScreenText]]:
    """After every event that can change the screen: its time, the mark's name (or nothing), and the screen."""
    emulator = Emulator(size_of(cast))
    for at, kind, data in events_of(cast):
        if kind == "o":
            emulator.feed(data.encode())
        elif kind == "r":
            emulator.resize(size_in(data))
        if kind in "orm":
            yield at, data if kind == "m" else "", ScreenText.from_snapshot(emulator.snapshot())


def read(cast: Path, text: ScreenText) -> Reading:
    return rules_of(cast.parent.name).read(text)


@pytest.mark.parametrize("cast", CASTS, ids=name_of)
def test_a_recording_reads_right_at_its_marks_and_asks_nothing_in_between(cast: Path) -> None:
    labelled = load_recording(labels_of(cast))
    may_ask = {Status(word) for screen in labelled for word in (screen.reads, *screen.also)} & ASKING
    marks = iter(labelled)
    wrong = []
    for at, mark, text in played(cast):
        reading = read(cast, text)
        if mark:
            screen = next(marks)
            if not screen.is_right(reading.status.value, reading.says):
                wrong.append(f"{at}: {mark} reads {reading}, not {screen.reads}")
        elif reading.status in ASKING - may_ask:
            wrong.append(f"{at}: reads {reading}\n" + "\n".join(text.rows))
    assert wrong == []


def test_an_ask_stays_the_same_while_nothing_but_the_selection_moves() -> None:
    for case in ("claude/trust", "claude/question_enter", "codex/trust_enter", "codex/question_enter"):
        cast = REPOSITORY / "fixtures" / "screens" / f"{case}.cast"
        readings = ((read(cast, text), text) for _at, _mark, text in played(cast))
        asked = {base_of(reading, text) for reading, text in readings if reading.status.is_waiting}
        assert len(asked) == 1, (case, asked)


@pytest.mark.parametrize("case", ["claude/perm_bash_allow", "codex/perm_bash_allow", "codex/inline"])
def test_a_permission_never_shows_half_of_its_command(case: str) -> None:
    cast = REPOSITORY / "fixtures" / "screens" / f"{case}.cast"
    asked = {
        dialog_of(text).command for _at, _mark, text in played(cast) if read(cast, text).status is Status.PERMISSION
    }
    assert asked == {"touch made-by-agent.txt && ls"}
