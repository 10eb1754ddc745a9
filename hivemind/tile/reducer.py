"""What a program's hooks report, to the state of its session. Pure: no clock, no tile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from hivemind.launch.hook_report import OUTCOMES
from hivemind.manifest.shapes import EventName

State = Literal["idle", "working", "waiting", "done", "failed", "interrupted", "limited", "exited"]


class Session(msgspec.Struct, frozen=True):
    """The state of a session, as its hooks told it."""

    state: State = "idle"
    kind: str | None = None
    """What it waits for; only while it waits."""
    subagents: tuple[str, ...] = ()
    """Ids of those that run, oldest first."""
    background: int = 0
    """Tasks that went on when the turn ended."""
    compacting: bool = False


class Input(msgspec.Struct, frozen=True, rename="camel"):
    """One accepted event, or a fact that we know ourselves."""

    event: str = ""
    fact: Literal["", "exited", "interrupt"] = ""
    outcome: str = ""
    kind: str = ""
    agent_id: str = ""
    background: int = 0


EVENTS = frozenset(get_args(EventName))
"""What a hook may report."""

KINDS = frozenset({"approval", "other", "permission", "plan", "question"})
"""What a program may wait for."""

BACKGROUND_LIMIT = 10_000
"""A count of tasks from here on is none."""


def accepted(event: str, *, outcome: str, kind: str, agent_id: str, background: int) -> Input | None:
    """A report as it counts; None for an event that is not known. What does not belong to an event is dropped."""
    if event not in EVENTS:
        return None
    is_end, is_ask = event == "turn.ended", event == "input.requested"
    return Input(
        event,
        outcome=(outcome if outcome in OUTCOMES else "done") if is_end else "",
        kind=(kind if kind in KINDS else "other") if is_ask else "",
        agent_id=agent_id,
        background=background if is_end and 0 < background < BACKGROUND_LIMIT else 0,
    )


def reduce(session: Session, told: Input) -> Session:
    """The state after it; nothing changes once the program has exited."""
    if session.state == "exited":
        return session
    if told.fact:
        return _of_fact(session, told.fact)
    match told.event:
        case "turn.started":
            return _in(session, "working")
        case "turn.ended":
            ended: State = OUTCOMES.get(told.outcome, "done")
            return msgspec.structs.replace(_in(session, ended), background=told.background)
        case "input.requested":
            return msgspec.structs.replace(session, state="waiting", kind=told.kind or "other")
        case "input.resolved":
            return _in(session, "working") if session.state == "waiting" else session
        case "subagent.started" | "subagent.stopped" if told.agent_id:
            return _subagent(session, told.agent_id, is_running=told.event == "subagent.started")
        case "compacting.started" | "compacting.ended":
            return msgspec.structs.replace(session, compacting=told.event == "compacting.started")
        case _:  # session.* may come in the middle of a turn
            return session


def _of_fact(session: Session, fact: str) -> Session:
    if fact == "exited":
        return _in(session, "exited")
    return _in(session, "interrupted") if session.state in {"working", "waiting"} else session


def _subagent(session: Session, name: str, *, is_running: bool) -> Session:
    if is_running and name in session.subagents:
        return session
    others = tuple(other for other in session.subagents if other != name)
    return msgspec.structs.replace(session, subagents=(*others, name) if is_running else others)


def reduced(inputs: Iterable[Input]) -> Session:
    """The state after all of them, from the initial one."""
    session = Session()
    for told in inputs:
        session = reduce(session, told)
    return session


def _in(session: Session, state: State) -> Session:
    return msgspec.structs.replace(session, state=state, kind=None)
