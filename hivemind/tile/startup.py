"""The first seconds of an agent: screens its command line has settled already are skipped, and a task is typed.

Both end for good once a person has typed into the tile.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from hivemind.base.errors import AskStaleError, ExitedError, HiveError
from hivemind.detect.text import ScreenText
from hivemind.manifest.parts.spawn import Dismissal
from hivemind.protocol.status import Status
from hivemind.terminal.rows import text_of
from hivemind.tile.typist import KEY_GAP, deliver, press

if TYPE_CHECKING:
    from hivemind.tile.tile import Tile

logger = logging.getLogger(__name__)

LOOK = 1.2
"""Seconds between two looks at the screen."""

QUIET_LOOKS = 2
"""Looks in a row without output that a typed task needs."""

LOOK_DEADLINE = 8
"""The look at which it is typed even though output keeps coming."""

LATE_LOOK = 30
"""The look at which it is typed even though the screen is idle only by default, while the agent file describes that
screen. Into a blank screen it is not typed: what has drawn nothing reads nothing yet (opencode 1.18.33: 2 s, and on a
busy machine more than a minute)."""

DISMISS_SECONDS = 90.0
"""Seconds after the program's start in which a screen may be dismissed."""

DISMISS_LIMIT = 2
"""Screens that are dismissed at most in one session."""


async def start_up(tile: Tile, task: str) -> None:
    """Skip start-up screens, then type `task` (may be empty) once the screen is idle and quiet.

    Returns when the task went in or never will; then the tile's note says why.
    """
    skipper = _Skipper(tile)
    quiet = looks = 0
    seen = tile.snapshot.revision
    if task:
        tile.turn.hold()
    try:
        while task or skipper.is_on:
            await tile.clock.sleep(LOOK)
            snapshot = await tile.look()
            if tile.exit is not None:
                return
            if tile.person_typed:
                _give_up(tile, task, "somebody typed into the tile first")
                return
            is_quiet, seen = snapshot.revision == seen, snapshot.revision
            if await skipper.skipped():
                quiet = 0
                continue
            if tile.reading.status.is_waiting:
                quiet = looks = 0
                continue
            looks += 1
            quiet = quiet + 1 if is_quiet else 0
            is_ready = quiet >= QUIET_LOOKS or looks >= LOOK_DEADLINE
            is_late = looks >= LATE_LOOK and any(row.strip() for row in text_of(snapshot))
            is_sure = tile.reading.seen or is_late or not _describes_idle(tile)
            if task and is_ready and is_sure and tile.reading.status in {Status.IDLE, Status.RUNNING}:
                if not await _typed(tile, task):
                    quiet = looks = 0
                    continue
                task = ""
    except ExitedError:
        return


def _describes_idle(tile: Tile) -> bool:
    """Whether the agent file has a rule for the screen at which the program waits for input."""
    rules = tile.manifest.detect.rules if tile.manifest and tile.manifest.detect else ()
    return any(rule.reading.status is Status.IDLE for rule in rules)


class _Skipper:
    """Skips start-up screens: each entry once, `DISMISS_LIMIT` in all, and none after a person has typed anything."""

    def __init__(self, tile: Tile) -> None:
        self._tile = tile
        self._entries: list[Dismissal] = list(tile.manifest.spawn.dismiss) if tile.manifest else []
        self._left = DISMISS_LIMIT
        started = tile.record.started
        age = max(0.0, (tile.clock.epoch_ms() - started) / 1000) if started else 0.0  # an earlier daemon started it
        self._until = tile.clock.monotonic() + DISMISS_SECONDS - age

    @property
    def is_on(self) -> bool:
        """Whether a screen may still be skipped."""
        is_early = self._tile.clock.monotonic() < self._until
        return bool(self._entries) and self._left > 0 and is_early and not self._tile.person_touched

    async def skipped(self) -> bool:
        """Whether a screen was there to skip."""
        tile = self._tile
        text = ScreenText.from_snapshot(tile.snapshot)
        entry = next((entry for entry in self._entries if entry.when(text)), None) if self.is_on else None
        if entry is None or self._grants(entry):
            return False
        self._entries.remove(entry)
        self._left -= 1
        logger.info("start-up screen dismissed", extra={"tile": tile.id})
        async with tile.typing:
            await press(tile, entry.keys, gap=KEY_GAP)
        return True

    def _grants(self, entry: Dismissal) -> bool:
        """Whether its keys could grant what the screen asks: a permission, or a screen that just these keys allow."""
        reading, manifest = self._tile.reading, self._tile.manifest
        if reading.status is Status.PERMISSION:
            return True
        group = manifest.answer.get(reading.says) if manifest and reading.status.is_waiting else None
        return group is not None and group.allow == entry.keys


async def _typed(tile: Tile, task: str) -> bool:
    """Whether the task is done with: typed, or given up. A waiting screen in between means: later."""
    try:
        async with tile.typing:
            await deliver(tile, task, resume=True)
    except AskStaleError:
        logger.info("first task held back by a waiting screen", extra={"tile": tile.id})
        return False
    except HiveError as error:
        _give_up(tile, task, error.message)
        return True
    tile.remember(pending_task="")
    return True


def _give_up(tile: Tile, task: str, why: str) -> None:
    if not task:
        return
    tile.turn.lose()
    tile.remember(pending_task="")
    tile.remark(f"the task was not typed: {why}")
