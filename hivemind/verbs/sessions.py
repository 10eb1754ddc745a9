"""List the sessions that an agent has kept on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from hivemind.base.errors import BadRequestError
from hivemind.base.oneline import visible
from hivemind.protocol.session import SessionInfo, SessionList
from hivemind.protocol.verb import Caller, Verb

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive

MOST = 500
"""How many are listed at most."""

UNITS = ((86_400, "d"), (3_600, "h"), (60, "m"))


class Sessions(Verb[SessionList]):
    """List the sessions of an agent, newest first."""

    method: ClassVar[str] = "sessions"
    positional: ClassVar[tuple[str, ...]] = ("agent",)
    help: ClassVar[dict[str, str]] = {
        "agent": "which agent; `hive ctl agents` lists them",
        "cwd": "those of that folder (default: this one)",
        "all": "those of every folder",
        "limit": f"at most so many (default 100, at most {MOST})",
    }

    agent: str
    cwd: str | None = None
    all: bool = False
    limit: int = 100

    async def serve(self, hive: Hive, caller: Caller) -> SessionList:
        """Those that are found on disk, or that the program lists; raises UnsupportedError where neither can be."""
        if not 0 < self.limit <= MOST:
            raise BadRequestError(f"--limit is {self.limit}, not 1 to {MOST}")
        return await hive.sessions.listed(self, caller)

    def show(self, reply: SessionList) -> str:
        """A line a session."""
        if not reply.sessions:
            return "no sessions" if self.all else "no sessions of this folder; those of all folders: --all"
        from hivemind.base.clock import SystemClock  # noqa: PLC0415 (slow to load for clients, which show nothing)

        return table([reply], SystemClock().epoch_ms(), with_folder=self.all)


def table(lists: Sequence[SessionList], now_ms: int, *, with_folder: bool) -> str:
    """The sessions of some agents as people read them, newest first: agent, age, id, and what each is about."""
    listed = [(one.agent, session) for one in lists for session in one.sessions]
    listed.sort(key=lambda pair: pair[1].updated, reverse=True)
    rows = [("AGENT", "AGE", "SESSION", *(["FOLDER"] if with_folder else []), "ABOUT")]
    for agent, session in listed:
        folder = [session.cwd or "-"] if with_folder else []
        row = (agent, _age(now_ms, session.updated), session.id, *folder, _about(session))
        rows.append(tuple(visible(word) for word in row))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    return "\n".join("  ".join([*(c.ljust(w) for c, w in zip(row[:-1], widths, strict=True)), row[-1]]) for row in rows)


def _about(session: SessionInfo) -> str:
    """Its title, and the first words that were said in it where these are others."""
    return " · ".join(dict.fromkeys(text for text in (session.title, session.prompt) if text)) or "-"


def _age(now_ms: int, updated: int) -> str:
    if not updated:
        return "-"
    seconds = max(0, now_ms - updated) // 1000
    return next((f"{seconds // size}{unit}" for size, unit in UNITS if seconds >= size), "now")
