"""The first seconds of an agent: screens its command line has settled already are skipped, and a task is typed.

Both end for good once a person has typed into the tile.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from hivemind.base.errors import AskStaleError, ExitedError, HiveError, TimedOutError, UndeliveredError
from hivemind.detect.text import ScreenText
from hivemind.manifest.parts.spawn import Dismissal
from hivemind.protocol.screen import Snapshot
from hivemind.protocol.status import Status
from hivemind.terminal.rows import text_of
from hivemind.tile.typist import KEY_GAP, deliver, may_fold, occurrences, press, typed_so_far

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
screen. Into a blank screen it is never typed: what has drawn nothing reads nothing yet (opencode 1.18.33: 2 s, and on a
busy machine more than a minute)."""

AWAY_LOOKS = 100
"""Looks for which a composer that went away is waited for. Gemini CLI 0.61.0 starts once more when its folder is
trusted: its last screen stays, and its title says for a moment that it is ready, while nobody reads the keys."""

DISMISS_SECONDS = 90.0
"""Seconds after the program's start in which a screen may be dismissed."""

DISMISS_LIMIT = 2
"""Screens that are dismissed at most in one session."""

UNSHOWN_LOOKS = 30
"""Looks for which a typed text that does not show is waited for: a busy machine may leave the program no time."""


async def start_up(tile: Tile, task: str) -> None:
    """Skip start-up screens, then type `task` (may be empty) once the screen is idle and quiet.

    Returns when the task went in or never will; then the tile's note says why.
    """
    skipper, first = _Skipper(tile), _FirstTask(tile, task)
    if task:
        tile.turn.hold()
    try:
        while first.task or skipper.is_on:
            await tile.clock.sleep(LOOK)
            snapshot = await tile.look()
            if tile.exit is not None:
                return
            if tile.person_typed:
                first.give_up("somebody typed into the tile first")
                return
            first.see(snapshot)
            if await skipper.skipped():
                first.wait()
            elif first.is_ready(snapshot):
                await first.type(snapshot)
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


class _FirstTask:
    """What is to be typed, and how long the screen has stood."""

    def __init__(self, tile: Tile, task: str) -> None:
        self.task = task
        """Empty once it is done with."""
        self._tile = tile
        self._revision = tile.snapshot.revision
        self._quiet = self._looks = self._away = 0
        self._had_composer = tile.modes.bracketed_paste
        self._blank: tuple[str, int] | None = None
        self._unshown, self._unshown_looks = "", 0

    def see(self, snapshot: Snapshot) -> None:
        """Count a look."""
        is_quiet, self._revision = snapshot.revision == self._revision, snapshot.revision
        if self._tile.reading.status.is_waiting:
            self.wait()
        elif self._is_away(snapshot):
            self._away += 1
            self._unshown = ""
            self.wait()
        else:
            self._looks += 1
            self._quiet = self._quiet + 1 if is_quiet else 0

    def wait(self) -> None:
        """It is not idle: count from the start."""
        self._quiet = self._looks = 0

    def _is_away(self, snapshot: Snapshot) -> bool:
        """Whether the composer went away: a program that takes pastes as such says when it begins and ends to."""
        takes_pastes = snapshot.modes.bracketed_paste
        self._had_composer |= takes_pastes
        return self._had_composer and not takes_pastes and self._away < AWAY_LOOKS

    def is_ready(self, snapshot: Snapshot) -> bool:
        """Whether the screen is one to type at now."""
        reading = self._tile.reading
        if not self.task or reading.status not in {Status.IDLE, Status.RUNNING}:
            return False
        is_drawn = any(row.strip() for row in text_of(snapshot))
        is_sure = (is_drawn and (reading.seen or self._looks >= LATE_LOOK)) or not _describes_idle(self._tile)
        return is_sure and (self._quiet >= QUIET_LOOKS or self._looks >= LOOK_DEADLINE)

    async def type(self, snapshot: Snapshot) -> None:
        """Type it, unless it stands there already; a question or a start in between means: later."""
        tile, row = self._tile, text_of(snapshot)[snapshot.cursor.row].rstrip()
        shown = occurrences(self.task, snapshot)
        if self._blank is None:
            self._blank = row, shown
        elif not typed_so_far(self.task, snapshot) and self._may_hold(row, shown):
            self.give_up("it may stand there already, without its Enter")
            return
        elif self._unshown and not typed_so_far(self.task, snapshot):
            self._unshown_looks += 1
            if self._unshown_looks > UNSHOWN_LOOKS:
                self.give_up(self._unshown)
            return
        try:
            async with tile.typing:
                await deliver(tile, self.task, resume=True)
        except TimedOutError as error:
            self._unshown = error.message
            return
        except (AskStaleError, UndeliveredError):
            logger.info("first task held back by what the program showed", extra={"tile": tile.id})
            self.wait()
            return
        except HiveError as error:
            self.give_up(error.message)
            return
        self.task = ""
        tile.remember(pending_task="")

    def _may_hold(self, row: str, shown: int) -> bool:
        """Whether the composer may hold what was typed before, though not right before the cursor."""
        had_row, had_shown = self._blank or ("", 0)
        return shown > had_shown or (may_fold(self.task) and row != had_row)

    def give_up(self, why: str) -> None:
        """Say that it was not typed, and why."""
        if not self.task:
            return
        self.task = ""
        self._tile.turn.lose()
        self._tile.remember(pending_task="")
        self._tile.remark(f"the task was not typed: {why}")
