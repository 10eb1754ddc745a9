"""A take becomes two files: what is joined, cut and packed in them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hivemind.protocol.screen import Size
from hivemind.testing import recorded
from hivemind.testing.casts import events_of, size_of
from hivemind.testing.model import Script
from hivemind.testing.played import Played
from hivemind.testing.take import Take
from hivemind.workbench.cases import load_recording

PROGRAM = """
import sys, time
print("\\x1b]0;ready\\x07name?", flush=True)
name = input()
print("\\x1b]7501;state=blocked:kind=question\\x1b\\\\hello", name, flush=True)
input()
"""


def test_output_that_came_at_once_is_one_event() -> None:
    events = [(0.001, "o", "a"), (0.005, "o", "b"), (0.006, "i", "x"), (0.007, "o", "c"), (0.5, "o", "d")]
    assert recorded.joined(events) == [(0.001, "o", "ab"), (0.006, "i", "x"), (0.007, "o", "c"), (0.5, "o", "d")]


def test_what_comes_after_the_end_is_cut() -> None:
    assert recorded.cut([(1.0, "o", "a"), (2.0, "o", "b")], after=1.5) == [(1.0, "o", "a")]


@pytest.mark.parametrize("is_long", [False, True])
def test_a_take_is_read_back_with_its_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_long: bool) -> None:
    if is_long:
        monkeypatch.setattr(recorded, "LONG_BYTES", 10)
    size = Size(5, 40)
    argv = (sys.executable, "-c", PROGRAM)
    with Played(argv, cwd=tmp_path, env={"PATH": "/usr/bin:/bin"}, size=size, has_answers=True) as played:
        take = Take(played, Script((), has_tools=True), tmp_path)
        take.until_shows("name?")
        take.mark("asks", "idle")
        take.say("ann")
        take.until_shows("hello ann")
        take.mark("greets", "question", says="", also=("blocked",), note="a note")
        cast = recorded.save(take, tmp_path / "toy", {"agent": "toy", "version": "1", "case": "greeting"}, size)
    assert cast.name == ("greeting.cast.gz" if is_long else "greeting.cast")
    assert size_of(cast) == size
    assert [data for _at, kind, data in events_of(cast) if kind == "m"] == ["asks", "greets"]
    first, second = load_recording(tmp_path / "toy" / "greeting.json")
    assert (first.name, first.reads, first.title, first.rows[0]) == ("greeting-asks", "idle", "ready", "name?")
    assert (second.reads, second.also, second.record) == ("question", ("blocked",), "state=blocked:kind=question")


def test_where_this_checkout_stands_is_no_part_of_a_recording() -> None:
    text = f"see {recorded.REPOSITORY}/bin"
    assert recorded.masked(text) == f"see /{'_' * (len(str(recorded.REPOSITORY)) - 1)}/bin"
