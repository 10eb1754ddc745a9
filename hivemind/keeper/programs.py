"""All programs of the keeper: those it keeps for the daemon, and those that were told to go and are not gone yet."""

from __future__ import annotations

import logging
import selectors
import signal
import time

from hivemind.base.errors import HiveError
from hivemind.keeper.program import Program

log = logging.getLogger(__name__)


class Programs:
    """Programs by number. The numbers are never used again while the keeper lives."""

    def __init__(self, selector: selectors.BaseSelector, *, forget_grace: float) -> None:
        self._selector = selector
        self._forget_grace = forget_grace
        self._kept: dict[int, Program] = {}
        self._leaving: list[Program] = []
        self._last_number = 0

    @property
    def kept(self) -> list[Program]:
        """Those the daemon may adopt, ended ones too, oldest first."""
        return list(self._kept.values())

    @property
    def has_live(self) -> bool:
        """Whether any program, kept or leaving, still runs."""
        return bool(self._leaving) or any(not program.has_ended for program in self._kept.values())

    @property
    def needs_looks(self) -> bool:
        """Whether something must be looked at every now and then, because no descriptor or signal will tell."""
        unwatched = any(not (p.is_own or p.pidfd >= 0 or p.has_ended) for p in self._kept.values())
        return bool(self._leaving) or unwatched

    def get(self, number: object) -> Program:
        """The kept program of that number.

        Raises:
            HiveError: NOT_FOUND, there is none.
        """
        # JSON's true would be found as 1.
        program = self._kept.get(number) if isinstance(number, int) and not isinstance(number, bool) else None
        if program is None:
            raise HiveError(f"the keeper has no program {str(number)[:20]}", code="NOT_FOUND")
        return program

    def keep(self, pid: int, master: int, record: str, *, is_own: bool) -> Program:
        """Take a program in; its master belongs to us from now on."""
        self._last_number += 1
        program = Program(number=self._last_number, pid=pid, master=master, is_own=is_own)
        program.record = record
        self._kept[program.number] = program
        if program.pidfd >= 0:
            self._selector.register(program.pidfd, selectors.EVENT_READ, lambda _mask: None)
        log.info("program %s: id %d, pid %d", "started" if is_own else "taken over", program.number, pid)
        return program

    def forget(self, program: Program) -> None:
        """Hang up its terminal and drop it; it is killed when it has not gone by the end of its grace."""
        del self._kept[program.number]
        if not program.has_ended:
            program.send_signal(signal.SIGHUP)
            # A stopped program sees the hangup only once it goes on.
            program.send_signal(signal.SIGCONT)
            program.kill_at = time.monotonic() + self._forget_grace
            self._leaving.append(program)
        program.give_up()

    def look(self) -> list[Program]:
        """Reap; the kept programs that have ended since the last look. Those overdue to leave are killed."""
        ended = [program for program in self._kept.values() if self._has_just_ended(program)]
        for program in ended:
            log.info("program ended: id %d, pid %d, exit %s", program.number, program.pid, program.exit)
        self._leaving = [program for program in self._leaving if not self._has_just_ended(program)]
        for program in self._leaving:
            if program.kill_at is not None and time.monotonic() >= program.kill_at:
                program.send_signal(signal.SIGKILL)
        return ended

    def _has_just_ended(self, program: Program) -> bool:
        has_ended = program.look()
        if has_ended and program.pidfd >= 0:
            self._selector.unregister(program.pidfd)
            program.close_watch()
        return has_ended

    def send_signal(self, number: int) -> None:
        """Signal every program, also those that are leaving."""
        for program in [*self._kept.values(), *self._leaving]:
            program.send_signal(number)
            program.send_signal(signal.SIGCONT)

    def give_up(self) -> None:
        """Close every master."""
        for program in self._kept.values():
            program.give_up()
