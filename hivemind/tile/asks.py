"""Waiting screens as asks: one ask for each waiting episode, and the names by which answers find them."""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from hivemind.detect.asking import NO_HINTS, Hints
from hivemind.detect.dialog import Dialog, dialog_of
from hivemind.detect.text import ScreenText
from hivemind.manifest.manifest import Manifest
from hivemind.protocol.ask import Ask, Choice
from hivemind.protocol.status import Reading, Status

STEADY_SECONDS = 0.1
"""Seconds a question must stay away to be gone: one that comes back sooner was only painted anew."""

FRAMES = str.maketrans("", "", "│┃|─━╭╮╰╯┌┐└┘ \t\u00a0")
"""What lies between the characters of a text that a box wraps."""

REMEMBERED = 64
"""Settled asks whose fingerprints are kept, to tell 'settled' from 'never heard of'."""


COUNTED = 1000
"""Different asks of a tile whose repetitions are counted."""


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

    def __init__(self, tile_id: str, manifest: Manifest, was: tuple[str, int] = ("", 0)) -> None:
        """`was`: the fingerprint of the ask that an earlier daemon had open here, and since when it was."""
        self._tile_id = tile_id
        self._manifest = manifest
        self._seen: Counter[str] = Counter()
        self._settled: deque[str] = deque(maxlen=REMEMBERED)
        self._base = ""
        self._outcome = ""
        self._left: Left | None = None
        self._field: tuple[int, str] | None = None
        """Which option of the open ask is a field, and what stood there while it was empty."""
        self._was = was[0].rpartition("-")[0], was[1]
        """What that ask was about, until something was open here and is not any more."""
        self._is_held = False
        self.is_being_allowed = False
        """Whether a standing permission is about to allow the open ask, so that nobody need look."""
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

    def hold(self) -> None:
        """A text is about to be written into a field of the open ask.

        Until `release`, what changes around its question and options makes no other ask of it.
        """
        self._is_held = True

    def release(self) -> None:
        """The text went in, or was given up."""
        self._is_held = False

    def is_current(self, reading: Reading, text: ScreenText) -> bool:
        """Whether the screen shows the ask that is open."""
        if self.current is None or not reading.status.is_waiting:
            return False
        return self._is_same(reading, dialog_of(text, self._manifest.asks))

    def observe(self, reading: Reading, text: ScreenText, now: int) -> AskChange:
        """Take in a waiting screen; `now` in milliseconds since the epoch."""
        dialog = dialog_of(text, self._manifest.asks)
        base = _base(reading, dialog)
        if self.current is not None and self._is_held and still_asks(self.current, text):
            return AskChange()
        if self.current is not None and self._is_same(reading, dialog):
            return AskChange(opened=self._refresh(dialog))
        if self._left is not None and self._left.base == base and now - self._left.at < STEADY_SECONDS * 1000:
            return self._reopen(self._left, dialog)
        closed, outcome = self._close(now)
        self._count(base)
        self._base = base
        self._field = _field_of(dialog.choices)
        self.current = Ask(
            fingerprint=f"{base}-{self._seen[base]}",
            tile_id=self._tile_id,
            kind=reading.status,
            says=reading.says,
            command=dialog.command,
            excerpt=dialog.excerpt,
            choices=dialog.choices,
            since=self._was[1] if base == self._was[0] else now,
            is_answerable=self.group_of(reading) in self._manifest.answer,
            can_choose=bool(self._manifest.choose) and any(choice.number for choice in dialog.choices),
            question=dialog.question,
            takes_text=self._takes_text(dialog),
            is_whole=dialog.is_whole,
        )
        return AskChange(opened=self.current, closed=closed, outcome=outcome)

    def leave(self, now: int) -> AskChange:
        """The tile does not wait any more; `now` in milliseconds since the epoch."""
        if self.current is not None:
            self._was = "", 0
        closed, outcome = self._close(now)
        self._left = None  # the screen has settled on something else: what comes now is another ask
        return AskChange(closed=closed, outcome=outcome)

    def _count(self, base: str) -> None:
        """Once more the same is asked; what was asked longest ago is forgotten, since a program may ask for weeks."""
        self._seen[base] += 1
        if len(self._seen) > COUNTED:
            del self._seen[next(iter(self._seen))]

    def _is_same(self, reading: Reading, dialog: Dialog) -> bool:
        """Whether that is the open ask, whatever somebody has written into its field."""
        if self._field is not None and len(dialog.choices) > self._field[0]:
            at, label = self._field
            choices = list(dialog.choices)
            choices[at] = msgspec.structs.replace(choices[at], label=label)
            dialog = msgspec.structs.replace(dialog, choices=tuple(choices))
        return _base(reading, dialog) == self._base

    def _takes_text(self, dialog: Dialog) -> bool:
        return self._manifest.write is not None and any(choice.takes_text for choice in dialog.choices)

    def _refresh(self, dialog: Dialog) -> Ask | None:
        """The open ask with what the screen shows of it now; None when that is what it had."""
        if self.current is None:
            return None
        asked = msgspec.structs.replace(
            self.current,
            excerpt=dialog.excerpt,
            choices=dialog.choices,
            question=dialog.question,
            takes_text=self._takes_text(dialog),
            is_whole=dialog.is_whole,
        )
        if asked == self.current:
            return None
        self.current = asked
        return asked

    def _reopen(self, left: Left, dialog: Dialog) -> AskChange:
        self.current, self._base, self._outcome, self._left = left.ask, left.base, left.outcome, None
        self._field = _field_of(left.ask.choices)
        if left.ask.fingerprint in self._settled:
            self._settled.remove(left.ask.fingerprint)
        self._refresh(dialog)
        return AskChange(opened=self.current)

    def _close(self, now: int) -> tuple[Ask | None, str]:
        ask, outcome = self.current, self._outcome or "gone"
        if ask is not None:
            self._settled.append(ask.fingerprint)
            self._left = Left(ask, self._base, self._outcome, now)
        self.current, self._field, self._base, self._outcome = None, None, "", ""
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


def still_asks(ask: Ask, text: ScreenText) -> bool:
    """Whether the question of an ask and its options, but for its field, still stand on a screen."""
    shown = flat("".join(text.rows))
    wanted = [flat(part) for part in (ask.question, *(c.label for c in ask.choices if not c.takes_text))]
    return any(wanted) and all(part in shown for part in wanted)


def _field_of(choices: Sequence[Choice]) -> tuple[int, str] | None:
    return next(((index, choice.label) for index, choice in enumerate(choices) if choice.takes_text), None)


def flat(text: str) -> str:
    """A text without what boxes and ends of lines put into it."""
    return "".join(text.split()).translate(FRAMES)


def _base(reading: Reading, dialog: Dialog) -> str:
    parts = [reading.status.value, reading.says, dialog.command]
    parts += [f"{choice.number} {choice.label}" for choice in dialog.choices]
    joined = "\n".join(" ".join(part.split()) for part in parts)
    return hashlib.sha256(joined.encode()).hexdigest()[:10]
