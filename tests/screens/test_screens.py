"""Every labelled screen of every agent reads as it is labelled: recordings and hand-made ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.detect.ruleset import Ruleset
from hivemind.testing.screens import Screen, load_recording, load_screen
from hivemind.testing.shipped import has_rules, shipped_for

REPOSITORY = Path(__file__).parents[2]
FIXTURES = REPOSITORY / "fixtures" / "screens"


def rules_of(program: str) -> Ruleset:
    manifest = shipped_for(program)
    assert manifest, f"no shipped file describes {program}"
    assert manifest.detect, f"{program} has no rules"
    return manifest.detect


def screens() -> Iterator[Screen]:
    for path in sorted(FIXTURES.glob("*/*.json")):
        if has_rules(path.parent.name):  # else it is for the terminal alone
            yield from load_recording(path)
    for path in sorted(FIXTURES.glob("*/*.screen")):
        yield load_screen(path)


SCREENS = list(screens())


def shown(screen: Screen) -> str:
    rules = rules_of(screen.program)
    matching = [f"{item.where}: {item.reading}" for item in rules.explain(screen.text) if item.matches]
    rows = "\n".join(f"|{row}" for row in screen.rows)
    return "\n".join([*matching, f"title: {screen.title!r}", rows])


@pytest.mark.parametrize("screen", SCREENS, ids=[f"{screen.program}-{screen.name}" for screen in SCREENS])
def test_a_labelled_screen_reads_as_labelled(screen: Screen) -> None:
    reading = rules_of(screen.program).read(screen.text)
    assert screen.is_right(reading.status.value, reading.says), f"reads {reading}\n{shown(screen)}"


LABELLED_LAST = [screen for screen in SCREENS if screen.last is not None]


@pytest.mark.parametrize("screen", LABELLED_LAST, ids=[f"{screen.program}-{screen.name}" for screen in LABELLED_LAST])
def test_the_last_line_is_what_the_program_said(screen: Screen) -> None:
    assert rules_of(screen.program).last_line(screen.text) == screen.last


ENDED = {"after_exit", "no_network", "after_escape", "after_ctrl_c_2", "after_second"}
"""Marks at which the program has ended, or shows a list of its own: no rule describes them."""


@pytest.mark.parametrize("program", ["claude", "codex"])
def test_an_idle_screen_is_seen_idle_and_not_by_default(program: str) -> None:
    rules = rules_of(program)
    unseen = [
        screen.name
        for screen in SCREENS
        if screen.program == program and rules.read(screen.text).rule is None and screen.name.split("-")[1] not in ENDED
    ]
    assert unseen == []
