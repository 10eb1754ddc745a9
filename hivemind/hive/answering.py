"""Answers to asks: who may give them, that they are kept, and what standing permissions allow by themselves."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from hivemind.base.errors import (
    AskSettledError,
    AskStaleError,
    AskUnconfirmedError,
    BadRequestError,
    ExitedError,
    HiveError,
)
from hivemind.base.oneline import visible
from hivemind.hive.ledger import Ledger
from hivemind.hive.likeness import likeness_of
from hivemind.hive.policy import may_type
from hivemind.hive.standing import MOST_MINUTES, Standing
from hivemind.hive.unbroken import carried_out
from hivemind.protocol.ask import Ask
from hivemind.protocol.events import AnswerGiven, AskOpened, Notice, PermitsChanged
from hivemind.protocol.screen import Snapshot
from hivemind.protocol.settled import Permit, Settled, Who
from hivemind.protocol.verb import Caller
from hivemind.terminal.rows import text_of
from hivemind.tile import reply, writing
from hivemind.tile.asks import STEADY_SECONDS, AskChange
from hivemind.tile.reply import Meant

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive
    from hivemind.tile.tile import Tile
    from hivemind.verbs.answer import Answer
    from hivemind.verbs.choose import Choose
    from hivemind.verbs.permit import Permit as PermitRequest
    from hivemind.verbs.write import Write

Outcome = Literal["allowed", "denied", "chosen", "written", "typed"]

REMEMBERED = 64
"""Asks whose screens are at hand, for when they are answered."""


@dataclass(frozen=True, slots=True)
class By:
    """Who answers."""

    who: Who
    name: str = ""
    """The tile of an agent, or the id of a standing permission."""


class Answering:
    """Every answer of a hive goes through here."""

    def __init__(self, hive: Hive) -> None:
        self._hive = hive
        self.ledger = Ledger(hive.places.answers, complain=self._complain)
        self.standing = Standing(hive.clock)
        self._screens: OrderedDict[tuple[str, str], Snapshot] = OrderedDict()
        self._by_itself: set[tuple[str, str]] = set()
        self._closed: dict[str, tuple[Ask, str]] = {}

    # -- answers -------------------------------------------------------------------------------------------------

    async def answer(self, request: Answer, caller: Caller) -> str:
        """Allow or deny; the ask's fingerprint."""
        tile = self._tile(request.tile, caller)
        outcome: Outcome = "allowed" if request.decision == "allow" else "denied"
        act = reply.answer(tile, request.decision, Meant(request.says, request.ask))
        return await self._carried_out(tile, act, _by(caller), outcome)

    async def choose(self, request: Choose, caller: Caller) -> str:
        """Pick an option; the ask's fingerprint."""
        tile = self._tile(request.tile, caller)
        act = reply.choose(tile, request.number, Meant(fingerprint=request.ask))
        return await self._carried_out(tile, act, _by(caller), "chosen", number=request.number)

    async def write(self, request: Write, caller: Caller) -> str:
        """Answer with a text; the ask's fingerprint."""
        tile = self._tile(request.tile, caller)
        act = writing.write(tile, request.text, Meant(fingerprint=request.ask))
        return await self._carried_out(tile, act, _by(caller), "written", text=request.text)

    async def permit(self, request: PermitRequest, caller: Caller) -> Permit:
        """Allow what a tile asks, and let the same kind be allowed there for a while; raises as `answer` does.

        Raises:
            UnsupportedError: what is asked is like nothing else; nothing was typed.
            BadRequestError: for no time at all, or too long; nothing was typed.
        """
        tile = self._tile(request.tile, caller)
        if not 1 <= request.minutes <= MOST_MINUTES:
            raise BadRequestError(f"a permission stands for 1 to {MOST_MINUTES} minutes, not {request.minutes}")
        await tile.look()
        ask = tile.asks.current if tile.asks else None
        if ask is None or (request.ask and ask.fingerprint != request.ask):
            raise AskStaleError(f"{tile.name} does not ask this any more: nothing was typed")
        likeness = likeness_of(ask, tile.record.cwd)
        if request.look:
            now = self._hive.clock.epoch_ms()
            return Permit("", tile.id, _name(tile), likeness.kind, likeness.what, now, now)
        act = reply.answer(tile, "allow", Meant(fingerprint=ask.fingerprint))
        await self._carried_out(tile, act, _by(caller), "allowed")
        permit = self.standing.give(tile.id, _name(tile), likeness, request.minutes)
        self._tell_permits()
        return permit

    def revoke(self, permit_id: str) -> Permit:
        """Take a standing permission back; raises as `Standing.revoke` does."""
        permit = self.standing.revoke(permit_id)
        self._tell_permits()
        return permit

    def ended(self, tile_id: str) -> None:
        """A tile's program has ended: nothing is allowed there any more."""
        if self.standing.drop(tile_id):
            self._tell_permits()

    def drop(self, tile_id: str) -> None:
        """A tile is gone."""
        self.ended(tile_id)
        self._closed.pop(tile_id, None)
        for key in [key for key in self._screens if key[0] == tile_id]:
            del self._screens[key]

    # -- what tiles tell -----------------------------------------------------------------------------------------

    def take(self, tile: Tile, change: AskChange) -> bool:
        """An ask opened, changed or closed; whether the open one is being allowed, so that nobody need hear of it."""
        if change.closed:
            self._closed[tile.id] = change.closed, change.outcome
            if change.outcome == "gone":
                self._hive.run(self._note_typed(tile, change.closed))
        ask = change.opened
        if ask is None:
            return False
        key = ask.tile_id, ask.fingerprint
        is_new = key not in self._screens
        self._screens[key] = tile.snapshot
        while len(self._screens) > REMEMBERED:
            self._screens.popitem(last=False)
        permit = self.standing.covering(ask, tile.record.cwd) if is_new else None
        if permit is not None:
            self._by_itself.add(key)
            self._mark(tile, is_being_allowed=True)
            self._hive.run(self._allow(tile, ask, permit))
        return key in self._by_itself

    async def _allow(self, tile: Tile, ask: Ask, permit: Permit) -> None:
        """Allow an ask by a standing permission; where that fails the permission ends, and a person is asked."""
        try:
            await self._hive.clock.sleep(reply.STAND_SECONDS)  # until all of the dialog is drawn
            # somebody may take it back while the answer waits for its turn to be typed
            stands = partial(self._is_covered, tile, permit)
            await tile.look()
            if (current := tile.asks.current if tile.asks else None) and stands(current):
                act = reply.answer(tile, "allow", Meant(fingerprint=ask.fingerprint, stands=stands))
                await self._kept(tile, act, By("standing", permit.id), "allowed")
                self.standing.use(permit.id)
                self._tell_permits()
        except (AskStaleError, AskSettledError, ExitedError):
            pass  # it left by itself, or somebody was faster
        except HiveError as error:
            self.ended(tile.id)
            words = f"{visible(_name(tile))}: the standing permission did not work and has ended: {error.message}"
            self._hive.bus.publish(Notice(words, is_error=True))
        finally:
            self._by_itself.discard((ask.tile_id, ask.fingerprint))
            self._mark(tile, is_being_allowed=False)
        current = tile.asks.current if tile.asks else None
        if current is not None and current.fingerprint == ask.fingerprint:
            self._hive.inbox.open(current)
            self._hive.bus.publish(AskOpened(current))
        self._hive.tile_changed(tile)

    def _is_covered(self, tile: Tile, permit: Permit, ask: Ask) -> bool:
        """Whether that permission stands now and covers all that the ask says now."""
        covering = self.standing.covering(ask, tile.record.cwd)
        return covering is not None and covering.id == permit.id

    # -- the history ---------------------------------------------------------------------------------------------

    async def history(self, fits: Callable[[Settled], bool], limit: int) -> list[Settled]:
        """At most so many answers that fit, newest first, without their screens."""

        def look() -> list[Settled]:
            found = [msgspec.structs.replace(entry, screen=()) for entry in self.ledger.entries() if fits(entry)]
            return found[::-1][:limit]

        return await asyncio.to_thread(look)

    async def given(self, name: str) -> Settled:
        """One answer with its screen.

        Raises:
            HiveError: NOT_FOUND, none of that id is kept.
        """

        def look() -> Settled | None:
            return next((entry for entry in self.ledger.entries() if entry.id == name), None)

        found = await asyncio.to_thread(look)
        if found is None:
            raise HiveError(f"no answer '{name}' is kept", hint="see them: hive ctl answers", code="NOT_FOUND")
        return found

    async def _carried_out(
        self, tile: Tile, act: Coroutine[Any, Any, Ask], by: By, outcome: Outcome, *, number: int = 0, text: str = ""
    ) -> str:
        """Carry out an answer, also when whoever gave it goes meanwhile; the ask's fingerprint."""
        kept = self._kept(tile, act, by, outcome, number=number, text=text)
        return (await carried_out(self._hive.run, kept)).fingerprint

    async def _kept(
        self, tile: Tile, act: Coroutine[Any, Any, Ask], by: By, outcome: Outcome, *, number: int = 0, text: str = ""
    ) -> Ask:
        """Carry out an answer and keep it, also when it cannot be told whether it took."""

        def keep(ask: Ask, *, is_confirmed: bool = True) -> None:
            label = next((choice.label for choice in ask.choices if number and choice.number == number), text)
            self._keep(tile, ask, by, outcome, answer=label, is_confirmed=is_confirmed)

        try:
            ask = await act
        except AskUnconfirmedError:
            if tile.asks and tile.asks.current:
                keep(tile.asks.current, is_confirmed=False)
            raise
        except ExitedError:
            closed, said = self._closed.get(tile.id, (None, ""))
            if closed is not None and said == outcome:
                keep(closed)  # the program ended of it
            raise
        keep(ask)
        return ask

    async def _note_typed(self, tile: Tile, ask: Ask) -> None:
        """A question has left without an answer of ours: keep that if somebody typed in its tile meanwhile."""
        typed_ago = self._hive.clock.monotonic() - tile.last_typed
        asked_ago = (self._hive.clock.epoch_ms() - ask.since) / 1000
        await self._hive.clock.sleep(STEADY_SECONDS * 2)
        current = tile.asks.current if tile.asks else None
        if typed_ago < asked_ago and (current is None or current.fingerprint != ask.fingerprint):
            self._keep(tile, ask, By("tile"), "typed")

    def _keep(
        self, tile: Tile, ask: Ask, by: By, outcome: Outcome, *, answer: str = "", is_confirmed: bool = True
    ) -> None:
        now = self._hive.clock.epoch_ms()
        snapshot = self._screens.get((ask.tile_id, ask.fingerprint))
        entry = Settled(
            id=self.ledger.name(now),
            at=now,
            who=by.who,
            by=by.name,
            tile_id=tile.id,
            name=_name(tile),
            agent=tile.record.agent or "",
            kind=ask.kind,
            says=ask.says,
            question=ask.question,
            command=ask.command,
            outcome=outcome,
            answer=answer,
            is_confirmed=is_confirmed,
        )
        self._hive.bus.publish(AnswerGiven(entry))
        self.ledger.keep(msgspec.structs.replace(entry, screen=tuple(text_of(snapshot))) if snapshot else entry)

    # -- small things --------------------------------------------------------------------------------------------

    def _tile(self, word: str, caller: Caller) -> Tile:
        tile = self._hive.tile(word)
        may_type(caller, tile.id)
        return tile

    @staticmethod
    def _mark(tile: Tile, *, is_being_allowed: bool) -> None:
        if tile.asks:
            tile.asks.is_being_allowed = is_being_allowed

    def _tell_permits(self) -> None:
        self._hive.bus.publish(PermitsChanged(tuple(self.standing.permits())))

    def _complain(self, words: str) -> None:
        self._hive.bus.publish(Notice(words, is_error=True))


def _by(caller: Caller) -> By:
    if caller.tile_id is not None:
        return By("agent", caller.tile_id)
    return By("command" if caller.is_command else "person")


def _name(tile: Tile) -> str:
    return tile.summary().shown or tile.name
