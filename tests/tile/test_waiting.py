from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hivemind.base.errors import ExitedError, TimedOutError
from hivemind.protocol.status import Status
from hivemind.testing import toy
from hivemind.testing.toy import Toy
from hivemind.tile.waiting import GUESS_QUIET

IDLE = frozenset({Status.IDLE})
PERMISSION = frozenset({Status.PERMISSION})


async def test_a_status_that_is_there_is_returned_at_once(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.trust())
    got = await it.tile.wait_until(frozenset({Status.BLOCKED, Status.IDLE}), timeout=1)
    assert (got.status, got.says) == (Status.BLOCKED, "trust")


async def test_a_question_that_comes_later_ends_the_wait(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.working())
    waiting = asyncio.create_task(it.tile.wait_until(PERMISSION, timeout=100))
    await asyncio.sleep(0.01)
    it.pty.feed(toy.permission())
    assert (await waiting).status is Status.PERMISSION


async def test_time_that_runs_out_says_what_the_tile_is_instead(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.idle())
    with pytest.raises(TimedOutError, match=r"toy was not permission within 2 s; it is idle"):
        await it.tile.wait_until(PERMISSION, timeout=2)


async def test_the_programs_end_ends_the_wait(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    waiting = asyncio.create_task(it.tile.wait_until(PERMISSION, timeout=100))
    await asyncio.sleep(0.01)
    it.tile.ended(2)
    with pytest.raises(ExitedError, match=r"ended \(2\)"):
        await waiting
    assert (await it.tile.wait_until(frozenset({Status.EXITED}), timeout=1)).status is Status.EXITED


async def test_an_empty_screen_is_not_idle(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(b"\x1b[2J\x1b[?25l")
    with pytest.raises(TimedOutError, match="it is running"):
        await it.tile.wait_until(IDLE, timeout=4)


async def test_an_idle_that_no_rule_saw_must_be_quiet_first(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.screen("loading"))
    start = it.clock.monotonic()
    await it.tile.wait_until(IDLE, timeout=100)
    assert it.clock.monotonic() - start >= GUESS_QUIET * 0.95


async def test_idle_counts_only_after_the_task_that_was_sent(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.idle())
    await it.tile.look()
    it.tile.turn.expect()
    waiting = asyncio.create_task(it.tile.wait_until(IDLE, timeout=100))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    it.pty.feed(toy.working())
    await asyncio.sleep(0.05)
    assert not waiting.done()
    it.pty.feed(toy.idle())
    assert (await waiting).status is Status.IDLE
