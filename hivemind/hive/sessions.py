"""Which session a tile takes up, and which one it is in: questions to stores on disk, asked off the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hivemind.base.errors import BadRequestError, UnsupportedError
from hivemind.launch.discovery import list_sessions
from hivemind.launch.environment import search_path
from hivemind.manifest.manifest import Manifest
from hivemind.manifest.parts.session import Resume, Session
from hivemind.protocol.session import SessionList
from hivemind.protocol.status import Status
from hivemind.protocol.verb import Caller
from hivemind.session import listing, locate, resume
from hivemind.session.resume import Choice
from hivemind.session.store import Search
from hivemind.tile.tile import Tile

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive
    from hivemind.verbs.sessions import Sessions as SessionsVerb


class Sessions:
    """Sessions of the programs in tiles."""

    def __init__(self, hive: Hive) -> None:
        self._hive = hive
        self._turns: dict[str, int] = {}
        """Tiles that work, of which no session is known, and since when (milliseconds since the epoch)."""

    async def choose(self, manifest: Manifest | None, wanted: str, *, caller: Caller, cwd: str) -> Choice:
        """The session to take up.

        Raises:
            UnsupportedError: sessions of that agent cannot be taken up.
            BadRequestError: it is a command, or a tile has that session open.
            HiveError: as `resume.choose` says.
        """
        if manifest is None:
            raise BadRequestError("--resume is for agents, not for a command")
        if not resume.can_resume(manifest):
            able = [one.id for one in self._hive.catalog.manifests(cwd) if one.enabled and resume.can_resume(one)]
            raise UnsupportedError(
                f"how {manifest.label} takes up a session is not known", hint=f"it is of: {', '.join(able) or 'none'}"
            )
        running = [tile for tile in self._hive.tiles.values() if tile.exit is None]
        taken = {one.record.session: one for one in running if one.record.session and one.record.agent == manifest.id}
        if wanted in taken:
            tile = taken[wanted]
            raise BadRequestError(f"tile {tile.id} has that session open", hint=f"see it: hive ctl focus {tile.id}")
        env = caller.env or self._hive.env
        return await asyncio.to_thread(
            resume.choose,
            manifest,
            wanted,
            env,
            cwd=cwd,
            ask=self._ask(manifest, env, cwd),
            taken=taken.keys(),
        )

    async def listed(self, request: SessionsVerb, caller: Caller) -> SessionList:
        """The sessions of an agent; raises as `Catalog.get` and `listing.sessions` do."""
        folder = str(Path(caller.cwd, request.cwd or ""))
        manifest = self._hive.catalog.get(request.agent, folder)
        env = caller.env or self._hive.env
        found = await asyncio.to_thread(
            listing.sessions,
            manifest,
            env,
            ask=self._ask(manifest, env, folder),
            cwd="" if request.all else folder,
            limit=request.limit,
        )
        return SessionList(manifest.id, resume.can_resume(manifest), found)

    def note(self, tile: Tile) -> None:
        """A tile changed: once a turn of it has ended, look for the session that the turn wrote, unless it is known."""
        manifest = tile.manifest
        store = manifest.session.resume if manifest and manifest.session else None
        if tile.record.session or store is None or store.find is None:
            self._turns.pop(tile.id, None)
        elif tile.status is Status.WORKING:
            self._turns.setdefault(tile.id, tile.since)
        elif tile.status is Status.EXITED:
            self._turns.pop(tile.id, None)
        elif tile.status is Status.IDLE and (since := self._turns.pop(tile.id, None)):
            self._hive.run(self._look(tile, store, since))

    async def _look(self, tile: Tile, store: Resume, since: int) -> None:
        session = tile.manifest.session if tile.manifest else None
        search = Search.of(session or Session(), tile.record.store or self._hive.env)
        found = await asyncio.to_thread(locate.sessions, store, search, tile.record.cwd)
        others = [other for other in self._hive.tiles.values() if other is not tile]
        known = {other.record.session for other in others}
        written = {one.id for one in found if one.updated >= since and one.id not in known}
        if len(written) == 1 and not any(_is_alike(other, tile) for other in others):
            tile.remember(session=written.pop())
            self._hive.tile_changed(tile)

    def _ask(self, manifest: Manifest, env: Mapping[str, str], cwd: str) -> listing.Ask:
        child = {**env, "PATH": search_path(env, self._hive.scripts)}
        return lambda args: list_sessions(manifest, args, child, cwd)


def _is_alike(other: Tile, tile: Tile) -> bool:
    """Whether a session of that folder may as well be the other tile's."""
    mine, its = tile.record, other.record
    return (its.agent, its.cwd, its.session) == (mine.agent, mine.cwd, "") and other.exit is None
