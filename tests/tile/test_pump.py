from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

import pytest

from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.pty import Pty
from hivemind.terminal.rows import text_of
from hivemind.testing.clock import ManualClock
from hivemind.testing.pty import FakePty
from hivemind.tile.beat import ECHO
from hivemind.tile.pump import BUDGET, PIECE, REFILL, REST, Pump, RoundRobin

PIECE_SECONDS = BUDGET / 4
"""What a piece costs here: reading it turns the clock by that much."""


class CostlyPty(FakePty):
    """Each piece takes time; `log` gets the name for each."""

    def __init__(self, clock: ManualClock, name: str, log: list[str]) -> None:
        super().__init__()
        self._clock = clock
        self._name = name
        self._log = log

    def read(self, limit: int) -> bytes | None:
        data = super().read(limit)
        if data:
            self._clock.turn(PIECE_SECONDS * len(data) / limit)
            self._log.append(self._name)
        return data


class Room:
    """Some tiles that share a loop. `outputs` has a name for each time that one was told of output."""

    def __init__(self, names: str = "a") -> None:
        self.clock = ManualClock()
        self.robin = RoundRobin(self.clock)
        self.log: list[str] = []
        self.outputs: list[str] = []
        self.ends: list[str] = []
        self.ptys = {name: CostlyPty(self.clock, name, self.log) for name in names}
        self.emulators = {name: Emulator(Size(24, 80)) for name in names}
        self.pumps = {name: self.pump(name) for name in names}
        for pump in self.pumps.values():
            pump.start()

    def pump(self, name: str) -> Pump:
        return Pump(
            self.ptys[name],  # type: ignore[arg-type]
            self.emulators[name],
            self.robin,
            on_output=lambda: self.outputs.append(name),
            on_end=lambda: self.ends.append(name),
        )

    def flood(self, name: str, pieces: int = 100) -> None:
        self.ptys[name].feed(b"x" * (PIECE * pieces))

    def first(self, name: str) -> str:
        return text_of(self.emulators[name].snapshot())[0]

    async def until(self, is_so: Callable[[], bool]) -> int:
        """Let the loop pass until that is so; the number of passes."""
        for passes in range(1000):
            if is_so():
                return passes
            await asyncio.sleep(0.0005 if passes > 100 else 0)  # a turn may wait for a timer
        raise AssertionError("it never was so")


def runs(log: list[str]) -> list[tuple[str, int]]:
    """Names with how often each stands in a row."""
    found: list[tuple[str, int]] = []
    for name in log:
        count = found.pop()[1] if found and found[-1][0] == name else 0
        found.append((name, count + 1))
    return found


async def test_what_was_written_before_the_start_is_read() -> None:
    room = Room("")
    room.ptys["a"] = CostlyPty(room.clock, "a", room.log)
    room.emulators["a"] = Emulator(Size(24, 80))
    room.ptys["a"].feed(b"early")
    room.pump("a").start()
    assert room.first("a") == "early"


async def test_little_output_is_read_at_once_and_told_once() -> None:
    room = Room()
    room.ptys["a"].feed(b"y" * PIECE + b"\r\x1b[Hhello")
    assert (room.first("a")[:5], room.outputs) == ("hello", ["a"])


async def test_a_flood_is_cut_when_its_time_is_used() -> None:
    room = Room()
    room.flood("a")
    assert room.log == ["a"] * 4
    assert room.outputs == ["a"]


async def test_the_rest_of_a_flood_is_read_in_turns_of_the_same_time() -> None:
    room = Room()
    room.flood("a", 10)
    await room.until(lambda: len(room.log) >= 10)
    assert room.log == ["a"] * 10
    assert len(room.outputs) == 3


async def test_between_two_turns_the_loop_passes_often_enough_for_a_key_and_its_echo() -> None:
    room = Room()
    room.flood("a")
    await room.until(lambda: len(room.log) == 8)
    assert await room.until(lambda: len(room.log) == 12) == REST + 1


async def test_a_flood_starves_no_timer() -> None:
    room = Room()
    rung: list[int] = []
    room.flood("a", 1000)
    asyncio.get_running_loop().call_later(0, lambda: rung.append(len(room.log)))
    await room.until(lambda: bool(rung))
    assert rung[0] < 20


async def test_a_quiet_tile_is_read_at_once_whoever_floods() -> None:
    room = Room("abcq")
    for name in "abc":
        room.flood(name)
    room.ptys["q"].feed(b"echo")
    assert room.first("q") == "echo"


async def test_floods_take_turns() -> None:
    room = Room("abc")
    for name in "abc":
        room.flood(name)
    await room.until(lambda: len(room.log) >= 4 * 9)
    assert runs(room.log)[:9] == [(name, 4) for name in "abc" * 3]


async def test_every_other_turn_is_of_the_tile_that_somebody_types_into() -> None:
    room = Room("abc")
    for name in "abc":
        room.flood(name)
    room.pumps["b"].focus()
    before = len(room.log)
    await room.until(lambda: len(room.log) >= before + 4 * 6)
    assert runs(room.log[before:]) == [(name, 4) for name in "babcba"]


