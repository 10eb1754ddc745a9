"""How tiles come to be: started for a caller, or taken over from a daemon that is gone."""

from __future__ import annotations

import asyncio
import logging
import secrets
import uuid
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from hivemind.base.errors import BadRequestError, HiveError, UnavailableError
from hivemind.base.places import written_path
from hivemind.base.repository import place_of
from hivemind.hive.frames import Home
from hivemind.hive.names import clean_name, new_id, next_label
from hivemind.hive.unbroken import carried_out
from hivemind.hive.worktrees import worktree
from hivemind.keeper.client import Adopted, Child
from hivemind.launch import private, wiring
from hivemind.launch.environment import Surroundings
from hivemind.launch.plan import Launch, plan, plan_command
from hivemind.launch.titles import task_of
from hivemind.launch.wiring import SessionStart, Wired
from hivemind.manifest.manifest import Manifest
from hivemind.protocol.verb import Caller
from hivemind.session.resume import named
from hivemind.terminal.pty import Pty
from hivemind.tile.reader import Reader
from hivemind.tile.record import TileRecord, decode_record, encode_record
from hivemind.tile.startup import start_up
from hivemind.tile.tile import MAXIMUM, MINIMUM, UNKEPT, Tile
from hivemind.tile.turn import AFTER_START

if TYPE_CHECKING:
    from hivemind.hive.hive import Hive
    from hivemind.verbs.spawn import Spawn

logger = logging.getLogger(__name__)

DEFAULT_ROWS, DEFAULT_COLUMNS = 30, 120
"""Cells of a tile that no UI has given a size yet."""

DEPTH_LIMIT = 3
"""A person's tile has depth 1; what it starts has 2; nothing is started deeper than this."""

RATE_LIMIT, RATE_SECONDS = 16, 60.0
"""Tiles that programs in tiles may start in that many seconds; people may start as many as they like."""


