from __future__ import annotations

import asyncio

from hivemind.base.clock import SystemClock
from hivemind.testing.clock import ManualClock
from hivemind.tile.beat import (
    ECHO_BEATS,
    ECHO_SECONDS,
    READ_GAP,
    STEADY,
    STEADY_GAP,
    SYNC_HOLD,
    TICK,
    Alarm,
    Beat,
    Pace,
)


class Screen:
    def __init__(self) -> None:
        self.clock = SystemClock()
        self.is_mid_frame = False
        self.beats: list[float] = []
        self.beaten = asyncio.Event()
        self.beat = Beat(self.clock, lambda: self.is_mid_frame, self.look)

    def look(self) -> None:
        self.beats.append(self.clock.monotonic())
        self.beaten.set()


async def test_many_pokes_are_one_beat() -> None:
    screen = Screen()
    for _ in range(50):
        screen.beat.poke()
    await asyncio.wait_for(screen.beaten.wait(), 5)
    assert len(screen.beats) == 1


async def test_beats_keep_the_tick_apart() -> None:
    screen = Screen()
    for _ in range(3):
        screen.beaten.clear()
        screen.beat.poke()
        await asyncio.wait_for(screen.beaten.wait(), 5)
    gaps = [b - a for a, b in zip(screen.beats, screen.beats[1:], strict=False)]
    assert min(gaps) >= TICK * 0.9


async def passes(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_an_echo_is_looked_at_at_once_even_between_two_ticks() -> None:
    screen = Screen()
    screen.beat.poke()
    await asyncio.wait_for(screen.beaten.wait(), 5)
    screen.beat.expect()
    screen.beat.poke()
    await passes(3)
    assert len(screen.beats) == 2


async def test_a_look_that_was_to_come_later_comes_with_the_echo() -> None:
    screen = Screen()
    screen.beat.poke()
    screen.beat.expect()
    screen.beat.poke()
    screen.beat.poke()
    await passes(3)
    assert len(screen.beats) == 1
    await asyncio.sleep(TICK * 2)
    assert len(screen.beats) == 1


async def test_a_flood_after_a_key_comes_back_to_the_tick() -> None:
    screen = Screen()
    screen.beat.expect()
    for _ in range(10):
        screen.beat.poke()
        await passes(3)
    assert len(screen.beats) == ECHO_BEATS


async def test_an_echo_in_the_middle_of_a_frame_waits_for_its_end() -> None:
    screen = Screen()
    screen.is_mid_frame = True
    screen.beat.expect()
    screen.beat.poke()
    await passes(3)
    screen.beat.poke()
    await passes(3)
    assert screen.beats == []
    screen.is_mid_frame = False
    screen.beat.poke()
    await passes(3)
    assert len(screen.beats) == 1


async def test_what_comes_long_after_a_key_is_no_echo() -> None:
    screen = Screen()
    screen.beat.poke()
    await asyncio.wait_for(screen.beaten.wait(), 5)
    screen.beat.expect()
    await asyncio.sleep(ECHO_SECONDS)
    screen.beat.poke()
    await passes(3)
    assert len(screen.beats) == 1


async def test_a_frame_is_held_until_it_ends() -> None:
    screen = Screen()
    screen.is_mid_frame = True
    start = screen.clock.monotonic()
    screen.beat.poke()
    await asyncio.sleep(TICK * 2)
    assert screen.beats == []
    screen.is_mid_frame = False
    screen.beat.poke()
    await asyncio.wait_for(screen.beaten.wait(), 5)
    assert screen.beats[0] - start < SYNC_HOLD + 0.05


async def test_a_frame_that_never_ends_is_shown_all_the_same() -> None:
    screen = Screen()
    screen.is_mid_frame = True
    start = screen.clock.monotonic()
    screen.beat.poke()
    await asyncio.wait_for(screen.beaten.wait(), 5)
    assert screen.beats[0] - start >= SYNC_HOLD


async def test_a_stopped_beat_is_silent() -> None:
    screen = Screen()
    screen.beat.poke()
    screen.beat.stop()
    await asyncio.sleep(TICK * 2)
    assert screen.beats == []


async def test_a_pace_lets_one_through_and_the_last_when_its_time_has_come() -> None:
    clock, done = ManualClock(), asyncio.Event()
    pace = Pace(clock, done.set)
    assert [pace.is_due() for _ in range(5)] == [True, False, False, False, False]
    await asyncio.wait_for(done.wait(), 5)
    assert not pace.is_held
    clock.turn(READ_GAP + 0.001)
    assert pace.is_due()


async def test_what_comes_to_the_same_again_and_again_is_done_half_as_often() -> None:
    clock, done = ManualClock(), asyncio.Event()
    pace = Pace(clock, done.set)
    for _ in range(STEADY + 1):
        assert pace.is_due()
        pace.saw("working")
        clock.turn(READ_GAP + 0.001)
    assert not pace.is_due()
    await asyncio.wait_for(done.wait(), 5)
    clock.turn(STEADY_GAP + 0.001)
    assert pace.is_due()
    pace.saw("asks")
    clock.turn(READ_GAP + 0.001)
    assert pace.is_due()


async def test_what_is_done_sooner_is_not_done_again() -> None:
    done: list[bool] = []
    pace = Pace(ManualClock(), lambda: done.append(True))
    assert pace.is_due()
    assert not pace.is_due()
    pace.done()
    await asyncio.sleep(READ_GAP * 1.5)
    assert done == []


async def test_an_alarm_rings_once_at_the_earliest_of_its_times_and_not_before() -> None:
    clock = SystemClock()
    rung = asyncio.Event()
    times: list[float] = []

    def ring() -> None:
        times.append(clock.monotonic())
        rung.set()

    alarm = Alarm(clock, ring)
    due = clock.monotonic() + 0.02
    alarm.set(due - 100)
    alarm.set(None, due + 100, due)
    await asyncio.wait_for(rung.wait(), 5)
    assert [at >= due for at in times] == [True]


async def test_an_alarm_that_is_set_to_nothing_does_not_ring() -> None:
    clock = SystemClock()
    rung, other = asyncio.Event(), asyncio.Event()
    alarm = Alarm(clock, rung.set)
    alarm.set(clock.monotonic())
    alarm.set(None, None)
    Alarm(clock, other.set).set(clock.monotonic() + 0.02)
    await asyncio.wait_for(other.wait(), 5)
    assert not rung.is_set()
