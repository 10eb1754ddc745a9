"""A borrowed PTY master over real programs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator

import pytest

from hivemind.base.errors import BadRequestError, ExitedError, HiveError, UnavailableError
from hivemind.keeper.program import start
from hivemind.protocol.screen import Size
from hivemind.terminal.pty import WRITE_LIMIT, Pty
from hivemind.testing.waiting import until_async

ENV = {"PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color"}
DEADLINE = 20.0

Launch = Callable[..., Pty]


class Started:
    """The programs of a test: killed and reaped at its end."""

    def __init__(self) -> None:
        self.pids: list[int] = []
        self.ptys: list[Pty] = []

    def launch(self, *argv: str) -> Pty:
        pid, master = start(argv, ENV, "/", rows=24, columns=80)
        self.pids.append(pid)
        self.ptys.append(Pty(master))
        return self.ptys[-1]

    def end(self) -> None:
        for pty in self.ptys:
            pty.close()
        for pid in self.pids:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


@pytest.fixture
def started() -> Iterator[Started]:
    started = Started()
    yield started
    started.end()


@pytest.fixture
def launch(started: Started) -> Launch:
    return started.launch


async def until(claim: str, holds: Callable[[], object]) -> None:
    await until_async(claim, holds, seconds=DEADLINE)


class Reader:
    """Takes everything a PTY gives, as the pump would."""

    def __init__(self, pty: Pty) -> None:
        self.pty = pty
        self.got = bytearray()
        self.calls = 0
        self.is_over = False
        pty.watch(self.take)

    def take(self) -> None:
        self.calls += 1
        data = self.pty.read(65536)
        self.is_over = self.is_over or data == b""
        self.got += data or b""

    async def until_end(self) -> None:
        await until("the end shows", lambda: self.is_over)

    async def until(self, wanted: bytes) -> None:
        await until(f"{wanted!r} comes out", lambda: wanted in self.got)


async def test_bytes_go_in_and_come_out(launch: Launch) -> None:
    reader = Reader(launch("cat"))
    reader.pty.write(b"hello\n")
    await reader.until(b"hello\r\nhello\r\n")
    assert reader.pty.pending == 0


async def test_nothing_to_read_is_none_and_not_an_end(launch: Launch) -> None:
    pty = launch("cat")
    assert pty.read(100) is None
    assert not pty.has_ended


async def test_everything_before_the_end_is_read_and_then_the_end(launch: Launch) -> None:
    for _ in range(5):
        reader = Reader(launch("sh", "-c", "head -c 200000 /dev/zero | tr '\\0' x; printf end"))
        await reader.until_end()
        assert len(reader.got) == 200003
        assert reader.got.endswith(b"xend")
        assert reader.pty.has_ended
        assert reader.pty.read(100) == b""


async def test_last_words_are_there_after_the_program_is_gone(started: Started) -> None:
    pty = started.launch("printf", "goodbye")
    await asyncio.to_thread(os.waitpid, started.pids[0], 0)
    reader = Reader(pty)
    await reader.until_end()
    assert reader.got == b"goodbye"


async def test_an_ended_terminal_no_longer_calls(launch: Launch) -> None:
    """Its descriptor stays readable for ever: a loop that still watched it would burn a core."""
    reader = Reader(launch("true"))
    await reader.until_end()
    calls = reader.calls
    other = Reader(launch("sh", "-c", "printf done"))
    await other.until(b"done")
    assert reader.calls == calls
    reader.pty.resume()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert reader.calls == calls


SLOW_READER = """
import os, sys, tty
tty.setraw(0)
os.write(1, b"ready")
os.read(0, 1)
os.write(1, b"going")
left, total, odd = int(sys.argv[1]) - 1, 1, 0
while left:
    data = os.read(0, 4096)
    odd += sum(1 for i, c in enumerate(data) if c != 97 + (total + i) % 26)
    left -= len(data); total += len(data)
