from __future__ import annotations

from pathlib import Path

import pytest

from hivemind.base.errors import HiveError
from hivemind.protocol.status import Status
from hivemind.testing import toy
from hivemind.testing.toy import Toy
from hivemind.tile.startup import start_up

IDLE = frozenset({Status.IDLE})


async def test_a_task_goes_in_when_the_screen_is_idle_and_quiet(tmp_path: Path) -> None:
    it = Toy(tmp_path, lambda data: toy.working() if data == b"\r" else toy.idle(data.decode()), task="do it")
    it.pty.feed(toy.idle())
    await start_up(it.tile, "do it")
    assert it.pty.written == [b"do it", b"\r"]
    assert it.tile.record.pending_task == ""


async def test_a_task_waits_while_a_screen_waits_and_goes_in_after(tmp_path: Path) -> None:
    """As Codex does it: the first key brings the trust screen, and what was typed stands in the box afterwards."""
    screens = iter([toy.trust(), toy.working()])

    def program(data: bytes) -> bytes:
        return next(screens)

    it = Toy(tmp_path, program, task="do it")
    it.pty.feed(toy.idle())
    looks = 0
    real_sleep = it.clock.sleep

    async def sleep(seconds: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 8:
            it.pty.feed(toy.idle("do it"))
        await real_sleep(seconds)

    it.clock.sleep = sleep  # type: ignore[method-assign]
    await start_up(it.tile, "do it")
    assert it.pty.written == [b"do it", b"\r"]


async def test_a_screen_that_the_manifest_dismisses_is_dismissed_once(tmp_path: Path) -> None:
    def program(data: bytes) -> bytes:
        return {b"\x1b": toy.idle(), b"\r": toy.working()}.get(data) or toy.idle(data.decode())

    it = Toy(tmp_path, program, task="do it")
    it.pty.feed(toy.screen("what is new", "everything"))
    await start_up(it.tile, "do it")
    assert it.pty.written == [b"\x1b", b"do it", b"\r"]


async def test_a_person_who_types_first_ends_it_and_the_tile_says_so(tmp_path: Path) -> None:
    it = Toy(tmp_path, task="do it")
    it.pty.feed(toy.idle())
    await it.tile.look()
    it.tile.note_person()
    await start_up(it.tile, "do it")
    assert it.pty.written == []
    assert it.tile.note == "the task was not typed: somebody typed into the tile first"
    with pytest.raises(HiveError) as caught:
        await it.tile.wait_until(IDLE, timeout=5)
    assert caught.value.code == "UNDELIVERED"


async def test_answering_a_start_up_screen_is_not_typing_first(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.trust())
    await it.tile.look()
    it.tile.note_person()
    assert not it.tile.person_typed
