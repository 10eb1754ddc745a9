"""Waiting screens as asks: one ask for each waiting episode, and the names by which answers find them."""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from dataclasses import dataclass

import msgspec

from hivemind.detect.asking import NO_HINTS, Hints
from hivemind.detect.dialog import Dialog, dialog_of
from hivemind.detect.text import ScreenText
from hivemind.manifest.manifest import Manifest
from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Reading, Status

STEADY_SECONDS = 0.1
"""Seconds a question must stay away to be gone: one that comes back sooner was only painted anew."""

REMEMBERED = 64
"""Settled asks whose fingerprints are kept, to tell 'settled' from 'never heard of'."""


@dataclass(frozen=True, slots=True)
class AskChange:
    """What became of asks with one look at the screen."""

    opened: Ask | None = None
    """New, or the open one with other rows."""
    closed: Ask | None = None
    outcome: str = "gone"


@dataclass(frozen=True, slots=True)
class Left:
    """The ask that was open last, for when its screen comes back at once."""

    ask: Ask
    base: str
    outcome: str
    at: int
    """Milliseconds since the epoch."""


class AskBook:
    """The asks of one tile: at most one is open."""

    def __init__(self, tile_id: str, manifest: Manifest) -> None:
        self._tile_id = tile_id
        self._manifest = manifest
        self._seen: Counter[str] = Counter()
        self._settled: deque[str] = deque(maxlen=REMEMBERED)
        self._base = ""
        self._outcome = ""
        self._left: Left | None = None
        self.current: Ask | None = None

    def was_settled(self, fingerprint: str) -> bool:
        """Whether that ask was open once and is not any more."""
        return fingerprint in self._settled

    def settle(self, outcome: str) -> None:
        """The open ask is being answered: this is what its closing will say."""
        self._outcome = outcome

    def unsettle(self) -> None:
        """The answer did not take; the ask stays open."""
        self._outcome = ""

    def is_current(self, reading: Reading, text: ScreenText) -> bool:
        """Whether the screen shows the ask that is open."""
        return (
            self.current is not None
            and reading.status.is_waiting
            and base_of(reading, text, self._manifest.asks) == self._base
        )

    def observe(self, reading: Reading, text: ScreenText, now: int) -> AskChange:
        """Take in a waiting screen; `now` in milliseconds since the epoch."""
        dialog = dialog_of(text, self._manifest.asks)
        base = _base(reading, dialog)
        if self.current is not None and base == self._base:
            return AskChange(opened=self._refresh(dialog))
        if self._left is not None and self._left.base == base and now - self._left.at < STEADY_SECONDS * 1000:
            return self._reopen(self._left, dialog)
        closed, outcome = self._close(now)
        self._seen[base] += 1
        self._base = base
        self.current = Ask(
            fingerprint=f"{base}-{self._seen[base]}",
            tile_id=self._tile_id,
            kind=reading.status,
            says=reading.says,
            command=dialog.command,
            excerpt=dialog.excerpt,
            choices=dialog.choices,
            since=now,
            is_answerable=self.group_of(reading) in self._manifest.answer,
            can_choose=bool(self._manifest.choose) and any(choice.number for choice in dialog.choices),
            question=dialog.question,
        )
        return AskChange(opened=self.current, closed=closed, outcome=outcome)

    def leave(self, now: int) -> AskChange:
        """The tile does not wait any more; `now` in milliseconds since the epoch."""
        closed, outcome = self._close(now)
        self._left = None  # the screen has settled on something else: what comes now is another ask
        return AskChange(closed=closed, outcome=outcome)

    def _refresh(self, dialog: Dialog) -> Ask | None:
        """The open ask with what the screen shows of it now; None when that is what it had."""
        if self.current is None:
            return None
        asked = msgspec.structs.replace(
            self.current, excerpt=dialog.excerpt, choices=dialog.choices, question=dialog.question
        )
        if asked == self.current:
            return None
        self.current = asked
        return asked

    def _reopen(self, left: Left, dialog: Dialog) -> AskChange:
        self.current, self._base, self._outcome, self._left = left.ask, left.base, left.outcome, None
        if left.ask.fingerprint in self._settled:
            self._settled.remove(left.ask.fingerprint)
        self._refresh(dialog)
        return AskChange(opened=self.current)

    def _close(self, now: int) -> tuple[Ask | None, str]:
        ask, outcome = self.current, self._outcome or "gone"
        if ask is not None:
            self._settled.append(ask.fingerprint)
            self._left = Left(ask, self._base, self._outcome, now)
        self.current, self._base, self._outcome = None, "", ""
        return ask, outcome

    @staticmethod
    def group_of(reading: Reading) -> str:
        """The group of the manifest's `answer` that fits a screen: its `says`, else permission, else none."""
        if reading.says:
            return reading.says
        return "permission" if reading.status is Status.PERMISSION else ""


def base_of(reading: Reading, text: ScreenText, hints: Hints = NO_HINTS) -> str:
    """What two looks at one ask have in common: kind, says, command, options; neither the selection nor the size."""
    return _base(reading, dialog_of(text, hints))


def _base(reading: Reading, dialog: Dialog) -> str:
    parts = [reading.status.value, reading.says, dialog.command]
    parts += [f"{choice.number} {choice.label}" for choice in dialog.choices]
    joined = "\n".join(" ".join(part.split()) for part in parts)
    return hashlib.sha256(joined.encode()).hexdigest()[:10]
