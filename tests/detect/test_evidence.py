from __future__ import annotations

import pytest

from hivemind.detect.evidence import weigh
from hivemind.protocol.program import ProgramRecord, ProgramState
from hivemind.protocol.status import Reading, Status


@pytest.mark.parametrize(
    ("screen", "seen", "state", "msg", "expected"),
    [
        (Status.QUESTION, True, ProgramState.DONE, "", Status.QUESTION),
        (Status.PERMISSION, True, ProgramState.WORKING, "", Status.PERMISSION),
        (Status.IDLE, True, ProgramState.WORKING, "", Status.WORKING),
        (Status.IDLE, True, ProgramState.WORKING, "1 shell still running", Status.IDLE),
        (Status.IDLE, False, ProgramState.WORKING, "1 shell still running", Status.WORKING),
        (Status.WORKING, True, ProgramState.DONE, "", Status.IDLE),
        (Status.IDLE, False, ProgramState.BLOCKED, "", Status.BLOCKED),
        (Status.WORKING, True, ProgramState.BLOCKED, "", Status.WORKING),
        (Status.IDLE, False, ProgramState.ERROR, "", Status.IDLE),
        (Status.BLOCKED, False, ProgramState.IDLE, "", Status.IDLE),
    ],
)
def test_what_counts(screen: Status, seen: object, state: ProgramState, msg: str, expected: Status) -> None:
    assert weigh(Reading(screen, seen=bool(seen)), ProgramRecord("", state, msg=msg)).status is expected


def test_a_record_chooses_no_keys_and_makes_no_screen_seen() -> None:
    record = ProgramRecord("", ProgramState.BLOCKED, kind="permission")
    assert weigh(Reading(Status.IDLE), record) == Reading(Status.BLOCKED)


def test_without_a_record_the_screen_counts() -> None:
    screen = Reading(Status.IDLE, seen=True, index=3)
    assert weigh(screen, None) is screen
