"""An answer to a tile's ask: guarded before, typed once, confirmed after.

The screen is read again right before the first key; when it no longer shows the ask that was meant, nothing is typed.
Keys are never typed a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hivemind.base.errors import (
    AskSettledError,
    AskStaleError,
    AskUnconfirmedError,
    BadRequestError,
    ExitedError,
    UnsupportedError,
)
from hivemind.base.oneline import visible
from hivemind.detect.watch import STEADY_HOLD
from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Status
from hivemind.terminal import keys as keyboard
from hivemind.tile.asks import STEADY_SECONDS
from hivemind.tile.typist import KEY_GAP

if TYPE_CHECKING:
    from hivemind.tile.tile import Tile

CONFIRM_SECONDS = 5.0
"""Seconds a question has to leave the screen after its answer was typed."""

STAND_SECONDS = 0.5
"""Seconds an ask must have been on the screen before it is typed at: programs draw a dialog before they read keys, or
drop the first ones on purpose. Claude Code 2.1.332 drops what comes within some 0.25 s of a permission question or its
trust dialog (measured 2026-11); there a dropped `down` and the `enter` after it leave the program. Where a program
takes longer, its agent file says so (`after`)."""

ELSEWHERE_SECONDS = 0.25
"""Seconds after somebody else's key before an answer is typed: that key may settle the question, and an Esc with a key
right behind it is read as another key."""


@dataclass(frozen=True, slots=True)
class Meant:
    """Which ask an answer is for; fields left out match any."""

    says: str | None = None
    fingerprint: str | None = None
    stands: Callable[[Ask], bool] | None = None
    """Asked right before the first key, with the ask as it is then: whether it is still to be answered."""


async def answer(tile: Tile, decision: str, meant: Meant) -> Ask:
    """Allow or deny; the ask, once its question has left the screen.

    Raises:
        AskStaleError, AskSettledError: the screen does not show that ask; nothing was typed.
        UnsupportedError: the manifest does not say how to answer this; nothing was typed.
        AskUnconfirmedError: typed, and the question is still there.
    """
    async with tile.typing:
        ask = await open_ask(tile, meant)
        if ask.says and meant.says is None:
            raise AskStaleError(
                f"{tile.name} shows its '{ask.says}' screen, which is answered only by name: nothing was typed",
                hint=f"hive ctl answer {tile.id} {decision} --says {ask.says}",
            )
        group = ask.says or ("permission" if ask.kind is Status.PERMISSION else "")
        found = tile.manifest.answer.get(group) if tile.manifest and group else None
        if found is None:
            hint = f"hive ctl choose {tile.id} N" if ask.can_choose else f"open it: hive ctl focus {tile.id}"
            raise UnsupportedError(
                f"{tile.name} asks a {ask.kind.value} that has no allow and deny: nothing was typed", hint=hint
            )
        names = found.allow if decision == "allow" else found.deny
        _check_selection(tile, ask, names)
        outcome = "allowed" if decision == "allow" else "denied"
        return await _type(tile, ask, names, outcome, after=found.after, stands=meant.stands)


def _check_selection(tile: Tile, ask: Ask, names: Sequence[str]) -> None:
    """Enter alone takes what is selected: the first option, unless somebody moved the selection."""
    selected = next((choice for choice in ask.choices if choice.selected), None)
    if tuple(names) == ("enter",) and selected is not None and selected is not ask.choices[0]:
        raise AskStaleError(
            f"in {tile.name} somebody selected '{visible(selected.label)}', which Enter would take: nothing was typed",
            hint=f"select '{visible(ask.choices[0].label)}' again: hive ctl focus {tile.id}",
        )


async def choose(tile: Tile, number: int, meant: Meant) -> Ask:
    """Pick an option by the number the screen gives it; raises as `answer` does.

    Raises:
        BadRequestError: the screen shows no such option; nothing was typed.
    """
    async with tile.typing:
        ask = await open_ask(tile, meant)
        tokens = tile.manifest.choose if tile.manifest else ()
        if not ask.can_choose or not tokens:
            raise UnsupportedError(
                f"{tile.name} shows no options that can be chosen by number: nothing was typed",
                hint=f"open it: hive ctl focus {tile.id}",
            )
        numbers = [choice.number for choice in ask.choices]
        if any(choice.number == number and choice.takes_text for choice in ask.choices):
            raise BadRequestError(
                f"option {number} of {tile.name} takes a text: nothing was typed",
                hint=f"hive ctl write {tile.id} TEXT",
            )
        if number not in numbers:
            shown = ", ".join(str(n) for n in numbers)
            raise BadRequestError(f"{tile.name} shows no option {number}: nothing was typed", hint=f"options: {shown}")
        return await _type(tile, ask, [token.replace("{n}", str(number)) for token in tokens], "chosen")


async def open_ask(tile: Tile, meant: Meant) -> Ask:
    """The ask on the screen right now, if it is the one that is meant; a paste that goes in is waited for."""
    async with tile.pasting:
        pass
    left = tile.last_typed + ELSEWHERE_SECONDS - tile.clock.monotonic()
    if left > 0:
        await tile.clock.sleep(left)
    await tile.look()
    if tile.reading.status.is_waiting and not shows(tile, tile.asks.current if tile.asks else None):
        await tile.clock.sleep(STEADY_HOLD)  # it has just come, and is an ask once it stays
        await tile.look()
    if tile.exit is not None:
        raise ExitedError(f"the program in {tile.name} has ended ({tile.exit}): nothing was typed")
    book = tile.asks
    ask = book.current if book else None
    if book is not None and meant.fingerprint and (ask is None or ask.fingerprint != meant.fingerprint):
        if book.was_settled(meant.fingerprint):
            raise AskSettledError(f"this ask of {tile.name} is settled already: nothing was typed")
        raise AskStaleError(f"{tile.name} does not ask this any more: nothing was typed")
    if book is None and tile.reading.status.is_waiting:
        raise AskStaleError(
            f"that {tile.name} waits is a guess, since no agent file describes its program: nothing was typed",
            hint=f"look: hive ctl screen {tile.id}",
        )
    if ask is None or not shows(tile, ask):
        raise AskStaleError(f"{tile.name} asks nothing ({tile.status.value}): nothing was typed")
    if meant.says is not None and ask.says != meant.says:
        raise AskStaleError(
            f"{tile.name} shows '{ask.says or ask.kind.value}', not '{meant.says}': nothing was typed",
            hint=f"look: hive ctl screen {tile.id}",
        )
    return ask


async def _type(
    tile: Tile,
    ask: Ask,
    names: Sequence[str],
    outcome: str,
    *,
    after: float = 0.0,
    stands: Callable[[Ask], bool] | None = None,
) -> Ask:
    book = tile.asks
    if book is None:
        raise AskStaleError(f"{tile.name} asks nothing: nothing was typed")
    await stand(tile, ask, max(STAND_SECONDS, after))
    if tile.pasting.locked():
        raise AskStaleError(f"somebody pastes into {tile.name}: nothing was typed")
    if stands is not None and not stands(book.current or ask):
        raise AskStaleError(f"{tile.name} is not to be answered so any more: nothing was typed")
    book.settle(outcome)
    tile.turn.expect()
    for index, name in enumerate(names):
        if index:
            await tile.clock.sleep(KEY_GAP)
            await tile.look()
            if not shows(tile, ask) or tile.pasting.locked():
                break  # it left before the last key: a key more would go to whatever came after, or into a paste
        tile.write(keyboard.encode(name, tile.modes))
    if await has_left(tile, ask):
        if tile.exit is not None and outcome == "allowed":
            raise ExitedError(f"{tile.name} was answered, and its program ended ({tile.exit})")
        return ask
    book.unsettle()
    raise AskUnconfirmedError(
        f"{tile.name} still shows the question {CONFIRM_SECONDS:g} s after the keys were typed",
        hint=f"look: hive ctl screen {tile.id}",
    )


async def stand(tile: Tile, ask: Ask, seconds: float = STAND_SECONDS) -> None:
    """Wait until the ask has been on the screen long enough to be typed at; raises as `open_ask` when it leaves."""
    left = ask.since / 1000 + seconds - tile.clock.epoch_ms() / 1000
    if left > 0:
        await tile.clock.sleep(left)
        await open_ask(tile, Meant(fingerprint=ask.fingerprint))


async def has_left(tile: Tile, ask: Ask) -> bool:
    """Whether the ask leaves the screen in time, and stays away."""
    deadline = tile.clock.monotonic() + CONFIRM_SECONDS
    away_since: float | None = None
    while True:
        await tile.look()
        now = tile.clock.monotonic()
        if tile.exit is not None:
            return True
        if shows(tile, ask):
            away_since = None
        elif away_since is None:
            away_since = now
        elif now - away_since >= STEADY_SECONDS:
            return True
        if now >= deadline and away_since is None:
            return False
        await tile.output.wait(STEADY_SECONDS / 2)


def shows(tile: Tile, ask: Ask | None) -> bool:
    """Whether the screen shows that ask right now: an open one may have left and not be gone for good."""
    current = tile.asks.current if tile.asks else None
    if ask is None or current is None or current.fingerprint != ask.fingerprint:
        return False
    return (tile.reading.status, tile.reading.says) == (ask.kind, ask.says)
