from __future__ import annotations

from hivemind.base.problems import Where
from hivemind.protocol.status import Reading, Status
from hivemind.testing.clock import ManualClock
from hivemind.tile.turn import AFTER_ENTER, AFTER_START, QUIET, TurnGate

SEEN_IDLE = Reading(Status.IDLE, rule=Where("a.yaml", 1, 1))
GUESSED_IDLE = Reading(Status.IDLE)
WORKING = Reading(Status.WORKING)


def test_idle_counts_when_nothing_was_given() -> None:
    clock = ManualClock()
    assert TurnGate(clock).is_over(SEEN_IDLE, clock.monotonic())


def test_idle_right_after_a_task_does_not_count() -> None:
    clock = ManualClock()
    gate = TurnGate(clock)
    gate.expect()
    assert not gate.is_over(SEEN_IDLE, clock.monotonic())


def test_idle_counts_once_work_was_seen() -> None:
    clock = ManualClock()
    gate = TurnGate(clock)
    gate.expect()
    clock.turn(0.1)
    gate.observe(WORKING, clock.monotonic())
    assert gate.is_over(SEEN_IDLE, clock.monotonic())


def test_work_that_was_on_the_screen_before_the_task_does_not_count() -> None:
    clock = ManualClock()
    before = clock.monotonic()
    clock.turn(1)
    gate = TurnGate(clock)
    gate.expect()
    gate.observe(WORKING, before)
    assert not gate.is_over(SEEN_IDLE, clock.monotonic())


def test_a_turn_too_short_to_be_seen_is_over_after_some_quiet_seconds() -> None:
    clock = ManualClock()
    gate = TurnGate(clock)
    gate.expect()
    clock.turn(AFTER_ENTER)
    assert not gate.is_over(SEEN_IDLE, clock.monotonic() - QUIET / 2)
    assert not gate.is_over(GUESSED_IDLE, clock.monotonic() - QUIET)
    assert gate.is_over(SEEN_IDLE, clock.monotonic() - QUIET)


def test_a_task_on_the_command_line_gets_more_time() -> None:
    clock = ManualClock()
    gate = TurnGate(clock)
    gate.expect(grace=AFTER_START)
    clock.turn(AFTER_ENTER + QUIET)
    assert not gate.is_over(SEEN_IDLE, 0)
    clock.turn(AFTER_START)
    assert gate.is_over(SEEN_IDLE, 0)


def test_while_a_task_waits_to_be_typed_no_idle_counts_whatever_else_is_answered() -> None:
    clock = ManualClock()
    gate = TurnGate(clock)
    gate.hold()
    gate.expect()
    clock.turn(100)
    gate.observe(WORKING, clock.monotonic())
    assert not gate.is_over(SEEN_IDLE, 0)
    gate.expect(is_held_task=True)
    clock.turn(100)
    assert gate.is_over(SEEN_IDLE, 0)
