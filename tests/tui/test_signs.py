"""Signs and words of statuses, and how ages are written."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from hivemind.protocol.status import Status
from hivemind.testing.scene import tile
from hivemind.tui.palette import DARK
from hivemind.tui.signs import ASCII, GLYPHS, Signs, age, glyph, program, shade, tile_age, word


@pytest.mark.parametrize("signs", [GLYPHS, ASCII], ids=["glyphs", "ascii"])
def test_every_status_has_its_own_glyph_of_one_cell(signs: Signs) -> None:
    assert signs.glyphs.keys() == set(Status)
    ends = {signs.done, signs.fault}
    assert len({*signs.glyphs.values(), *ends}) == len(Status) + len(ends)
    assert {cell_len(glyph) for glyph in {*signs.glyphs.values(), *ends}} == {1}


def test_the_ascii_set_is_ascii() -> None:
    parts = [
        *ASCII.glyphs.values(),
        ASCII.corners,
        ASCII.across,
        ASCII.down,
        ASCII.dot,
        ASCII.ellipsis,
        ASCII.ok,
        ASCII.fault,
        ASCII.done,
        ASCII.open,
    ]
    assert "".join(parts).isascii()


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (-5, "0s"),
        (0, "0s"),
        (41, "41s"),
        (60, "1m 00s"),
        (134, "2m 14s"),
        (720, "12m"),
        (3600, "1h 0m"),
        (11100, "3h 5m"),
        (187200, "2d 4h"),
    ],
)
def test_ages(seconds: int, written: str) -> None:
    assert age(seconds * 1000) == written


def test_words() -> None:
    assert word(tile("t", "n", "demo", Status.WORKING, 1)) == "working"
    assert word(tile("t", "n", "demo", Status.BLOCKED, 1, says="trust")) == "blocked (trust)"
    assert word(tile("t", "n", "demo", Status.EXITED, 1, exit=-9)) == "killed (SIGKILL)"
    assert word(tile("t", "n", "demo", Status.EXITED, 1, exit=2)) == "exited (2)"
    assert word(tile("t", "n", None, Status.WORKING, 1, guess=True)) == "working?"
    assert word(tile("t", "n", "demo", Status.WORKING, 1, children=2)) == "working +2"


def test_how_a_turn_ended_has_a_sign_a_word_and_a_colour() -> None:
    said = {
        (GLYPHS.glyphs[Status.IDLE], "idle", DARK.dim): tile("t", "n", "demo", Status.IDLE, 1),
        ("✔", "done", DARK.good): tile("t", "n", "demo", Status.IDLE, 1, done=True),
        ("!", "failed", DARK.warning): tile("t", "n", "demo", Status.IDLE, 1, done=True, detail="failed"),
        ("!", "limit", DARK.warning): tile("t", "n", "demo", Status.IDLE, 1, detail="limited"),
        ("!", "stopped", DARK.warning): tile("t", "n", "demo", Status.IDLE, 1, detail="interrupted"),
        ("●", "working", DARK.working): tile("t", "n", "demo", Status.WORKING, 1, done=True, detail="failed"),
    }
    assert [(glyph(one, GLYPHS), word(one), shade(one, DARK)) for one in said.values()] == list(said)


def test_ages_are_shown_where_they_tell_something() -> None:
    assert tile_age(tile("t", "n", "demo", Status.WORKING, 3), 10_000_000) == "3s"
    assert tile_age(tile("t", "n", None, Status.RUNNING, 3), 10_000_000) == ""


def test_a_program_is_named_by_its_agent_else_by_itself() -> None:
    assert program(tile("t", "n", "demo", Status.IDLE, 1)) == "demo"
    assert program(tile("t", "n", None, Status.RUNNING, 1, argv=("/bin/bash", "-l"))) == "bash"
    assert program(tile("t", "n", None, Status.RUNNING, 1)) == "program"


STATES = {
    **{status.value: tile("t", "n", "demo", status, 1) for status in Status},
    "done": tile("t", "n", "demo", Status.IDLE, 1, done=True),
    "failed": tile("t", "n", "demo", Status.IDLE, 1, detail="failed"),
    "limit": tile("t", "n", "demo", Status.IDLE, 1, detail="limited"),
    "stopped": tile("t", "n", "demo", Status.IDLE, 1, detail="interrupted"),
    "killed": tile("t", "n", "demo", Status.EXITED, 1, exit=-9),
    "guess": tile("t", "n", "demo", Status.WORKING, 1, guess=True),
}


@pytest.mark.parametrize("signs", [GLYPHS, ASCII], ids=["glyphs", "ascii"])
def test_every_state_is_told_apart_without_colour(signs: Signs) -> None:
    """By its word alone, and those that need somebody by their glyph alone as well."""
    words = [word(one) for one in STATES.values()]
    assert len(set(words)) == len(words)
    glyphs = [glyph(one, signs) for one in STATES.values()]
    assert [glyphs.count(signs.glyphs[status]) for status in Status if status.is_waiting] == [1, 1, 1]
