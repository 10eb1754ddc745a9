from __future__ import annotations

import pytest

from hivemind.base.problems import Where
from hivemind.protocol.status import Reading, Status
from hivemind.testing.clock import ManualClock
from hivemind.tile.reducer import Input
from hivemind.tile.sources import (
    DRAWN_SECONDS,
    OTHERWISE_SECONDS,
    QUIET_SECONDS,
    SUBAGENT_LIMIT,
    SUBAGENT_SECONDS,
    Sources,
)

RULE = Where("a.yaml", 1, 1)
WORKING, IDLE, PERMISSION = (
    Reading(status, rule=RULE, seen=True) for status in (Status.WORKING, Status.IDLE, Status.PERMISSION)
)
GUESS = Reading(Status.IDLE)
LONG_AGO = -1000.0

START, END = Input(event="turn.started"), Input(event="turn.ended")


class Told:
    """Sources, and the clock by which they go."""

    def __init__(self, *events: Input) -> None:
        self.clock = ManualClock()
        self.sources = Sources(self.clock)
        for event in events:
            self.sources.tell(event)

    def weigh(self, screen: Reading | None, *, quiet: float = 1000.0) -> Status | None:
        found = self.sources.weigh(screen, self.clock.monotonic() - quiet)
        return found.status if found else None

    def passes(self, until: float) -> None:
        """Time to when it said that it wants to be asked again, which must not be later."""
        assert self.sources.deadline is not None
        assert self.sources.deadline <= self.clock.monotonic() + until
        self.clock.turn(self.sources.deadline - self.clock.monotonic())


@pytest.mark.parametrize("screen", [None, GUESS, WORKING, PERMISSION])
def test_until_the_first_report_the_screen_stands_in(screen: Reading | None) -> None:
    """3.5."""
    told = Told(Input(fact="interrupt"))
    assert told.weigh(screen) is (screen.status if screen else None)
    assert told.sources.counts == ("screen" if screen else "")


ASKED = "input.requested"
SHOWN = [
    ([START], Status.WORKING, ""),
    ([START, END], Status.IDLE, ""),
    ([Input(event="subagent.started", agent_id="a")], Status.WORKING, ""),
    ([Input(event=ASKED, kind="permission")], Status.PERMISSION, ""),
    ([Input(event=ASKED, kind="question")], Status.QUESTION, ""),
    ([Input(event=ASKED, kind="plan")], Status.BLOCKED, "plan_review"),
    ([Input(event=ASKED, kind="approval")], Status.BLOCKED, "awaiting_approval"),
    ([Input(event=ASKED, kind="other")], Status.BLOCKED, ""),
    ([START, Input(event="session.started")], Status.WORKING, ""),
]


@pytest.mark.parametrize(("events", "status", "says"), SHOWN)
def test_what_hooks_told_is_shown_where_no_rule_saw_the_screen(events: list[Input], status: Status, says: str) -> None:
    """3.5."""
    for screen in (None, GUESS):
        told = Told(*events)
        found = told.sources.weigh(screen, LONG_AGO)
        assert found == Reading(status, says)
        assert told.sources.counts == "hooks"


@pytest.mark.parametrize("outcome", ["failed", "limited", "interrupted", "done"])
def test_a_turn_that_ended_badly_is_idle_with_a_detail(outcome: str) -> None:
    told = Told(START, Input(event="turn.ended", outcome=outcome))
    assert told.weigh(GUESS) is Status.IDLE
    assert told.sources.detail == ("" if outcome == "done" else outcome)


@pytest.mark.parametrize("events", [[START], [START, END], [Input(event=ASKED, kind="plan")]])
def test_a_waiting_screen_that_a_rule_recognised_counts_at_once(events: list[Input]) -> None:
    assert Told(*events).weigh(PERMISSION) is Status.PERMISSION


def test_a_turn_goes_on_though_its_screen_looks_idle_while_there_is_output() -> None:
    told = Told(START)
    for _ in range(100):
        told.clock.turn(1.0)
        assert told.weigh(IDLE, quiet=0.5) is Status.WORKING


def test_a_lost_end_of_a_turn_is_made_good_by_a_screen_that_stands_idle() -> None:
    told = Told(START)
    assert told.weigh(IDLE, quiet=0.0) is Status.WORKING
    told.passes(QUIET_SECONDS)
    assert told.weigh(IDLE) is Status.IDLE
    assert told.sources.counts == "screen"
    told.sources.tell(START)
    assert told.weigh(IDLE) is Status.WORKING


