"""What is said goes away by itself; what went wrong stays until it is put away."""

from __future__ import annotations

from hivemind.testing.clock import ManualClock
from hivemind.tui.look import Look
from hivemind.tui.says import MAX_ROWS, SECONDS_SHOWN, Says


def rows(says: Says, clock: ManualClock, width: int = 100) -> list[str]:
    return ["".join(bit.text for bit in line.laid(width)).rstrip() for line in says.lines(Look(clock), width)]


def test_a_sentence_goes_away() -> None:
    clock = ManualClock()
    says = Says(clock)
    says.say("allowed")
    assert rows(says, clock) == [" ✓ allowed"]
    clock.turn(SECONDS_SHOWN)
    assert rows(says, clock) == []


def test_what_was_not_done_passes_too_but_bears_no_tick() -> None:
    clock = ManualClock()
    says = Says(clock)
    says.say("nothing was typed", is_refusal=True)
    assert rows(says, clock) == [" ! nothing was typed"]
    says.say("allowed")
    assert rows(says, clock) == [" ✓ allowed"]
    says.say("nothing was typed", is_refusal=True)
    clock.turn(SECONDS_SHOWN)
    assert rows(says, clock) == []


def test_an_error_stays_until_it_is_put_away() -> None:
    clock = ManualClock()
    says = Says(clock)
    says.say("no such folder", is_error=True)
    says.say("no such folder", is_error=True)
    says.say("no such agent", is_error=True)
    clock.turn(3600)
    assert rows(says, clock)[0].startswith(" ! no such folder")
    assert "1 of 2" in rows(says, clock)[0]
    says.dismiss()
    assert rows(says, clock)[0].startswith(" ! no such agent")
    says.dismiss()
    says.dismiss()
    assert rows(says, clock) == []


def test_a_sentence_does_not_bury_an_error() -> None:
    clock = ManualClock()
    says = Says(clock)
    says.say("broken", is_error=True)
    says.say("allowed")
    assert rows(says, clock) == [" ✓ allowed"]
    says.dismiss()
    assert rows(says, clock)[0].startswith(" ! broken")


def test_a_long_error_is_wrapped_and_does_nothing_to_the_terminal() -> None:
    clock = ManualClock()
    says = Says(clock)
    says.say("\x1b[2J" + "word " * 100, is_error=True)
    shown = rows(says, clock)
    assert len(shown) == MAX_ROWS
    assert shown[0].startswith(" ! ␛[2Jword")
