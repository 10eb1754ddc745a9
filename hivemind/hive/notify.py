"""Telling a person who looks elsewhere that a tile needs them, or is done.

Nothing is told of a tile that somebody is looking at, nothing twice, and nothing that has settled itself while what
comes together is waited for.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hivemind.hive.news import News, Told, news_of, notice_of, together
from hivemind.hive.tellers import Tellers, programs
from hivemind.protocol.events import Summons
from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.terminal.events import Bell, Notified, TerminalEvent

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive
    from hivemind.protocol.verb import Caller

logger = logging.getLogger(__name__)

REST: Final = 1.0
"""Seconds between two times at least, whatever programs do and settings say."""


RANG: Final = "it rang its bell"


class Notify:
    """Who looks at what, what was told, and when the rest is."""

    def __init__(self, hive: Hive) -> None:
        self._hive = hive
        self._tellers = Tellers()
        self._looking: dict[int, str] = {}
        """By client: the tile that somebody looks at there."""
        self._told: dict[str, str] = {}
        """By tile: the key of what was told last, or seen."""
        self._notices: dict[str, tuple[str, str]] = {}
        """By tile: what its program asked its terminal to show last."""
        self._rung: set[str] = set()
        """Tiles whose bell was told of since somebody looked at them: it may ring all the time."""
        self._changed: dict[str, None] = {}
        """Tiles that may have news, in order."""
        self._is_due = False
        self._last = float("-inf")
        self._born = hive.clock.epoch_ms()
        self._env: Mapping[str, str] = hive.env
        """The environment of the UI that came last: that of the person's desktop, if there is one."""

    # -- what others tell ----------------------------------------------------------------------------------------

    def came(self, caller: Caller) -> None:
        """A UI has come."""
        if caller.env and caller.tile_id is None:
            self._env = caller.env

    def left(self, client: int) -> None:
        """A client is gone, and nobody looks at anything there."""
        self._looking.pop(client, None)

    def look(self, client: int, tile_id: str) -> None:
        """Somebody looks at that tile in that client's UI now; empty: at none."""
        self._rung -= {self._looking.get(client, ""), tile_id}
        self._looking[client] = tile_id

    def changed(self, tile: TileSummary) -> None:
        """Something about a tile changed."""
        has_news = tile.status.is_waiting or tile.done or tile.status is Status.EXITED
        if has_news and self._news(tile.tile_id):  # most changes are of titles
            self._changed.setdefault(tile.tile_id)
            self._wait()

    def noticed(self, tile_id: str, title: str, body: str) -> None:
        """A tile's program asked its terminal to show a notification; of several, the last one counts."""
        self._notices[tile_id] = title, body
        self._changed.setdefault(tile_id)
        self._wait()

    def heard(self, tile_id: str, event: TerminalEvent) -> None:
        """A tile's program notified its terminal, or rang the bell, which is told once until somebody looks there."""
        if isinstance(event, Notified):
            self.noticed(tile_id, event.title, event.body)
        elif isinstance(event, Bell) and tile_id not in self._rung:
            self._rung.add(tile_id)
            self.noticed(tile_id, "", RANG)

    def drop(self, tile_id: str) -> None:
        """A tile is gone."""
        self._rung.discard(tile_id)
        for known in (self._told, self._notices, self._changed):
            known.pop(tile_id, None)

    # -- telling -------------------------------------------------------------------------------------------------

    def _wait(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._hive.run(self._tell_soon())

    async def _tell_soon(self) -> None:
        clock = self._hive.clock
        merge = self._hive.settings.current().settings.notify.merge
        await clock.sleep(max(merge, self._last + REST - clock.monotonic()))
        self._is_due = False
        news = self._take()
        if news:
            self._last = clock.monotonic()
            await self._tell(together(news))

    def _take(self) -> list[News]:
        """What is to be told now, once."""
        changed, self._changed = self._changed, {}
        notices, self._notices = self._notices, {}
        chosen = self._hive.settings.current().settings.notify.events
        looked_at = set(self._looking.values())
        found = []
        for tile_id in changed:
            news = self._news(tile_id) or self._notice(tile_id, notices.get(tile_id))
            if news is None:
                continue
            if news.event != "program":
                self._told[tile_id] = news.key
            if tile_id not in looked_at and news.event in chosen:
                found.append(news)
        return found

    def _news(self, tile_id: str) -> News | None:
        """What a tile has to tell that was not told before."""
        news = self._current(tile_id)
        return None if news is None or news.key == self._told.get(tile_id) else news

    def _notice(self, tile_id: str, notice: tuple[str, str] | None) -> News | None:
        """What its program wanted to be shown, unless that is what we have told ourselves."""
        if notice is None or tile_id not in self._hive.tiles or self._current(tile_id):
            return None
        return notice_of(self._hive.tiles[tile_id].summary(), *notice)

    def _current(self, tile_id: str) -> News | None:
        tile = self._hive.tiles.get(tile_id)
        if tile is None:
            return None
        summary = tile.summary()
        ask = next((ask for ask in self._hive.open_asks() if ask.tile_id == tile_id), None)
        if ask is None and tile.asks and (tile.asks.current or (summary.status.is_waiting and summary.seen)):
            return None  # it is being allowed by a standing permission, or is about to open
        return None if self._is_old(summary) else news_of(summary, ask)

    def _is_old(self, summary: TileSummary) -> bool:
        """Whether it was so before this daemon came: the one before has told it."""
        return summary.since < self._born

    async def _tell(self, told: Told) -> None:
        logger.info("person told", extra={"tile": told.tile_id, "reason": told.event})
        self._hive.bus.tell(
            self._hive.sizes.last,
            Summons(told.title, told.text, told.tile_id, told.event, told.count),
        )
        for argv in programs(self._hive.settings.current().settings.notify, told, self._env):
            self._hive.run(self._tellers.start(argv, self._env))