def test_a_lost_beginning_of_a_turn_is_made_good_by_a_screen_that_works() -> None:
    told = Told(START, END)
    assert told.weigh(WORKING) is Status.IDLE, "its last spinner may still stand"
    told.passes(OTHERWISE_SECONDS)
    assert told.weigh(WORKING, quiet=0.0) is Status.WORKING


def test_a_question_that_stood_on_the_screen_and_left_is_settled_though_no_hook_says_so() -> None:
    told = Told(START, Input(event=ASKED, kind="permission"))
    assert told.weigh(WORKING) is Status.WORKING, "a hook comes before its dialog"
    told.passes(DRAWN_SECONDS)
    assert told.weigh(WORKING) is Status.PERMISSION
    assert told.weigh(PERMISSION) is Status.PERMISSION
    assert told.weigh(WORKING) is Status.WORKING
    assert told.weigh(IDLE) is Status.IDLE, "it was denied, which ends the turn"
    told.sources.tell(Input(event="input.resolved"))
    assert told.weigh(IDLE) is Status.WORKING


def test_a_question_that_never_came_to_the_screen_is_given_up() -> None:
    told = Told(START, Input(event=ASKED, kind="permission"))
    assert told.weigh(WORKING) is Status.WORKING
    told.passes(DRAWN_SECONDS)
    assert told.weigh(WORKING) is Status.PERMISSION
    told.passes(OTHERWISE_SECONDS)
    assert told.weigh(WORKING) is Status.WORKING


def test_a_plan_that_a_hook_holds_waits_while_the_screen_works() -> None:
    told = Told(START, Input(event=ASKED, kind="plan"))
    told.weigh(WORKING)
    told.clock.turn(3600)
    assert told.weigh(WORKING) is Status.BLOCKED
    told.weigh(IDLE, quiet=0.0)
    told.passes(QUIET_SECONDS)
    assert told.weigh(IDLE) is Status.IDLE


def test_after_a_typed_interrupt_the_screen_says_whether_it_took() -> None:
    """3.4: the fact counts only while hooks are the source."""
    told = Told(START, Input(fact="interrupt"))
    assert told.weigh(WORKING) is Status.WORKING
    assert told.weigh(IDLE) is Status.IDLE
    assert told.sources.detail == "interrupted"
    assert Told(START, Input(fact="interrupt")).weigh(GUESS) is Status.IDLE


def test_a_start_of_a_session_says_nothing_of_a_turn_that_the_screen_shows() -> None:
    told = Told(Input(event="session.started"))
    assert told.weigh(WORKING) is Status.WORKING
    assert told.weigh(GUESS) is Status.IDLE


def test_what_was_never_heard_of_cannot_be_settled() -> None:
    """So it is for a daemon that comes back in the middle of a turn."""
    resolved = Input(event="input.resolved")
    assert Told(resolved).weigh(WORKING) is Status.WORKING
    assert Told(START, END, resolved).weigh(WORKING) is Status.IDLE, "not more than the end of the turn said"
    told = Told(START)
    told.clock.turn(QUIET_SECONDS)
    told.sources.tell(resolved)
    assert told.weigh(IDLE) is Status.WORKING, "a tool that ended is a sign that the turn goes on"


def test_subagents_of_which_nothing_is_heard_have_ended() -> None:
    """3.5: 120 s after the last start or stop, counted anew when the turn ends."""
    told = Told(START, Input(event="subagent.started", agent_id="a"), Input(event="subagent.started", agent_id="b"))
    told.clock.turn(SUBAGENT_SECONDS - 1)
    told.sources.tell(Input(event="subagent.stopped", agent_id="a"))
    told.clock.turn(SUBAGENT_SECONDS - 1)
    told.sources.tell(END)
    assert told.weigh(IDLE) is Status.WORKING
    told.clock.turn(SUBAGENT_SECONDS - 1)
    assert told.weigh(IDLE) is Status.WORKING
    told.passes(1.0)
    assert told.weigh(IDLE) is Status.IDLE
    assert told.sources.deadline is None


def test_subagents_are_bounded() -> None:
    names = [f"a{n}" for n in range(SUBAGENT_LIMIT + 5)]
    told = Told(*(Input(event="subagent.started", agent_id=name) for name in names))
    assert told.sources.session is not None
    assert told.sources.session.subagents == tuple(names[5:])


def test_nothing_counts_after_the_end_of_the_program() -> None:
    told = Told(START, Input(fact="exited"), START)
    assert told.sources.session is not None
    assert told.sources.session.state == "exited"
