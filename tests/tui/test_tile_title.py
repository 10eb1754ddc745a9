"""The title row of a tile at every width."""

from __future__ import annotations

import pytest

from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.testing.clock import ManualClock
from hivemind.testing.scene import NOW_SECONDS, tile
from hivemind.tui.drawn import bits_width
from hivemind.tui.look import Look
from hivemind.tui.tile_title import title

LOOK = Look(ManualClock(NOW_SECONDS))
LONG = tile("t1", "n", "claude", Status.PERMISSION, 41, shown="rename the module everywhere and update all imports")


def text(one: TileSummary, width: int, *, is_focused: bool = False) -> str:
    line = title(one, LOOK, corners=("┌", "┐"), edge="#ffffff", is_focused=is_focused, width=width)
    bits = line.laid(width)
    assert bits_width(bits) == width
    return "".join(bit.text for bit in bits)


def test_a_title_names_the_tile_and_says_what_it_does() -> None:
    one = tile("t1", "nav", "claude", Status.WORKING, 134, children=2)
    assert text(one, 60) == "┌ nav ── claude · ● working +2 2m 14s ─────────────────────┐"


def test_a_long_name_is_cut_and_the_status_stays() -> None:
    assert text(LONG, 60) == "┌ rename the module everywhe… ── claude · ◆ permission 41s ┐"
    assert text(LONG, 44) == "┌ rename the… ── claude · ◆ permission 41s ┐"


@pytest.mark.parametrize("width", [10, 20, 30, 44])
def test_something_of_the_name_stays_however_narrow_the_tile(width: int) -> None:
    assert text(LONG, width).startswith("┌ rename")


def test_an_ended_program_says_how_to_close_its_tile_where_the_focus_is() -> None:
    ended = tile("t1", "nav", "claude", Status.EXITED, 5, exit=1)
    assert "· exited (1) · ^B & closes it" in text(ended, 80, is_focused=True)
    assert "closes it" not in text(ended, 80)


def test_a_note_and_a_recording_are_told() -> None:
    one = tile("t1", "nav", "claude", Status.IDLE, 5, note="the task did not go in", recording="r1")
    assert "· rec · the task did not go in" in text(one, 90)


def test_an_age_that_has_no_room_goes_whole() -> None:
    """Half of it would be another age."""
    one = tile("t1", "deploy", "gemini", Status.BLOCKED, 90, says="sign-in")
    assert text(one, 49) == "┌ deploy ── gemini · ■ blocked (sign-in) 1m 30s ┐"
    assert text(one, 48) == "┌ deploy ── gemini · ■ blocked (sign-in) ──────┐"
    assert text(one, 42) == "┌ deploy ── gemini · ■ blocked (sign-in) ┐"