class Births:
    """Starts tiles for the hive."""

    def __init__(self, hive: Hive) -> None:
        self._hive = hive
        self._recent: deque[float] = deque()
        self._one_at_a_time = asyncio.Lock()
        self._one_worktree_at_a_time = asyncio.Lock()

    async def spawn(self, request: Spawn, caller: Caller) -> Tile:
        """A new tile with its program started; its first task is on its way.

        Raises:
            HiveError: as `launch.plan` says, or the caller may not start any more.
        """
        depth = self._check_caller(caller)
        if bool(request.agent) == bool(request.command):
            raise BadRequestError(
                "give either an agent or a command after --",
                hint=f"agents: {', '.join(self._hive.catalog.ids(_folder(request, caller)))}",
            )
        if request.worktree:
            request = await self._in_worktree(request, caller)
        async with self._one_at_a_time:  # so that two never get the same name
            return await self._spawn(request, caller, depth)

    async def _in_worktree(self, request: Spawn, caller: Caller) -> Spawn:
        """The request with the folder of its branch, which is made when there is none.

        That delays only others who want a worktree: two who want the same new branch would be in each other's way.
        """
        folder, env = _folder(request, caller), caller.env or self._hive.env
        if request.agent:  # before anything is made for it
            self._hive.catalog.offered(request.agent, folder)
        made = await carried_out(self._hive.run, self._worktree(folder, request.worktree or "", env))
        return msgspec.structs.replace(request, cwd=made, worktree=None)

    async def _worktree(self, folder: str, branch: str, env: Mapping[str, str]) -> str:
        """To its end, since git goes on in any case."""
        async with self._one_worktree_at_a_time:
            return await worktree(folder, branch, env)

    async def _spawn(self, request: Spawn, caller: Caller, depth: int) -> Tile:
        hive = self._hive
        manifest = hive.catalog.offered(request.agent, _folder(request, caller)) if request.agent else None
        session = SessionStart(str(uuid.uuid4()))
        if request.resume is not None:
            request, manifest, session = await self._resumed(request, caller, manifest)
        tile_id, token = new_id(hive.tiles), secrets.token_urlsafe(24)
        around = self._around(request, caller, tile_id=tile_id, token=token, depth=depth)
        try:
            wired = await self._wired(manifest, around, session)
            launch = self._plan(request, caller, manifest, around, session=session, wired=wired)
            manifest = manifest or hive.catalog.recognised(launch.argv[0])
            record = self._record(request, manifest, launch, tile_id=tile_id, token=token, depth=depth)
            home = await self._home(request, caller, launch.cwd)
            child = await hive.keeper.spawn(
                argv=launch.argv,
                env=launch.env,
                cwd=launch.cwd,
                rows=record.rows,
                columns=record.columns,
                record=encode_record(record),
            )
        except BaseException:
            private.remove(hive.places.private, tile_id)
            raise
        hive.frames.put(tile_id, home)
        return self._born(request, manifest, launch, record, child)

    def _born(
        self, request: Spawn, manifest: Manifest | None, launch: Launch, record: TileRecord, child: Child
    ) -> Tile:
        hive = self._hive
        tile = self._tile(record, manifest, child=child.id, pid=child.pid, pty=Pty(child.fd))
        logger.info("tile started", extra={"tile": tile.id, "agent": record.agent, "pid": tile.pid})
        hive.add(tile)
        if request.prompt and not launch.typed_task:
            tile.turn.expect(grace=AFTER_START)
        if request.agent:  # nothing is typed on its own at what was started as a plain command
            hive.run(start_up(tile, launch.typed_task))
        return tile

    def _record(
        self, request: Spawn, manifest: Manifest | None, launch: Launch, *, tile_id: str, token: str, depth: int
    ) -> TileRecord:
        return TileRecord(
            id=tile_id,
            name=self._name(request, launch),
            agent=manifest.id if manifest else None,
            argv=launch.argv,
            cwd=launch.cwd,
            rows=min(max(request.rows or DEFAULT_ROWS, MINIMUM.rows), MAXIMUM.rows),
            columns=min(max(request.columns or DEFAULT_COLUMNS, MINIMUM.columns), MAXIMUM.columns),
            token=token,
            started=self._hive.clock.epoch_ms(),
            pending_task=launch.typed_task,
            depth=depth,
            scrollback=self._hive.settings.current().settings.scrollback.lines,
            session=named(manifest, launch.argv) if manifest else "",
            store=_store(manifest, launch.env),
            is_name_given=request.name is not None,
            task=task_of(request.prompt or ""),
        )

    async def _home(self, request: Spawn, caller: Caller, folder: str) -> Home:
        """The frame that was named, else that of the tile it goes beside, else the caller's own, else its folder's."""
        hive = self._hive
        if request.beside and request.below:
            raise BadRequestError("give either --beside or --below")
        place = await asyncio.to_thread(place_of, folder)
        if near := request.beside or request.below:
            tile = hive.tile(near).id
            frame = hive.frames.of(tile)
            return Home(frame.frame_id if frame else "", place, beside=tile, across=request.below is None)
        if request.frame:
            return Home(hive.frames.find(request.frame).frame_id, place)
        own = hive.frames.of(caller.tile_id) if caller.tile_id and request.cwd is None else None
        return Home(own.frame_id if own else "", place)

    def _check_caller(self, caller: Caller) -> int:
        """The new tile's depth."""
        if caller.tile_id is None:
            return 1
        parent = self._hive.tiles.get(caller.tile_id)
        depth = (parent.record.depth if parent else 1) + 1
        if depth > DEPTH_LIMIT:
            raise HiveError(f"tiles start tiles at most {DEPTH_LIMIT} deep", code="DEPTH_EXCEEDED")
        now = self._hive.clock.monotonic()
        while self._recent and now - self._recent[0] > RATE_SECONDS:
            self._recent.popleft()
        if len(self._recent) >= RATE_LIMIT:
            raise HiveError(
                f"programs in tiles have started {RATE_LIMIT} tiles within a minute",
                code="RATE_LIMITED",
                hint="try again in a minute",
            )
        self._recent.append(now)
        return depth

    async def _resumed(
        self, request: Spawn, caller: Caller, manifest: Manifest | None
    ) -> tuple[Spawn, Manifest | None, SessionStart]:
        """The request with the session that it takes up, in the folder of the session unless another was named."""
        cwd = _folder(request, caller)
        choice = await self._hive.sessions.choose(manifest, request.resume or "", caller=caller, cwd=cwd)
        if request.agent and request.cwd is None and choice.cwd != cwd and Path(choice.cwd).is_absolute():
            request = msgspec.structs.replace(request, cwd=choice.cwd)
            manifest = self._hive.catalog.offered(request.agent or "", choice.cwd)
        return request, manifest, SessionStart(resume=choice.args)

    def _around(self, request: Spawn, caller: Caller, *, tile_id: str, token: str, depth: int) -> Surroundings:
        return Surroundings(
            env=caller.env or self._hive.env,
            cwd=_folder(request, caller),
            socket=str(self._hive.socket),
            token=token,
            tile_id=f"hm:{tile_id}",
            scripts=self._hive.scripts,
            unset=frozenset(wiring.unset(self._hive.catalog.manifests())),
            depth=depth - 1,
        )

    async def _wired(self, manifest: Manifest | None, around: Surroundings, session: SessionStart) -> Wired | None:
        """What the agent's file adds, with its files written; a slow disk holds up nobody else."""
        beside = self._hive.catalog.folder(manifest.id, around.cwd) if manifest else None
        if manifest is None or beside is None:
            return None
        taken_up = named(manifest, session.resume)
        return await asyncio.to_thread(
            private.prepare, manifest, beside, self._hive.places.private, around, session=taken_up
        )

    def _plan(
        self,
        request: Spawn,
        caller: Caller,
        manifest: Manifest | None,
        around: Surroundings,
        *,
        session: SessionStart,
        wired: Wired | None,
    ) -> Launch:
        choices = {name: value for name in ("model", "mode") if (value := getattr(request, name)) is not None}
        if manifest is None:
            if request.prompt or choices:
                raise BadRequestError("--prompt, --model and --mode are for agents, not for a command")
            return plan_command(request.command, around)
        mine = self._hive.settings.current().settings.agents.get(manifest.id)
        choices = (mine.options if mine else {}) | choices
        return plan(
            manifest,
            around,
            prompt=request.prompt or "",
            choices=choices,
            unattended=caller.tile_id is not None and request.mode is None,
            taken=[tile.name for tile in self._hive.tiles.values()],
            session=session,
            wired=wired,
        )

    def _name(self, request: Spawn, launch: Launch) -> str:
        taken = [tile.name for tile in self._hive.tiles.values()]
        if request.name is None:
            return launch.label if launch.label not in taken else next_label(f"{launch.label} #{{n}}", taken)
        name = clean_name(request.name)
        if not name:
            raise BadRequestError("the name is empty")
        if name in taken:
            raise BadRequestError(f"there is a tile called '{name}' already")
        return name

    def adopt(self, adopted: Adopted) -> Tile | None:
        """Take over a program that an earlier daemon started; `awaken` its tile then. None when nobody can."""
        hive = self._hive
        try:
            record = decode_record(adopted.record)
        except HiveError as error:
            logger.warning("program left to itself", extra={"code": error.code, "pid": adopted.pid})
            return None
        manifest = None
        if record.agent:
            try:
                manifest = hive.catalog.get(record.agent, record.cwd)
            except HiveError as error:
                logger.warning(
                    "agent file of a running tile cannot be used", extra={"tile": record.id, "code": error.code}
                )
        if manifest and not record.session:
            record = msgspec.structs.replace(record, session=named(manifest, record.argv))
        pty = Pty(adopted.fd) if adopted.fd is not None else None
        tile = self._tile(record, manifest, child=adopted.id, pid=adopted.pid, pty=pty)
        hive.add(tile)
        hive.recordings.resume(tile)
        if adopted.has_ended:
            tile.ended(adopted.exit)
            hive.recordings.ended(tile)
        return tile

    def _tile(self, record: TileRecord, manifest: Manifest | None, *, child: int, pid: int, pty: Pty | None) -> Tile:
        hive = self._hive
        tile = Tile(record, manifest=manifest, child=child, pid=pid, pty=pty, clock=hive.clock, listener=hive)
        tile.reader = Reader(manifest.detect if manifest else None, hive.catalog.common)
        return tile

    async def awaken(self, tile: Tile) -> None:
        """Get an adopted tile's screen, and go on with its first task."""
        await tile.repaint()
        if tile.record.pending_task and tile.exit is None:
            self._hive.run(start_up(tile, tile.record.pending_task))

    async def hand_over(self) -> None:
        """Give every running program to a new keeper, since the old one died.

        Raises:
            UnavailableError: the new one died too.
        """
        tiles = list(self._hive.tiles.values())
        for tile in tiles:
            tile.child = UNKEPT  # a new keeper counts anew: an old number would be another program's
        for tile in tiles:
            if tile.exit is None and tile.descriptor is not None:
                await self._hand(tile, tile.descriptor)

    async def _hand(self, tile: Tile, descriptor: int) -> None:
        record, keeper = tile.record, self._hive.keeper
        try:
            child = await keeper.hand(tile.pid, descriptor, record=encode_record(record))
        except UnavailableError:
            raise
        except HiveError as error:  # the others must be handed over all the same
            logger.warning("program not handed over", extra={"tile": tile.id, "code": error.code})
            return
        if tile.exit is not None:  # closed meanwhile
            await keeper.forget(child)
            return
        tile.child = child
        if tile.record is not record:
            self._hive.record_changed(tile)


def _store(manifest: Manifest | None, env: Mapping[str, str]) -> dict[str, str]:
    """What of an environment says where the sessions of a program are."""
    names = ("HOME", *manifest.session.moved) if manifest and manifest.session else ()
    return {name: env[name] for name in names if name in env}


def _folder(request: Spawn, caller: Caller) -> str:
    """Where the program will run."""
    return str(written_path(caller.cwd, request.cwd or ""))