async def test_nobody_has_a_turn_while_an_echo_is_on_its_way_to_the_screen() -> None:
    room = Room("aq")
    room.flood("a", 1000)
    room.pumps["q"].focus()
    room.ptys["q"].feed(b"echo")
    before = len(room.log)
    await asyncio.sleep(ECHO * 2)
    assert len(room.log) == before
    room.clock.turn(ECHO)
    await room.until(lambda: len(room.log) > before)


async def test_a_focused_tile_that_says_a_little_all_the_time_stops_nobody() -> None:
    room = Room("aq")
    room.flood("a", 1000)
    room.pumps["q"].focus()
    room.ptys["q"].feed(b"echo")
    room.clock.turn(ECHO)
    room.ptys["q"].feed(b"more")
    before = len(room.log)
    await room.until(lambda: len(room.log) > before)


async def test_a_lone_focused_flood_gets_every_turn() -> None:
    room = Room("ab")
    room.pumps["a"].focus()
    room.flood("a", 40)
    await room.until(lambda: len(room.log) >= 40)
    assert set(room.log) == {"a"}


async def test_a_flood_in_bursts_does_not_pass_for_a_quiet_tile() -> None:
    """A program that fills its terminal as fast as we empty it is never found with more to read."""
    room = Room()
    for _ in range(50):
        room.ptys["a"].feed(b"x" * PIECE)
    assert len(room.log) < 10


async def test_credit_comes_back_with_time() -> None:
    room = Room()
    room.flood("a", 4)
    await room.until(lambda: not room.ptys["a"].is_paused)
    room.clock.turn(BUDGET / REFILL)
    room.flood("a")
    assert len(room.log) == 8


async def test_a_drain_reads_all_that_is_there() -> None:
    room = Room()
    room.flood("a", 20)
    room.pumps["a"].drain()
    assert len(room.log) == 20


async def test_a_drain_stops_at_its_limit() -> None:
    room = Room()
    room.flood("a", 20)
    room.pumps["a"].drain(PIECE * 2)
    assert len(room.log) == 4 + 2


async def test_queries_are_answered_to_the_program() -> None:
    room = Room()
    room.ptys["a"].feed(b"ab\x1b[6n")
    assert room.ptys["a"].typed == b"\x1b[1;3R"


async def test_the_end_is_told_once_and_nothing_is_read_after() -> None:
    room = Room()
    room.ptys["a"].end()
    room.ptys["a"].end()
    room.pumps["a"].drain()
    assert (room.ends, room.ptys["a"].is_paused) == (["a"], True)


async def test_a_flood_that_ends_is_read_to_its_end() -> None:
    room = Room()
    room.flood("a", 20)
    room.ptys["a"].end()
    await room.until(lambda: bool(room.ends))
    assert len(room.log) == 20


async def test_an_error_in_one_tile_stops_neither_it_nor_the_others() -> None:
    room = Room("ab")
    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context["exception"]))
    room.flood("a", 20)
    room.flood("b", 20)
    feed = room.emulators["a"].feed

    def fail(data: bytes) -> None:
        room.emulators["a"].feed = feed  # type: ignore[method-assign]
        raise ZeroDivisionError

    room.emulators["a"].feed = fail  # type: ignore[method-assign]
    await room.until(lambda: len(room.log) == 40)
    assert [type(error) for error in told] == [ZeroDivisionError]


async def test_a_pump_that_was_stopped_reads_no_more() -> None:
    room = Room("ab")
    room.flood("a")
    room.flood("b", 20)
    room.pumps["a"].stop()
    await room.until(lambda: room.log.count("b") == 20)
    assert room.log.count("a") == 4


async def test_a_program_that_never_reads_its_answers_costs_only_its_answers() -> None:
    room = Room()
    room.ptys["a"].is_closed = True
    room.ptys["a"].feed(b"ab\x1b[6n")
    assert room.first("a") == "ab"


async def test_answers_that_are_not_read_are_logged_once_until_some_are(caplog: pytest.LogCaptureFixture) -> None:
    """Such a program can ask a thousand times a second, for days."""
    room = Room()
    pty = room.ptys["a"]
    for is_closed in (True, True, False, True):
        pty.is_closed = is_closed
        pty.feed(b"\x1b[6n")
        pty.resume()
        await asyncio.sleep(0)
        room.pumps["a"].drain()
    assert [record.getMessage() for record in caplog.records] == ["terminal replies dropped"] * 2


@pytest.mark.parametrize("size", [1, PIECE * 3 + 1, 40_000])
async def test_what_a_real_terminal_held_when_its_program_ended_is_read(size: int) -> None:
    """The kernel says EIO only after the last byte."""
    master, slave = os.openpty()
    room = Room("")
    room.emulators["a"] = Emulator(Size(24, 80))
    pty = Pty(master)
    pump = Pump(pty, room.emulators["a"], room.robin, on_output=lambda: None, on_end=lambda: room.ends.append("a"))
    pump.start()
    left = b"\x1b[H" + b"x" * size + b"\r\x1b[2J\x1b[Hlast"
    os.set_blocking(slave, False)
    while left:
        try:
            left = left[os.write(slave, left) :]
        except BlockingIOError:
            await asyncio.sleep(0)  # the pump makes room
    os.close(slave)
    await room.until(lambda: bool(room.ends))
    pty.close()
    assert room.first("a") == "last"
