from __future__ import annotations

from pathlib import Path

from hivemind.base.problems import Where
from hivemind.protocol.status import Reading, Status, StatusChange
from hivemind.testing import toy
from hivemind.testing.toy import Toy
from hivemind.tile.timeline import KEPT, Timeline


def test_a_change_is_kept_with_its_rule_where_a_rule_saw_it() -> None:
    timeline = Timeline("t1")
    rule = Where("agent.yaml", 4, 2)
    timeline.note(1, Reading(Status.BLOCKED, "trust", rule=rule), "screen")
    timeline.note(2, Reading(Status.WORKING, rule=rule), "hooks")
    timeline.note(3, Reading(Status.EXITED), "screen")
    assert timeline.changes == (
        StatusChange(1, Status.BLOCKED, "trust", "agent.yaml:4:2", "screen"),
        StatusChange(2, Status.WORKING, "", "", "hooks"),
        StatusChange(3, Status.EXITED),
    )


def test_the_oldest_changes_go() -> None:
    timeline = Timeline("t1")
    for at in range(KEPT + 10):
        timeline.note(at, Reading(Status.IDLE), "")
    assert [timeline.changes[0].at, len(timeline.changes)] == [10, KEPT]


async def test_a_tile_keeps_what_it_was(tmp_path: Path) -> None:
    it = Toy(tmp_path)
    it.pty.feed(toy.working())
    await it.tile.look()
    it.tile.ended(0)
    found = it.tile.timeline.changes
    assert [change.status for change in found] == [Status.WORKING, Status.EXITED]
    assert found[0].rule.rsplit(":", 2)[0].endswith("agent.yaml")
