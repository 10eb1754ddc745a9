from __future__ import annotations

import pytest

from hivemind.detect.watch import RESIZE_HOLD, RESIZES_HOLD, STEADY_HOLD, WORKING_HOLD, Watch
from hivemind.protocol.status import Reading, Status
from hivemind.testing.clock import ManualClock

IDLE, WORKING, QUESTION, PERMISSION = (
    Reading(status, seen=True) for status in (Status.IDLE, Status.WORKING, Status.QUESTION, Status.PERMISSION)
)
TRUST = Reading(Status.BLOCKED, "trust", seen=True)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def watch(clock: ManualClock) -> Watch:
    return Watch(clock)


def test_the_first_reading_counts_at_once(watch: Watch) -> None:
    assert watch.observe(IDLE) == IDLE
    assert watch.deadline is None


def test_the_same_reading_again_is_no_change(watch: Watch) -> None:
    watch.observe(IDLE)
    assert watch.observe(Reading(Status.IDLE)) is None


@pytest.mark.parametrize("reading", [PERMISSION, QUESTION, TRUST, WORKING], ids=str)
@pytest.mark.parametrize("before", [IDLE, WORKING, Reading(Status.BLOCKED, "login")], ids=str)
def test_a_change_counts_once_it_has_stood_for_a_moment(
    watch: Watch, clock: ManualClock, before: Reading, reading: Reading
) -> None:
    watch.observe(before)
    if before == reading:
        return
    assert watch.observe(reading) is None
    assert watch.deadline == clock.monotonic() + STEADY_HOLD
    clock.turn(STEADY_HOLD)
    assert watch.settle() == reading


@pytest.mark.parametrize("reading", [PERMISSION, TRUST, WORKING], ids=str)
def test_what_shows_between_two_writes_of_one_frame_is_nothing(
    watch: Watch, clock: ManualClock, reading: Reading
) -> None:
    watch.observe(IDLE)
    watch.observe(reading)
    clock.turn(STEADY_HOLD * 0.9)
    assert watch.observe(IDLE) is None
    clock.turn(STEADY_HOLD)
    assert watch.settle() is None
    assert watch.current == IDLE


def test_what_follows_at_once_must_stand_itself(watch: Watch, clock: ManualClock) -> None:
    watch.observe(IDLE)
    watch.observe(TRUST)
    clock.turn(STEADY_HOLD * 0.9)
    assert watch.observe(PERMISSION) is None
    clock.turn(STEADY_HOLD * 0.9)
    assert watch.settle() is None
    clock.turn(STEADY_HOLD * 0.1)
    assert watch.settle() == PERMISSION


def test_a_program_that_worked_is_idle_after_reading_idle_for_the_hold(watch: Watch, clock: ManualClock) -> None:
    watch.observe(WORKING)
    clock.turn(60)
    assert watch.observe(IDLE) is None
    assert watch.deadline == clock.monotonic() + WORKING_HOLD
    clock.turn(WORKING_HOLD - 0.1)
    assert watch.settle() is None
    assert watch.current == WORKING
    clock.turn(0.1)
    assert watch.settle() == IDLE
    assert watch.deadline is None
    assert watch.settle() is None


def test_more_idle_readings_do_not_put_it_off(watch: Watch, clock: ManualClock) -> None:
    watch.observe(WORKING)
    watch.observe(IDLE)
    clock.turn(WORKING_HOLD / 2)
    watch.observe(IDLE)
    clock.turn(WORKING_HOLD / 2)
    assert watch.observe(IDLE) == IDLE


def test_a_pause_in_a_spinner_is_not_idle(watch: Watch, clock: ManualClock) -> None:
    watch.observe(WORKING)
    watch.observe(IDLE)
    clock.turn(WORKING_HOLD - 0.1)
    assert watch.observe(WORKING) is None
    assert watch.deadline is None
    clock.turn(1)
    assert watch.settle() is None
    assert watch.observe(IDLE) is None
    assert watch.deadline == clock.monotonic() + WORKING_HOLD


def test_idle_after_a_question_counts_after_a_moment(watch: Watch, clock: ManualClock) -> None:
    watch.observe(QUESTION)
    watch.observe(IDLE)
    clock.turn(STEADY_HOLD)
    assert watch.settle() == IDLE


def test_the_newest_rule_is_kept_for_an_unchanged_status(watch: Watch) -> None:
    watch.observe(IDLE)
    newer = Reading(Status.IDLE, rule=None)
    watch.observe(newer)
    assert watch.current is newer


@pytest.mark.parametrize("reading", [IDLE, PERMISSION, TRUST], ids=str)
def test_a_repaint_after_a_resize_flips_nothing(watch: Watch, clock: ManualClock, reading: Reading) -> None:
    watch.observe(QUESTION)
    watch.resized()
    assert watch.observe(reading) is None
    assert watch.observe(QUESTION) is None
    assert watch.deadline is None
    clock.turn(RESIZE_HOLD)
    assert watch.settle() is None
    assert watch.current == QUESTION


def test_what_still_stands_after_the_repaint_counts(watch: Watch, clock: ManualClock) -> None:
    watch.observe(IDLE)
    watch.resized()
    assert watch.observe(PERMISSION) is None
    assert watch.deadline == clock.monotonic() + RESIZE_HOLD
    clock.turn(RESIZE_HOLD)
    assert watch.settle() == PERMISSION


def test_resizes_without_end_hold_nothing_for_ever(watch: Watch, clock: ManualClock) -> None:
    """A question that was answered has left, however long the window is dragged."""
    watch.observe(PERMISSION)
    for _ in range(int(RESIZES_HOLD / 0.1)):
        watch.resized()
        assert watch.observe(IDLE) is None
        clock.turn(0.1)
    watch.resized()
    assert watch.observe(IDLE) == IDLE
    clock.turn(RESIZE_HOLD)
    watch.resized()
    assert watch.observe(PERMISSION) is None


def test_a_resize_does_not_shorten_the_hold_of_work(watch: Watch, clock: ManualClock) -> None:
    watch.observe(WORKING)
    watch.resized()
    watch.observe(IDLE)
    clock.turn(RESIZE_HOLD)
    assert watch.settle() is None
    clock.turn(WORKING_HOLD - RESIZE_HOLD)
    assert watch.settle() == IDLE


def test_after_a_resize_a_screen_that_no_rule_knows_is_held_longer(watch: Watch, clock: ManualClock) -> None:
    """A program on a busy machine repaints late."""
    asks = Reading(Status.PERMISSION, seen=True)
    watch.observe(asks)
    clock.turn(60)
    watch.resized()
    watch.observe(Reading(Status.IDLE, seen=False))
    clock.turn(RESIZE_HOLD + 0.5)
    assert watch.settle() is None
    assert watch.observe(asks) is None
    watch.observe(Reading(Status.IDLE, seen=True))
    clock.turn(STEADY_HOLD)
    assert watch.settle() == Reading(Status.IDLE, seen=True)
