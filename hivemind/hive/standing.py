"""Standing permissions: which kind of thing is allowed in which tile, and until when.

Kept in memory only: they end with their time, with their tile, when somebody takes them back, when one of their answers
does not take, and with the daemon.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

import msgspec

from hivemind.base.clock import Clock
from hivemind.base.errors import BadRequestError, HiveError, UnsupportedError
from hivemind.hive.likeness import Likeness, likeness_of
from hivemind.protocol.ask import Ask
from hivemind.protocol.settled import Permit

MOST_MINUTES = 60
"""Nobody remembers longer what they allowed."""


@dataclass(frozen=True, slots=True)
class _Kept:
    permit: Permit
    likeness: Likeness
    ends: float
    """By the clock that nobody sets back."""


class Standing:
    """The permissions that stand now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[str, _Kept] = {}

    def give(self, tile_id: str, name: str, likeness: Likeness, minutes: int) -> Permit:
        """Let one kind of thing be allowed in a tile; in place of one for the same that stands already.

        Raises:
            BadRequestError: for no time at all, or for longer than anybody remembers.
        """
        if not 1 <= minutes <= MOST_MINUTES:
            raise BadRequestError(f"a permission stands for 1 to {MOST_MINUTES} minutes, not {minutes}")
        for kept in self._alive():
            if (kept.permit.tile_id, kept.likeness) == (tile_id, likeness):
                del self._kept[kept.permit.id]
        now = self._clock.epoch_ms()
        until = now + minutes * 60_000
        permit = Permit(secrets.token_hex(3), tile_id, name, likeness.kind, likeness.what, now, until)
        self._kept[permit.id] = _Kept(permit, likeness, self._clock.monotonic() + minutes * 60)
        return permit

    def covering(self, ask: Ask, folder: str) -> Permit | None:
        """The permission that allows what is asked, if one stands."""
        alive = [kept for kept in self._alive() if kept.permit.tile_id == ask.tile_id]
        if not alive:
            return None
        try:
            likeness = likeness_of(ask, folder)
        except UnsupportedError:
            return None  # a person is asked, as without a permission
        return next((kept.permit for kept in alive if kept.likeness == likeness), None)

    def use(self, permit_id: str) -> Permit | None:
        """It has answered an ask; the permission as it stands now."""
        kept = self._kept.get(permit_id)
        if kept is None:
            return None
        permit = msgspec.structs.replace(kept.permit, used=kept.permit.used + 1)
        self._kept[permit_id] = _Kept(permit, kept.likeness, kept.ends)
        return permit

    def revoke(self, permit_id: str) -> Permit:
        """Take one back.

        Raises:
            HiveError: NOT_FOUND, none has that id, or not any more.
        """
        self._alive()
        kept = self._kept.pop(permit_id, None)
        if kept is None:
            raise HiveError(
                f"no standing permission '{permit_id}'", hint="see them: hive ctl permits", code="NOT_FOUND"
            )
        return kept.permit

    def drop(self, tile_id: str) -> bool:
        """A tile is gone or its program has ended; whether permissions went with it."""
        gone = [kept.permit.id for kept in self._kept.values() if kept.permit.tile_id == tile_id]
        for permit_id in gone:
            del self._kept[permit_id]
        return bool(gone)

    def permits(self) -> list[Permit]:
        """Those that stand now, the one that ends first at the top."""
        return sorted((kept.permit for kept in self._alive()), key=lambda permit: (permit.until, permit.id))

    def _left(self, kept: _Kept) -> float:
        by_wall = (kept.permit.until - self._clock.epoch_ms()) / 1000
        return min(by_wall, kept.ends - self._clock.monotonic())

    def _alive(self) -> list[_Kept]:
        self._kept = {name: kept for name, kept in self._kept.items() if self._left(kept) > 0}
        return list(self._kept.values())
