from __future__ import annotations

from pathlib import Path

from hivemind.protocol.screen import Size
from hivemind.workbench.recording import Recording
from hivemind.workbench.replay import differences, timeline
from tests.workbench.conftest import TOY, Agent, load

CLEAR = "\x1b[2J\x1b[H"
PLAYED = Recording(
    Size(10, 40),
    (
        (0.0, "o", "spinning"),
        (1.0, "o", CLEAR + "allow?"),
        (1.5, "i", "y"),
        (2.0, "m", "here"),
        (3.0, "r", "60x12"),
        (4.0, "o", CLEAR + "> "),
        (5.0, "o", "spinning"),
    ),
)


def test_a_timeline_has_one_entry_for_each_change(toy: Agent) -> None:
    changes = timeline(PLAYED, toy[2])
    assert [(change.at, change.status, change.line) for change in changes] == [
        (0.0, "working", 11),
        (1.0, "permission", 10),
        (4.0, "idle", 14),
        (5.0, "working", 11),
    ]


def test_what_stands_between_two_writes_of_a_frame_is_no_change(toy: Agent) -> None:
    frames = ((1.0, "o", CLEAR), (1.05, "o", "allow?"), (1.08, "o", CLEAR + "spinning"), (3.0, "o", CLEAR + "allow?"))
    events = ((0.0, "o", "spinning"), *frames, (9.0, "o", "!"))
    changes = timeline(Recording(Size(5, 40), events), toy[2])
    assert [(change.at, change.status) for change in changes] == [(0.0, "working"), (3.0, "permission")]


def test_a_flood_is_read_ten_times_a_second_and_its_end_always(toy: Agent) -> None:
    flood = [(at / 1000, "o", CLEAR + "spinning") for at in range(500)]
    events = (*flood, (0.5, "o", CLEAR + "allow?"), (9.0, "o", "!"))
    assert [change.at for change in timeline(Recording(Size(5, 40), events), toy[2])] == [0.0, 0.5]


def test_two_manifests_differ_where_they_read_another_status(toy: Agent, tmp_path: Path) -> None:
    path = tmp_path / "other" / "agent.yaml"
    path.parent.mkdir()
    path.write_text(TOY.replace('contains: "allow?"}, then: permission', 'contains: "allow?"}, then: question'))
    found = differences(PLAYED, toy[2], load(path)[2])
    assert [(one.start, one.end, one.status, one.other_status) for one in found] == [
        (1.0, 4.0, "permission", "question")
    ]
    assert differences(PLAYED, toy[2], toy[2]) == ()


def test_a_difference_lasts_to_the_end_of_the_recording(toy: Agent, tmp_path: Path) -> None:
    path = tmp_path / "other" / "agent.yaml"
    path.parent.mkdir()
    path.write_text(TOY.replace("then: working", "then: idle"))
    found = differences(PLAYED, toy[2], load(path)[2])
    assert [(one.start, one.end) for one in found] == [(0.0, 1.0), (5.0, 5.0)]
