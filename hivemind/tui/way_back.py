"""The way back to a daemon that went away: when to wait for one, and when to start one.

A daemon that died leaves its keeper, and with it every program: the next daemon has them all, so one is started. A
daemon that was stopped leaves nothing: starting another would undo what the person just did, so we only wait.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from hivemind.base.errors import UnavailableError
from hivemind.client.link import LinkLike

SIGHTINGS: Final = 3
"""Tries in a row that must find a keeper without a daemon before we start one: a hive that stops or restarts looks like
that for a moment."""


class WayBack:
    """Each call tries once."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[LinkLike]],
        *,
        has_daemon: Callable[[], bool],
        has_keeper: Callable[[], bool],
    ) -> None:
        self._connect = connect
        self._has_daemon = has_daemon
        self._has_keeper = has_keeper
        self._sightings = 0

    async def __call__(self) -> LinkLike:
        """A link to a daemon that runs, or to one that was started to take over from one that died.

        Raises:
            UnavailableError: not yet.
        """
        if not self._has_daemon():
            self._sightings = self._sightings + 1 if self._has_keeper() else 0
            if self._sightings < SIGHTINGS:
                raise UnavailableError("no daemon runs")
        link = await self._connect()
        self._sightings = 0
        return link
