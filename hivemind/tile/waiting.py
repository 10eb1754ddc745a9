"""Waiting until a tile reaches a status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.base.errors import ExitedError, TimedOutError, UndeliveredError
from hivemind.protocol.status import Reading, Status

if TYPE_CHECKING:
    from hivemind.tile.tile import Tile

GUESS_QUIET = 1.5
"""Seconds without output before an idle counts that no rule has seen: a program that starts shows strange screens."""

RECHECK = 0.25
"""Seconds between two looks at a status that is there but does not count yet."""


async def wait_until(tile: Tile, statuses: frozenset[Status], *, timeout: float | None) -> Reading:  # noqa: ASYNC109
    """Wait for one of some statuses; idle counts only once the task that was given has gone in.

    Raises:
        ExitedError: the program ended first.
        TimedOutError: `timeout` seconds went by first.
        UndeliveredError: the first task could not be typed, so that idle will never mean that it is done.
    """
    start = tile.clock.monotonic()
    await tile.look()
    while True:
        if _counts(tile, statuses):
            return Reading(tile.status, tile.says)
        wanted = " or ".join(sorted(s.value for s in statuses))
        if tile.exit is not None:
            raise ExitedError(f"the program in {tile.name} ended ({tile.exit}) before it was {wanted}")
        if tile.note and tile.turn.is_lost and Status.IDLE in statuses:
            raise UndeliveredError(tile.note)
        left = None if timeout is None else timeout - (tile.clock.monotonic() - start)
        if left is not None and left <= 0:
            raise TimedOutError(
                f"{tile.name} was not {wanted} within {timeout:g} s; it is {tile.status.value}",
                hint=f"look: hive ctl screen {tile.id}",
            )
        await tile.changed.wait(_soonest(left, RECHECK if tile.status in statuses else None))


def _counts(tile: Tile, statuses: frozenset[Status]) -> bool:
    if tile.status not in statuses:
        return False
    if tile.status is not Status.IDLE:
        return True
    is_told = tile.sources.counts == "hooks"
    if not is_told and tile.reading.status is not Status.IDLE:
        return False  # what the screen shows now has not settled yet
    if not is_told and tile.reading.rule is None and tile.clock.monotonic() - tile.last_output < GUESS_QUIET:
        return False
    return tile.turn.is_over(tile.reading, tile.last_output)


def _soonest(*seconds: float | None) -> float | None:
    known = [s for s in seconds if s is not None]
    return min(known) if known else None
