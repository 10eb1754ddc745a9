"""Who died is replaced, who was stopped is not."""

from __future__ import annotations

import pytest

from hivemind.base.errors import UnavailableError
from hivemind.client.link import LinkLike
from hivemind.testing.link import FakeLink
from hivemind.tui.way_back import SIGHTINGS, WayBack


class Machine:
    """What runs, and how often somebody connected (which starts a daemon)."""

    def __init__(self, *, daemon: bool, keeper: bool) -> None:
        self.daemon, self.keeper, self.connected = daemon, keeper, 0
        self.way_back = WayBack(self.connect, has_daemon=lambda: self.daemon, has_keeper=lambda: self.keeper)

    async def connect(self) -> LinkLike:
        self.connected += 1
        return FakeLink()

    async def tries(self, count: int) -> int:
        for _ in range(count):
            try:
                await self.way_back()
            except UnavailableError:
                continue
        return self.connected


async def test_a_running_daemon_is_connected_to_at_once() -> None:
    assert await Machine(daemon=True, keeper=True).tries(1) == 1


async def test_a_hive_that_was_stopped_is_not_started_again() -> None:
    assert await Machine(daemon=False, keeper=False).tries(100) == 0


async def test_a_daemon_that_died_is_replaced_but_not_while_it_may_be_stopping() -> None:
    machine = Machine(daemon=False, keeper=True)
    assert await machine.tries(SIGHTINGS - 1) == 0
    machine.keeper = False
    assert await machine.tries(1) == 0
    machine.keeper = True
    assert await machine.tries(SIGHTINGS - 1) == 0
    assert await machine.tries(1) == 1


async def test_one_try_says_that_it_is_too_early() -> None:
    with pytest.raises(UnavailableError):
        await Machine(daemon=False, keeper=True).way_back()
