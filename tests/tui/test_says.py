"""What is said goes away by itself; what went wrong stays until it is put away."""

from __future__ import annotations

import pytest

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


def test_a_sentence_that_is_longer_than_a_row_is_read_whole_word_by_word() -> None:
    clock = ManualClock()
    says = Says(clock)
    says.say("an agent waits for you: from any tile, press Ctrl+B, then a key below")
    assert rows(says, clock, 60) == [
        " ✓ an agent waits for you: from any tile, press Ctrl+B, then",
        "   a key below",
    ]


@pytest.mark.parametrize("width", [60, 80])
def test_an_error_of_two_sentences_is_read_whole_on_a_narrow_screen(width: int) -> None:
    clock = ManualClock()
    says = Says(clock)
    text = (
        "add tests: the keys were typed once, but the question is still there; "
        "open it (^B o) and look (`hive ctl screen` shows it too)"
    )
    says.say(text, is_error=True)
    shown = rows(says, clock, width)
    head = shown[0].partition("   ^B")[0]
    assert " ".join(" ".join([head, *shown[1:]]).split()) == f"! {text}"


def test_what_is_left_out_of_an_error_is_seen_to_be() -> None:
    clock = ManualClock()
    says = Says(clock)
    says.say("word " * 100, is_error=True)
    assert rows(says, clock)[-1].endswith("…")


def test_a_hint_stays_and_is_shown_where_nothing_else_is() -> None:
    clock = ManualClock()
    says = Says(clock)
    says.hint("press Ctrl+B first")
    clock.turn(3600)
    assert rows(says, clock) == [f" ▸ press Ctrl+B first{'^B Esc puts it away':>78}"]
    says.say("broken", is_error=True)
    says.say("allowed")
    assert rows(says, clock) == [" ✓ allowed"]
    says.dismiss()
    assert rows(says, clock)[0].startswith(" ! broken")
    says.dismiss()
    assert rows(says, clock)[0].startswith(" ▸ press Ctrl+B first")
    says.dismiss()
    assert rows(says, clock) == []
