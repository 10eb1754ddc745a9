from typing import Any

import pytest

from hivemind.tile.reducer import Input, Session, accepted, reduced

START, END = Input(event="turn.started"), Input(event="turn.ended")
ASK, OK = Input(event="input.requested", kind="plan"), Input(event="input.resolved")
STOP, EXIT = Input(fact="interrupt"), Input(fact="exited")


def sub(event: str, name: str = "a") -> Input:
    return Input(event=f"subagent.{event}", agent_id=name)


CASES = {
    "a turn": ([START, END], Session("done")),
    "its outcome is its state": (
        [Input(event="turn.ended", outcome="limited", background=2)],
        Session("limited", background=2),
    ),
    "an unknown outcome is done": ([Input(event="turn.ended", outcome="x")], Session("done")),
    "background counts anew": ([Input(event="turn.ended", background=2), END], Session("done")),
    "a question": ([ASK], Session("waiting", "plan")),
    "a question without kind": ([Input(event="input.requested")], Session("waiting", "other")),
    "an answer": ([ASK, OK], Session("working")),
    "an answer to nothing": ([OK], Session()),
    "an interrupt": ([ASK, STOP], Session("interrupted")),
    "an interrupt at rest": ([STOP], Session()),
    "subagents once": ([sub("started"), sub("started", "b"), sub("started")], Session(subagents=("a", "b"))),
    "subagents stop": ([sub("started"), sub("stopped")], Session()),
    "subagents without id": ([sub("started", "")], Session()),
    "compacting": ([START, Input(event="compacting.started")], Session("working", compacting=True)),
    "a session in a turn": ([START, Input(event="session.started")], Session("working")),
    "exit is final": ([EXIT, START, STOP], Session("exited")),
}


@pytest.mark.parametrize(("inputs", "expected"), CASES.values(), ids=CASES)
def test_events_make_a_state(inputs: list[Input], expected: Session) -> None:
    assert reduced(inputs) == expected


ACCEPTED = [
    ("turn.ended", {"outcome": "x", "kind": "plan"}, Input(event="turn.ended", outcome="done")),
    ("turn.ended", {"outcome": "limited", "background": 2}, Input(event="turn.ended", outcome="limited", background=2)),
    ("turn.ended", {"background": 10_000}, Input(event="turn.ended", outcome="done")),
    ("turn.ended", {"background": -1}, Input(event="turn.ended", outcome="done")),
    ("turn.started", {"outcome": "done", "kind": "plan", "background": 3}, Input(event="turn.started")),
    ("input.requested", {"kind": "x"}, Input(event="input.requested", kind="other")),
    ("input.requested", {"kind": "plan"}, Input(event="input.requested", kind="plan")),
    ("subagent.started", {"agent_id": "a"}, Input(event="subagent.started", agent_id="a")),
    ("turn.began", {}, None),
    ("", {}, None),
]


@pytest.mark.parametrize(("event", "given", "expected"), ACCEPTED)
def test_a_report_is_taken_as_far_as_it_belongs_to_its_event(
    event: str, given: dict[str, Any], expected: Input | None
) -> None:
    """3.3."""
    rest: dict[str, Any] = {"outcome": "", "kind": "", "agent_id": "", "background": 0} | given
    assert accepted(event, **rest) == expected