os.write(1, f"got {total} odd {odd}.".encode())
"""


async def test_what_a_program_does_not_read_yet_waits_and_arrives_in_order(launch: Launch) -> None:
    size = 1_000_000
    reader = Reader(launch(sys.executable, "-I", "-c", SLOW_READER, str(size)))
    await reader.until(b"ready")
    payload = bytes(97 + i % 26 for i in range(size))
    for begin in range(0, size, 70_000):
        reader.pty.write(payload[begin : begin + 70_000])
    assert reader.pty.pending > 0
    await reader.until(f"got {size} odd 0.".encode())
    assert reader.pty.pending == 0


async def test_more_than_the_limit_is_refused_whole(launch: Launch) -> None:
    reader = Reader(
        launch(sys.executable, "-I", "-c", "import tty, time; tty.setraw(0); print('ready'); time.sleep(100)")
    )
    await reader.until(b"ready")
    reader.pty.write(b"x" * (WRITE_LIMIT // 2))
    reader.pty.write(b"x" * (WRITE_LIMIT // 2))
    waiting = reader.pty.pending
    assert waiting > WRITE_LIMIT - 200_000
    with pytest.raises(HiveError, match="the program is not reading") as caught:
        reader.pty.write(b"x" * 400_000)
    assert caught.value.code == "RATE_LIMITED"
    assert reader.pty.pending == waiting


async def test_a_queue_for_a_program_that_died_is_dropped_even_while_paused(started: Started) -> None:
    pty = started.launch(sys.executable, "-I", "-c", "import tty, time; tty.setraw(0); print('ready'); time.sleep(100)")
    reader = Reader(pty)
    await reader.until(b"ready")
    pty.pause()
    pty.write(b"x" * 500_000)
    assert pty.pending > 0
    os.kill(started.pids[0], signal.SIGKILL)
    await until("the queue is gone", lambda: pty.pending == 0)


async def test_writing_to_an_ended_terminal_is_an_error(launch: Launch) -> None:
    reader = Reader(launch("true"))
    await reader.until_end()
    with pytest.raises(ExitedError):
        reader.pty.write(b"x")


async def test_a_paused_terminal_stalls_its_program_and_goes_on_after_resume(launch: Launch) -> None:
    script = (
        "i=0; while [ $i -lt 20000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done; echo over"
    )
    reader = Reader(launch("sh", "-c", script))
    await reader.until(b"0123456789")
    reader.pty.pause()
    got, calls = len(reader.got), reader.calls
    other = Reader(launch("sh", "-c", "printf done"))
    await other.until(b"done")
    assert (len(reader.got), reader.calls, reader.pty.is_paused) == (got, calls, True)
    reader.pty.resume()
    await reader.until(b"over")
    await reader.until_end()
    assert len(reader.got) == 20000 * 42 + 6


async def test_a_new_size_reaches_the_program_with_its_signal(launch: Launch) -> None:
    code = (
        "import os, signal\n"
        "signal.signal(signal.SIGWINCH, lambda *_: None)\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])\n"
        "print('ready', flush=True)\n"
        "signal.sigwait([signal.SIGWINCH])\n"
        "print(*os.get_terminal_size(0), flush=True)"
    )
    reader = Reader(launch(sys.executable, "-I", "-c", code))
    await reader.until(b"ready")
    assert reader.pty.size() == Size(24, 80)
    reader.pty.resize(Size(33, 99))
    await reader.until(b"99 33")
    assert reader.pty.size() == Size(33, 99)


@pytest.mark.parametrize("size", [Size(0, 80), Size(24, 0), Size(-1, 80), Size(24, 70000)])
async def test_an_impossible_size_is_refused(launch: Launch, size: Size) -> None:
    pty = launch("cat")
    with pytest.raises(BadRequestError, match="a terminal cannot have"):
        pty.resize(size)
    assert pty.size() == Size(24, 80)


async def test_a_closed_terminal_is_at_its_end_and_closes_once(launch: Launch) -> None:
    reader = Reader(launch("cat"))
    reader.pty.write(b"x\n")
    reader.pty.close()
    reader.pty.close()
    assert reader.pty.fileno() == -1
    assert reader.pty.read(10) == b""
    with pytest.raises(ExitedError):
        reader.pty.write(b"x")
    with pytest.raises(UnavailableError):
        reader.pty.size()
    with pytest.raises(UnavailableError):
        reader.pty.resize(Size(24, 80))


async def test_the_descriptor_is_non_blocking_and_closed_on_exec(launch: Launch) -> None:
    fd = launch("cat").fileno()
    assert (os.get_blocking(fd), os.get_inheritable(fd)) == (False, False)


async def test_what_is_no_terminal_has_no_size() -> None:
    read_end, write_end = os.pipe()
    pty = Pty(read_end)
    with pytest.raises(UnavailableError, match="the terminal has no size"):
        pty.size()
    with pytest.raises(UnavailableError, match="the terminal cannot be resized"):
        pty.resize(Size(24, 80))
    pty.close()
    os.close(write_end)


async def test_a_flooding_program_leaves_the_loop_alive(launch: Launch) -> None:
    flood = Reader(launch("sh", "-c", "head -c 20000000 /dev/zero"))
    other = Reader(launch("cat"))
    other.pty.write(b"ping\n")
    await other.until(b"ping\r\nping\r\n")
    flood.pty.close()


async def test_more_than_can_ever_wait_is_said_to_be_too_much() -> None:
    master, slave = os.openpty()
    terminal = Pty(master)
    with pytest.raises(HiveError, match="too many at once") as caught:
        terminal.write(b"x" * (WRITE_LIMIT + 1))
    assert caught.value.code == "RATE_LIMITED"
    terminal.close()
    os.close(slave)
