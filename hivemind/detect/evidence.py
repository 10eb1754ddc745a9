"""What the program says of itself (OSC 7501) beside what its screen shows: which of them counts.

A waiting screen that a rule recognised counts before any record. A record that says blocked is blocked where no rule
recognised the screen, and nothing more: a record chooses no keys. Where a rule did, the screen counts: a record comes
some moments before its dialog. For working, done and idle the record counts before the screen, but
for one case: a program that keeps jobs running behind an idle input box says working all the time, and tells in its
`msg` what still runs (Claude Code 2.1.332: "1 shell still running"). Does not read screens.
"""

from __future__ import annotations

from hivemind.protocol.program import ProgramRecord, ProgramState
from hivemind.protocol.status import Reading, Status

_STATUSES = {
    ProgramState.BLOCKED: Status.BLOCKED,
    ProgramState.WORKING: Status.WORKING,
    ProgramState.DONE: Status.IDLE,
    ProgramState.ERROR: Status.IDLE,
    ProgramState.IDLE: Status.IDLE,
}

BACKGROUND = "still running"
"""Words of the `msg` of a program that waits at its input box while jobs of it go on."""


def weigh(screen: Reading, record: ProgramRecord | None) -> Reading:
    """The reading of a screen, or what the program's root record says where that counts more."""
    if record is None:
        return screen
    if screen.seen and (screen.status.is_waiting or record.state is ProgramState.BLOCKED):
        return screen
    status = _STATUSES[record.state]
    if status is screen.status or (screen.seen and _is_background(screen, record)):
        return screen
    return Reading(status, seen=screen.seen)


def _is_background(screen: Reading, record: ProgramRecord) -> bool:
    is_working = record.state is ProgramState.WORKING
    return screen.status is Status.IDLE and is_working and BACKGROUND in record.msg.lower()
