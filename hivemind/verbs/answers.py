"""Show which answers were given."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar

import msgspec

from hivemind.base.oneline import visible
from hivemind.protocol.settled import Settled
from hivemind.protocol.verb import Access, Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive

LIMIT = 50

WHO = {
    "person": "person",
    "command": "hive ctl",
    "agent": "agent",
    "standing": "standing permission",
    "tile": "keys in its tile",
}
"""Who answered, in words."""


class Given(msgspec.Struct, frozen=True):
    """Answers, newest first."""

    answers: list[Settled]


class Answers(Verb[Given]):
    """Show which answers were given, newest first: when, by whom, in which tile, and what was asked."""

    method: ClassVar[str] = "answers"
    access: ClassVar[Access] = Access.PERSON
    help: ClassVar[dict[str, str]] = {
        "find": "only those that hold this text: in name, command, question, answer or who",
        "limit": f"at most so many; {LIMIT} when left out",
        "screen": "the id of one: show what its tile showed when it asked",
    }

    find: str | None = None
    limit: int = LIMIT
    screen: str | None = None

    async def serve(self, hive: Hive, caller: Caller) -> Given:  # noqa: ARG002 (every verb gets its caller)
        """What is kept; the file is read beside everything else."""
        if self.screen is not None:
            return Given([await hive.answering.given(self.screen)])
        wanted = (self.find or "").lower()
        return Given(await hive.answering.history(lambda entry: wanted in words(entry), max(0, self.limit)))

    def show(self, reply: Given) -> str:
        """A line each; with `--screen` what the tile showed."""
        if self.screen is not None:
            return "\n".join(visible(row) for row in reply.answers[0].screen)
        if not reply.answers:
            return "no answers were given yet" if self.find is None else "no answer holds that"
        return "\n".join(map(line, reply.answers))


def line(entry: Settled) -> str:
    """One answer on one line."""
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(entry.at / 1000))
    who = WHO[entry.who] + (f" {entry.by}" if entry.by else "")
    what = entry.outcome + (f" '{entry.answer}'" if entry.answer else "")
    if not entry.is_confirmed:
        what += " (the question stayed)"
    asked = entry.command or entry.question or entry.says or entry.kind.value
    return "  ".join(visible(word) for word in (when, entry.id, who, f"{entry.name} ({entry.tile_id})", what, asked))


def words(entry: Settled) -> str:
    """What a filter looks at, in small letters."""
    parts = (entry.name, entry.tile_id, entry.agent, entry.command, entry.question, entry.answer, entry.outcome)
    return "\n".join((*parts, WHO[entry.who], entry.by, entry.says, entry.kind.value)).lower()
