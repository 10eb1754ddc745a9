"""News of tiles for a person who looks elsewhere: what there is, and how it is said. Tells nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from hivemind.base.oneline import one_line
from hivemind.protocol.ask import Ask
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.settings.settings import Event

NAME_LENGTH, TEXT_LENGTH = 60, 200
"""Characters of a tile's name, and of what is said beside the title."""

LISTED: Final = 5
"""Tiles that are named when several have news."""

ASKS: Final[dict[Status, Event]] = {
    Status.PERMISSION: "permission",
    Status.QUESTION: "question",
    Status.BLOCKED: "blocked",
}

SAID: Final[dict[Event, str]] = {
    "permission": "asks for permission",
    "question": "asks a question",
    "blocked": "waits for you",
    "failed": "has failed",
    "done": "is done",
    "program": "has a message",
}
"""What is said of one tile, the most pressing first."""

FAILED: Final = frozenset({"failed", "limited"})
"""Ends of a turn that are failures; one that was interrupted is no news to whoever did that."""


class News(msgspec.Struct, frozen=True):
    """One thing that one tile has to tell."""

    tile_id: str
    name: str
    event: Event
    text: str
    key: str
    """Tells it apart from what the same tile told before."""


class Told(msgspec.Struct, frozen=True):
    """What a person is told at once."""

    title: str
    text: str
    tile_id: str
    """The tile that is meant, or the first of several."""
    event: Event
    """The most pressing one."""
    count: int
    """How many tiles it is about."""


def news_of(tile: TileSummary, ask: Ask | None) -> News | None:
    """What a tile has to tell as it is now; None when that is nothing."""
    name = one_line(tile.shown or tile.name, NAME_LENGTH) or tile.tile_id
    if ask is not None:
        text = " ".join(part for part in (ask.question, ask.command) if part) or ask.says
        return _news(tile, name, ASKS[ask.kind], text, ask.fingerprint)
    if tile.status.is_waiting:
        return _news(tile, name, ASKS[tile.status], tile.says, f"{tile.status.value} {tile.since}")
    if tile.status is Status.EXITED and tile.exit:
        return _news(tile, name, "failed", f"its program has ended ({_code(tile.exit)})", "exited")
    if tile.done and tile.detail in FAILED:
        return _news(tile, name, "failed", tile.last, f"failed {tile.since}")
    if tile.done and not tile.detail:
        return _news(tile, name, "done", tile.last, f"done {tile.since}")
    return None


def notice_of(tile: TileSummary, title: str, body: str) -> News:
    """What a tile's program asked its terminal to show."""
    name = one_line(tile.shown or tile.name, NAME_LENGTH) or tile.tile_id
    return _news(tile, name, "program", ": ".join(part for part in (title, body) if part), "notice")


def together(news: Sequence[News]) -> Told:
    """All of it as one; `news` is not empty, at most one of each tile."""
    order = list(SAID)
    first = min(news, key=lambda one: order.index(one.event))
    if len(news) == 1:
        return Told(f"{first.name} {SAID[first.event]}", first.text, first.tile_id, first.event, 1)
    counts = Counter(one.event for one in news)
    asking = sum(counts[event] for event in ASKS.values())
    parts = [f"{asking} need you" if asking > 1 else "1 needs you"] if asking else []
    parts += [f"{counts[event]} {word}" for event, word in _OTHERS.items() if counts[event]]
    named = [f"{one.name} {SAID[one.event]}" for one in news[:LISTED]]
    more = [f"and {len(news) - LISTED} more"] if len(news) > LISTED else []
    return Told(f"hive: {', '.join(parts)}", "; ".join(named + more), first.tile_id, first.event, len(news))


_OTHERS: Final[dict[Event, str]] = {"failed": "failed", "done": "done", "program": "with a message"}


def _news(tile: TileSummary, name: str, event: Event, text: str, key: str) -> News:
    return News(tile.tile_id, name, event, one_line(text, TEXT_LENGTH), key)


def _code(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit {code}"
