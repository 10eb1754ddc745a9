from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hivemind.detect.text import ScreenText
from hivemind.hive.strangers import LOOK_SECONDS, REST_SECONDS, STILL_SECONDS, Strangers
from hivemind.testing import toy
from hivemind.testing.clock import ManualClock
from hivemind.testing.toy import Toy


class Watched:
    """A toy tile, who looks at it, and what was kept."""

    def __init__(self, folder: Path) -> None:
        self.toy = Toy(folder)
        self.clock = ManualClock()
        self.kept: list[tuple[str, str]] = []
        self.error: Exception | None = None
        self.strangers = Strangers(self.clock, self._keep)

    def _keep(self, agent: str, text: ScreenText) -> None:
        self.kept.append((agent, text.rows[0]))
        if self.error:
            raise self.error

    async def shows(self, screen: bytes) -> None:
        self.toy.pty.feed(screen)
        await self.toy.tile.look()

    async def passes(self, seconds: float) -> None:
        for _ in range(int(seconds / LOOK_SECONDS)):
            self.clock.turn(LOOK_SECONDS)
            await self.strangers.look([self.toy.tile])


@pytest.fixture
async def it(tmp_path: Path) -> AsyncIterator[Watched]:
    watched = Watched(tmp_path)
    yield watched
    watched.toy.tile.close()


async def test_a_strange_screen_that_stands_is_kept_once(it: Watched) -> None:
    await it.shows(toy.screen("what is this"))
    await it.passes(STILL_SECONDS)
    assert it.kept == []
    await it.passes(LOOK_SECONDS)
    assert it.kept == [("toy", "what is this")]
    await it.passes(2 * REST_SECONDS)
    assert len(it.kept) == 1


@pytest.mark.parametrize("known", [toy.working(), toy.idle(), toy.permission()], ids=["working", "idle", "asks"])
async def test_a_screen_that_a_rule_knows_is_not_kept(it: Watched, known: bytes) -> None:
    await it.shows(known)
    await it.passes(10 * STILL_SECONDS)
    assert it.kept == []


async def test_a_screen_that_moves_is_not_kept(it: Watched) -> None:
    for number in range(10):
        await it.shows(toy.screen(f"frame {number}"))
        await it.passes(STILL_SECONDS - LOOK_SECONDS)
    assert it.kept == []


async def test_a_tile_rests_after_each_screen(it: Watched) -> None:
    await it.shows(toy.screen("one"))
    await it.passes(STILL_SECONDS + LOOK_SECONDS)
    await it.shows(toy.screen("two"))
    await it.passes(REST_SECONDS - LOOK_SECONDS)
    assert [row for _, row in it.kept] == ["one"]
    await it.passes(LOOK_SECONDS)
    assert [row for _, row in it.kept] == ["one", "two"]


async def test_what_cannot_be_kept_disturbs_nobody_and_is_said_once(
    it: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    it.error = OSError("full")
    for name in ("one", "two"):
        await it.shows(toy.screen(name))
        await it.passes(REST_SECONDS + STILL_SECONDS)
    assert len(it.kept) == 2
    assert [record.message for record in caplog.records].count("screen not kept") == 1


async def test_a_program_that_ended_is_not_looked_at(it: Watched) -> None:
    await it.shows(toy.screen("bye"))
    it.toy.tile.ended(0)
    await it.passes(3 * STILL_SECONDS)
    assert it.kept == []
