"""Who says what a tile does: the hooks of its program, once they have reported, and its screen.

Hooks know of a turn's beginning and end what no screen shows, but a report can get lost, and few programs report an
interrupt. So what they told counts until a screen that a rule recognised has said otherwise for some seconds; a waiting
screen that a rule recognised counts at once. Does not read screens, and answers nothing.
"""

from __future__ import annotations

import msgspec

from hivemind.base.clock import Clock
from hivemind.protocol.status import Reading, Status
from hivemind.tile.reducer import Input, Session, reduce

OTHERWISE_SECONDS = 5.0
"""A screen that says for so long that a turn goes on, or that its question is gone, has missed a report; longer than a
settled status is held (`detect.watch`)."""

QUIET_SECONDS = 10.0
"""A turn has ended without a report once the screen has been idle, and without output, for so long."""

DRAWN_SECONDS = 1.0
"""A question that a hook told before it is drawn counts so much later where a rule recognises the screen: until then
there is nothing to answer, and what another rule of the program allows is not drawn at all."""

SUBAGENT_SECONDS = 120.0
"""Subagents of which nothing was heard for so long have ended."""

SUBAGENT_LIMIT = 100
"""Subagents that are remembered at a time; of more, the newest."""

RESOLVED = Input(event="input.resolved")

ASKS = {
    "permission": Reading(Status.PERMISSION),
    "question": Reading(Status.QUESTION),
    "plan": Reading(Status.BLOCKED, says="plan_review"),
    "approval": Reading(Status.BLOCKED, says="awaiting_approval"),
}
"""What is shown while a program waits, by the kind its hook told."""


DRAWN = frozenset({Status.PERMISSION, Status.QUESTION})
"""What a program asks on its screen, in place of the signs that it works."""


class Sources:
    """The state that hooks told of one tile, weighed against its screen."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.session: Session | None = None
        """None until the first report: until then the screen alone counts."""
        self.deadline: float | None = None
        """Monotonic seconds at which `weigh` may say something else though nothing happens."""
        self.counts = ""
        """What gave the last reading: `hooks` or `screen`; empty before there was any."""
        self._told_at = 0.0
        self._subagents_at = 0.0
        self._screen: tuple[Status, bool] | None = None
        """What the screen said last, and whether a rule saw it."""
        self._screen_at = 0.0
        self._is_surmised = True
        """Whether a screen that a rule recognised counts at once: hooks did not speak of a turn yet, or something was
        seen that ends what they told last."""

    @property
    def detail(self) -> str:
        """How a turn ended that did not end well: `failed`, `limited` or `interrupted`; else empty."""
        state = self.session.state if self.session and self.counts == "hooks" else ""
        return state if state in {"failed", "limited", "interrupted"} else ""

    @property
    def children(self) -> int:
        """How many of its sub-agents work."""
        return len(self.session.subagents) if self.session else 0

    @property
    def _is_in_turn(self) -> bool:
        """Whether hooks told of a turn that goes on; else what they say is settled is nothing that we heard of."""
        return self.session is not None and self.session.state == "working"

    def tell(self, told: Input) -> None:
        """Take in a report, or a fact that counts only while there are reports."""
        if told.fact and self.session is None:
            return
        now = self._clock.monotonic()
        before = self.session or Session()
        self.session = reduce(before, told)
        if len(self.session.subagents) > SUBAGENT_LIMIT:
            newest = self.session.subagents[-SUBAGENT_LIMIT:]
            self.session = msgspec.structs.replace(self.session, subagents=newest)
        if told.fact == "interrupt":
            self._is_surmised = self._is_surmised or self.session is not before
        elif told.event.startswith(("turn.", "input.")) and (told.event != "input.resolved" or self._is_in_turn):
            self._told_at, self._is_surmised = now, False
        if told.event.startswith("subagent.") or told.event == "turn.ended":
            self._subagents_at = now

    def weigh(self, screen: Reading | None, last_output: float) -> Reading | None:
        """What the tile does, from its settled screen (None before there is one) and from what hooks told."""
        now = self._clock.monotonic()
        self._look(screen, now)
        self.deadline = None
        told = self._told(now)
        if told is None or screen is None or not screen.seen:
            self.counts = "" if told is None and screen is None else "screen" if told is None else "hooks"
            return screen if told is None else told
        due = self._due(screen, told, last_output)
        if due is not None and now < due:
            self.deadline = due if self.deadline is None else min(due, self.deadline)
        if told.status in DRAWN and (drawn := self._told_at + DRAWN_SECONDS) > now:
            self.deadline = drawn if self.deadline is None else min(drawn, self.deadline)
            told = Reading(Status.WORKING)
        is_screen = due is not None and now >= due
        self.counts = "screen" if is_screen else "hooks"
        return screen if is_screen else told

    def _look(self, screen: Reading | None, now: float) -> None:
        """Note since when the screen says what it says, and that a question which stood there has left."""
        seen = None if screen is None else (screen.status, screen.seen)
        if seen == self._screen:
            return
        if self._screen is not None and self._screen[0].is_waiting and self._screen[1]:
            self._is_surmised = True
            if self.session is not None:
                self.session = reduce(self.session, RESOLVED)
        self._screen, self._screen_at = seen, now

    def _told(self, now: float) -> Reading | None:
        """What hooks alone say; None while they said nothing."""
        session = self.session
        if session is None:
            return None
        if session.subagents:
            until = self._subagents_at + SUBAGENT_SECONDS
            if now >= until:
                session = self.session = msgspec.structs.replace(session, subagents=())
            else:
                self.deadline = until
        if session.state == "waiting":
            return ASKS.get(session.kind or "", Reading(Status.BLOCKED))
        return Reading(Status.WORKING if session.state == "working" or session.subagents else Status.IDLE)

    def _due(self, screen: Reading, told: Reading, last_output: float) -> float | None:
        """When a screen that a rule recognised counts instead of what hooks told; None: it does not."""
        if self.session is None or screen.status.is_waiting:
            return self._screen_at
        if screen.status is told.status:
            return None
        since = max(self._told_at, self._screen_at)
        if screen.status is Status.IDLE and self.session.subagents:
            return None  # those are heard of, or given up, on their own
        if self._is_surmised:
            return self._screen_at
        if screen.status is Status.WORKING:
            is_held = told.status is Status.BLOCKED  # by a hook that waits: the screen goes on as if it worked
            return None if is_held else since + OTHERWISE_SECONDS
        if told.status is Status.WORKING or told.status is Status.BLOCKED:
            return max(since, last_output) + QUIET_SECONDS
        return since + OTHERWISE_SECONDS
