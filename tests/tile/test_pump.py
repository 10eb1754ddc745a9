from __future__ import annotations

from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of
from hivemind.testing.pty import FakePty
from hivemind.tile.pump import CHUNK, Pump


class Side:
    def __init__(self) -> None:
        self.pty = FakePty()
        self.emulator = Emulator(Size(24, 80))
        self.outputs = 0
        self.ends = 0
        self.pump = Pump(self.pty, self.emulator, on_output=self.output, on_end=self.end)  # type: ignore[arg-type]

    def output(self) -> None:
        self.outputs += 1

    def end(self) -> None:
        self.ends += 1


def test_what_was_written_before_the_start_is_read() -> None:
    side = Side()
    side.pty.feed(b"early")
    side.pump.start()
    assert text_of(side.emulator.snapshot())[0] == "early"


def test_a_turn_reads_one_chunk_and_a_drain_the_rest() -> None:
    side = Side()
    side.pump.start()
    side.pty.feed(b"x" * (CHUNK * 3))
    assert side.outputs == 1
    side.pump.drain()
    assert side.outputs == 3


def test_a_drain_stops_at_its_limit() -> None:
    side = Side()
    side.pty.feed(b"x" * (CHUNK * 3))
    side.pump.drain(CHUNK)
    assert side.outputs == 1


def test_queries_are_answered_to_the_program() -> None:
    side = Side()
    side.pump.start()
    side.pty.feed(b"ab\x1b[6n")
    assert side.pty.typed == b"\x1b[1;3R"


def test_the_end_is_told_once_and_nothing_is_read_after() -> None:
    side = Side()
    side.pump.start()
    side.pty.end()
    side.pty.end()
    side.pump.drain()
    assert (side.ends, side.pty.is_paused) == (1, True)


def test_a_program_that_never_reads_its_answers_costs_only_its_answers() -> None:
    side = Side()
    side.pump.start()
    side.pty.is_closed = True
    side.pty.feed(b"ab\x1b[6n")
    assert text_of(side.emulator.snapshot())[0] == "ab"
