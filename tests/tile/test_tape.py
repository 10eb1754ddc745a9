from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of
from hivemind.testing.clock import ManualClock
from hivemind.tile.tape import CELL_BYTES, REEL_BYTES, REEL_MS, TAPE_MS, Moment, Tape
from tests.terminal.test_emulator_laws import STREAMS

SIZE = Size(4, 20)
START = 1_000_000
"""Milliseconds at which the clock of these tests starts."""


class SlowEmulator(Emulator):
    """Takes 3 ms for everything."""

    def __init__(self, size: Size, clock: ManualClock) -> None:
        super().__init__(size)
        self._clock = clock

    def feed(self, data: bytes) -> None:
        """Take it, slowly."""
        super().feed(data)
        self._clock.turn(0.003)


class Room:
    """A tape that writes, and a clock."""

    def __init__(self, limit: int = 1 << 20) -> None:
        self.clock = ManualClock()
        self.emulator = Emulator(SIZE, scrollback=50)
        self.tape = Tape(self.emulator, self.clock, limit=limit)

    async def write(self, text: str, *, then: float = 1.0) -> None:
        """The program writes; then some seconds go by."""
        self.tape.feed(text.encode())
        await self.clock.sleep(then)

    async def moment(self, at: int) -> Moment:
        """A moment that there is."""
        moment = await self.tape.moment(at)
        assert moment is not None
        return moment

    async def first_row(self, at: int) -> str:
        """What stood in the first row then."""
        return text_of((await self.moment(at)).snapshot)[0]


async def test_a_tape_on_which_nothing_was_written_has_no_moments() -> None:
    room = Room()
    assert await room.tape.moment(START) is None
    room.tape.resize(Size(5, 20))
    assert await room.tape.moment(START) is None


async def test_a_moment_is_the_screen_as_it_was_then() -> None:
    room = Room()
    for text in ("one", "\rtwo", "\rthree"):
        await room.write(text)
    assert [await room.first_row(START + ms) for ms in (0, 999, 1000, 2500)] == ["one", "one", "two", "three"]
    assert [await room.first_row(START + ms) for ms in (2000, 0, 1500)] == ["three", "one", "two"]
    assert text_of(room.emulator.snapshot())[0] == "three"


async def test_a_moment_outside_is_the_nearest_one() -> None:
    room = Room()
    await room.write("one")
    await room.write("\rtwo", then=60.0)
    early, late = await room.moment(0), await room.moment(START + 10**6)
    assert (early.at, early.first, early.before, early.after) == (START, START, None, START + 1000)
    assert (late.at, late.last, late.before, late.after) == (START + 1000, START + 1000, START, None)


async def test_a_moment_tells_when_something_was_written_before_and_after_it() -> None:
    room = Room()
    for _ in range(4):
        await room.write("x" * (REEL_BYTES // 2))
    for ms, before, after in ((500, 0, 1000), (1000, 0, 2000), (2500, 2000, 3000), (3000, 2000, None)):
        moment = await room.moment(START + ms)
        assert moment.before == START + before
        assert moment.after == (None if after is None else START + after)


async def test_what_comes_in_the_same_millisecond_is_not_lost_on_the_way() -> None:
    room = Room()
    room.tape.feed(b"one")
    assert await room.first_row(START) == "one"
    room.tape.feed(b" two")
    assert await room.first_row(START) == "one two"


async def test_a_moment_in_the_middle_of_a_frame_is_the_whole_frame() -> None:
    room = Room()
    await room.write("before", then=0.01)
    await room.write("\x1b[?2026h\x1b[2J\x1b[H", then=0.01)
    await room.write("after\x1b[?2026l", then=0.01)
    assert await room.first_row(START + 12) == "after"


async def test_a_frame_that_does_not_end_is_not_waited_for() -> None:
    room = Room()
    await room.write("\x1b[?2026hhalf")
    await room.write("\x1b[?2026l later")
    assert await room.first_row(START + 10) == "half"


async def test_lines_that_a_larger_size_brought_back_are_there() -> None:
    room = Room()
    await room.write("".join(f"line {n}\r\n" for n in range(9)))
    room.tape.resize(Size(8, 20))
    await room.write("end")
    moment = await room.moment(START + 1000)
    assert text_of(moment.snapshot) == text_of(room.emulator.snapshot())
    assert (await room.moment(START + 500)).snapshot.size == SIZE


async def test_a_tape_is_bounded_in_bytes_and_forgets_the_oldest() -> None:
    room = Room(limit=REEL_BYTES * 3)
    for n in range(40):
        await room.write(f"\r{n}" + "." * 20_000)
        assert room.tape.weight <= REEL_BYTES * 3
    moment = await room.moment(0)
    assert moment.first > START + 10_000
    assert await room.first_row(START + 39_000) == text_of(room.emulator.snapshot())[0]


async def test_a_reel_is_short_where_it_took_long_to_parse() -> None:
    room = Room()
    slow = SlowEmulator(SIZE, room.clock)
    room.tape = Tape(slow, room.clock)
    for _ in range(40):
        room.tape.feed(b"x" * 100)
    copies = (room.tape.weight - 40 * 108) / (CELL_BYTES * SIZE.rows * SIZE.columns)
    assert copies == 10


async def test_a_tape_is_bounded_in_time() -> None:
    room = Room()
    for n in range(20):
        await room.write(f"\r{n}", then=REEL_MS / 1000)
    moment = await room.moment(0)
    assert TAPE_MS - 2 * REEL_MS <= moment.last - moment.first <= TAPE_MS + REEL_MS


async def test_a_long_drag_of_sizes_leaves_nothing_behind() -> None:
    room = Room()
    await room.write("text")
    weight = room.tape.weight
    for rows in range(5, 200):
        room.tape.resize(Size(rows, 20))
    room.tape.resize(SIZE)
    assert room.tape.weight < weight * 3


@given(st.lists(st.one_of(STREAMS, st.builds(Size, st.integers(1, 9), st.integers(1, 24))), max_size=6))
@settings(max_examples=25, deadline=None)
@pytest.mark.parametrize("pause", [0.01, 400.0], ids=["one reel", "many reels"])
async def test_every_moment_is_what_the_terminal_showed(pause: float, actions: list[bytes | Size]) -> None:
    room = Room()
    shown: dict[int, list[object]] = {}
    for action in actions:
        if isinstance(action, Size):
            room.tape.resize(action)
            continue
        room.tape.feed(action)
        snapshot = room.emulator.snapshot()
        if not room.emulator.is_synchronized:
            shown[room.clock.epoch_ms()] = [snapshot.size, text_of(snapshot), snapshot.cursor]
        await room.clock.sleep(pause)
    for at, picture in shown.items():
        moment = await room.moment(at)
        if moment.first <= at:
            assert picture == [moment.snapshot.size, text_of(moment.snapshot), moment.snapshot.cursor]
