import pytest

from hivemind.tile.reducer import Input, Session, reduced

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
