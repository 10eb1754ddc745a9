"""The rules for programs that nobody described, on the recordings of programs that somebody did describe.

They may look at what all programs share, never at what one of them draws; so each recording is one of a stranger. What
they must make of shells, editors, pagers and builds stands in fixtures/screens/generic, which `test_screens` reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hivemind.detect.ruleset import Ruleset
from hivemind.manifest.catalog import COMMON
from hivemind.protocol.status import Reading
from hivemind.testing.screens import Screen, load_recording, load_screen
from hivemind.testing.shipped import shipped_for

FIXTURES = Path(__file__).parents[2] / "fixtures" / "screens"

RIGHT_OF_ALL = 0.88
"""Share of all labelled screens that read right, those that show no common sign and are taken for idle among them."""

RIGHT_OF_SEEN = 0.93
"""Share of those that a rule recognised: what is told to people."""


def strangers() -> Iterator[Screen]:
    for folder in sorted(FIXTURES.iterdir()):
        if folder.name == COMMON:
            continue
        for path in sorted(folder.glob("*.json")):
            yield from load_recording(path)
        for path in sorted(folder.glob("*.screen")):
            yield load_screen(path)


@pytest.fixture(scope="module")
def read() -> list[tuple[Screen, Reading]]:
    manifest = shipped_for(COMMON)
    assert manifest
    assert manifest.detect
    rules: Ruleset = manifest.detect
    return [(screen, rules.read(screen.text)) for screen in strangers()]


def is_right(screen: Screen, reading: Reading) -> bool:
    """As it is labelled, whatever it says; a start-up screen may be taken for the question that it is."""
    is_start = screen.reads == "blocked" and reading.status.is_waiting
    return is_start or reading.status.value in {screen.reads, *screen.also}


def test_most_screens_of_a_stranger_read_right(read: list[tuple[Screen, Reading]]) -> None:
    right = [is_right(screen, reading) for screen, reading in read]
    assert len(right) > 900
    assert sum(right) / len(right) >= RIGHT_OF_ALL


def test_what_is_told_of_a_stranger_is_right_but_for_a_few(read: list[tuple[Screen, Reading]]) -> None:
    seen = [is_right(screen, reading) for screen, reading in read if reading.rule is not None]
    assert len(seen) / len(read) > 0.7
    assert sum(seen) / len(seen) >= RIGHT_OF_SEEN


def test_no_stranger_that_asks_nothing_is_said_to_ask_for_a_permission(read: list[tuple[Screen, Reading]]) -> None:
    wrong = [
        f"{screen.program} {screen.name}"
        for screen, reading in read
        if screen.reads in {"idle", "working"}
        and reading.status.value == "permission"
        and "permission" not in screen.also
    ]
    assert wrong == []
