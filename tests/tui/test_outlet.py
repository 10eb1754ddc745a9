"""Bytes reach the terminal whole and in order, and one that does not read holds nobody up."""

from __future__ import annotations

import asyncio
import inspect
import os
import termios
from collections.abc import Iterator

import pytest
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.screen import Screen

from hivemind.tui import outlet
from hivemind.tui.outlet import Outlet, OutletDriver
from tests.tui.terminal import shown


class Pipe:
    """A terminal that reads when it is told to."""

    def __init__(self) -> None:
        self.reading, writing = os.pipe()
        os.set_blocking(writing, False)
        self.drained = 0
        self.outlet = Outlet(writing, asyncio.get_running_loop(), self._on_drained)

    def _on_drained(self) -> None:
        self.drained += 1

    def read(self) -> str:
        return os.read(self.reading, 1 << 16).decode()


@pytest.fixture
async def pipe() -> Pipe:
    return Pipe()


def parts(count: int) -> Iterator[str]:
    return (f"{number:07}é" for number in range(count))


async def test_what_is_written_is_sent_at_once_with_flush(pipe: Pipe) -> None:
    pipe.outlet.write("one ")
    pipe.outlet.write("two")
    assert pipe.outlet.pending == 7
    pipe.outlet.flush()
    assert (pipe.outlet.pending, pipe.outlet.is_busy) == (0, False)
    assert pipe.read() == "one two"


async def test_a_terminal_that_reads_late_gets_everything_in_order_and_nobody_waits_for_it(pipe: Pipe) -> None:
    expected = "".join(parts(60_000))
    for part in parts(60_000):
        pipe.outlet.write(part)
        pipe.outlet.flush()
    assert pipe.outlet.is_busy
    os.set_blocking(pipe.reading, False)
    got, empty = b"", 0
    while empty < 10:
        await asyncio.sleep(0)
        try:
            got, empty = got + os.read(pipe.reading, 1 << 16), 0
        except BlockingIOError:
            empty += 1
    assert got.decode() == expected
    assert pipe.drained == 1


async def test_a_terminal_that_is_gone_takes_everything(pipe: Pipe) -> None:
    os.close(pipe.reading)
    pipe.outlet.write("x" * 500_000)
    pipe.outlet.flush()
    assert (pipe.outlet.pending, pipe.outlet.is_busy) == (0, False)


async def test_closing_sends_the_rest_and_later_writes_go_nowhere(pipe: Pipe) -> None:
    pipe.outlet.write("the end")
    assert pipe.outlet.close()
    assert pipe.read() == "the end"
    pipe.outlet.write("late")
    pipe.outlet.flush()
    assert pipe.read() == ""


async def test_leaving_waits_for_no_terminal_that_does_not_read(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlet, "LAST_SECONDS", 0.05)
    pipe.outlet.write("x" * 500_000)
    pipe.outlet.flush()
    assert pipe.outlet.is_busy
    assert not pipe.outlet.close()


async def test_while_too_much_waits_nothing_is_drawn_and_then_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlet, "FULL", 1000)
    async with shown() as r:
        r.is_read = False
        r.driver.write("\x1b[m" * 100_000)
        r.driver.flush()
        assert r.app._batch_count == 1
        r.app.say("said while nobody could see it")
        await r.pause()
        r.is_read = True
        await r.until(lambda: "said while nobody" in "\n".join(row.text for row in r.emulator.snapshot().lines))
        await r.until(lambda: r.app._batch_count == 0)  # what is drawn then may be too much again for a moment


def test_an_exported_columns_does_not_overrule_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = os.openpty()
    termios.tcsetwinsize(slave, (33, 101))
    monkeypatch.setattr(outlet, "STDERR", slave)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "10")
    driver = OutletDriver.__new__(OutletDriver)
    assert driver._get_terminal_size() == (101, 33)
    termios.tcsetwinsize(slave, (0, 0))
    assert driver._get_terminal_size() == (40, 10)
    os.close(master)
    os.close(slave)
    assert driver._get_terminal_size() == (40, 10)


def test_the_private_parts_of_textual_are_as_we_know_them() -> None:
    """When this fails, look at what `outlet` uses."""
    assert "self._batch_count += 1" in inspect.getsource(App._begin_batch)
    assert "self._batch_count -= 1" in inspect.getsource(App._end_batch)
    assert "not self.app._batch_count" in inspect.getsource(Screen._on_timer_update)
    assert "self._get_terminal_size()" in inspect.getsource(LinuxDriver.start_application_mode)
    assert "self._writer_thread.write(data)" in inspect.getsource(LinuxDriver.write)
