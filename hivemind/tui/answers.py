"""Answering what the bar shows: what a key may do now, and what is said afterwards in plain words.

An answer names the ask it was given for (its fingerprint), so it can never land on another one. Types nothing itself:
the daemon reads the screen again, types, and watches the question leave.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from hivemind.base.errors import AskSettledError, AskStaleError, AskUnconfirmedError, HiveError
from hivemind.protocol.ask import Ask
from hivemind.protocol.events import AnswerGiven, AskClosed
from hivemind.protocol.status import Status
from hivemind.protocol.verb import AnyVerb
from hivemind.tui.board import Board, key_of
from hivemind.tui.keymap import Keymap, shown, spelled
from hivemind.tui.look import Look
from hivemind.tui.says import Say
from hivemind.tui.signs import called
from hivemind.tui.visible import clip, visible
from hivemind.tui.wire import NO_DAEMON_HINT, Wire
from hivemind.verbs.answer import Answer
from hivemind.verbs.choose import Choose
from hivemind.verbs.permit import Permit

MATTER_CELLS = 60
"""What was answered is repeated at most this long."""

FIRST_ASK = "an agent waits for you: from any tile, press {keys} below"
"""Said once, when the first ask comes."""

Start = Callable[[Awaitable[None]], Any]
"""Runs something beside everything else."""


class Answers:
    """The person's answers to asks."""

    def __init__(self, board: Board, wire: Wire, look: Look, *, say: Say, start: Start) -> None:
        self._board = board
        self._wire = wire
        self._clock = look.clock
        self._keys = look.keys
        self._say = say
        self._start = start
        self._has_explained = False
        self.is_hidden: Callable[[], bool] = lambda: False
        """Whether something else stands where the ask would be seen."""

    def decide(self, decision: Literal["allow", "deny"]) -> None:
        """Allow or deny the ask in the bar."""
        ask = self.ready()
        if ask is None:
            return
        if not ask.is_answerable and ask.kind is Status.QUESTION and ask.can_choose and ask.choices:
            picks = self._keys.press("choose", str(ask.choices[0].number))
            self._say(f"this is a question: {picks} picks the first option, and so on", is_refusal=True)
            return
        if not ask.is_answerable:
            self._say(f"how to allow or deny this one is not known: {self.opens}, answer it there", is_refusal=True)
            return
        verb = Answer(tile=ask.tile_id, decision=decision, says=ask.says or None, ask=ask.fingerprint)
        self._send(ask, verb, "allowed" if decision == "allow" else "denied")

    def choose(self, number: int) -> None:
        """Pick an option of the ask in the bar."""
        ask = self.ready()
        if ask is None:
            return
        option = next((c for c in ask.choices if c.number == number), None)
        if not ask.can_choose or option is None:
            reason = f"this question has no option {number}" if ask.can_choose else "options cannot be picked from here"
            self._say(f"{reason}: {self.opens}, answer it there", is_refusal=True)
            return
        self._send(
            ask,
            Choose(tile=ask.tile_id, number=number, ask=ask.fingerprint),
            f"chose {number}, {visible(option.label)}",
        )

    def permit(self, ask: Ask, minutes: int) -> None:
        """Allow an ask, and for so many minutes the same kind of thing in its tile."""
        verb = Permit(tile=ask.tile_id, minutes=minutes, ask=ask.fingerprint)
        self._send(ask, verb, f"allowed, and the like for {minutes} min")

    def wants_text(self, number: int) -> bool:
        """Whether that option of the ask in the bar is a field for a text."""
        ask = self._board.ask
        return ask is not None and any(c.number == number and c.takes_text for c in ask.choices)

    def tell_opened(self) -> None:
        """An ask came: the first time, say how asks are answered."""
        if not self._has_explained:
            self._has_explained = True
            is_plain = self._keys.press("allow").startswith(shown(self._keys.prefix))
            keys = f"{spelled(self._keys.prefix)}, then a key" if is_plain else "the keys"
            self._say(FIRST_ASK.format(keys=keys))

    def tell_closed(self, event: AskClosed) -> None:
        """The ask in the bar was settled: say so, unless it was by an answer from here, which says more."""
        tile = self._board.tiles.get(event.tile_id)
        if tile and key_of(event) == self._board.shown and key_of(event) not in self._board.answering:
            outcome = "answered in its tile" if event.outcome == "gone" else f"{event.outcome} elsewhere"
            self._say(f"{visible(called(tile))}: the question is gone, {outcome}")

    @property
    def opens(self) -> str:
        """Which key goes to the tile that asks."""
        return f"{self._keys.way('open_ask')} opens it"

    def ready(self) -> Ask | None:
        """The ask in the bar, if a key may answer it now; else it is said why not."""
        board = self._board
        ask = board.ask
        if ask is None:
            self._say("nothing waits for an answer; nothing was typed", is_refusal=True)
        elif key_of(ask) in board.answering:
            self._say("an answer to this one is already on its way", is_refusal=True)
        elif self.is_hidden():
            self._say("you would not see what you answer: Esc closes the field, the text is kept", is_refusal=True)
        elif board.is_fresh(self._clock.monotonic()):
            self._say(
                "the question changed just now; nothing was typed, press again if you mean this one", is_refusal=True
            )
        elif self._wire.is_lost:
            self._say(f"no daemon: nothing was typed; {NO_DAEMON_HINT}", is_refusal=True)
        else:
            return ask
        return None

    def tell_given(self, event: AnswerGiven) -> None:
        """An answer was given: of those by a standing permission the person hears, since nobody pressed a key."""
        given = event.answer
        if given.who == "standing":
            what = clip(visible(given.command), MATTER_CELLS)
            self._say(f"allowed without asking: {visible(given.name)}  {what}  ({self._keys.way('history')} ends that)")

    def _send(self, ask: Ask, verb: AnyVerb, done: str) -> None:
        self._board.answering.add(key_of(ask))
        self._start(self._settle(ask, verb, done))

    async def _settle(self, ask: Ask, verb: AnyVerb, done: str) -> None:
        tile = self._board.tiles.get(ask.tile_id)
        who = visible(called(tile)) if tile else ask.tile_id
        try:
            await self._wire.call(verb)
        except HiveError as error:
            self._board.answering.discard(key_of(ask))
            self._say(f"{who}: {told(error, self._keys)}", is_error=True)
        else:
            what = clip(visible(ask.command), MATTER_CELLS)
            self._say(f"{done}: {who}" + (f"  {what}" if what else ""))


def told(error: HiveError, keys: Keymap) -> str:
    """An error of an answer, in plain words."""
    if isinstance(error, AskStaleError):
        return "the question was gone or had changed, nothing typed"
    if isinstance(error, AskSettledError):
        return "somebody else had answered, nothing typed"
    if isinstance(error, AskUnconfirmedError):
        return f"the keys were typed once, but the question is still there; open it ({keys.way('open_ask')}) and look"
    return f"{error.message} ({error.hint})" if error.hint else error.message
