"""Hive: the tiles, the inbox and the bus. Lists and connects; decides nothing."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hivemind.base.clock import Clock
from hivemind.base.errors import BadRequestError, HiveError, UnauthorizedError, UnsupportedError
from hivemind.base.places import Places
from hivemind.hive.answering import Answering
from hivemind.hive.births import Births
from hivemind.hive.bus import Bus, Subscriber
from hivemind.hive.ends import end
from hivemind.hive.frames import Frames
from hivemind.hive.inbox import Inbox
from hivemind.hive.names import clean_name, find, next_label
from hivemind.hive.notify import Notify
from hivemind.hive.offers import offers
from hivemind.hive.policy import may_type
from hivemind.hive.recordings import Recordings
from hivemind.hive.sessions import Sessions
from hivemind.hive.shelf import Shelf
from hivemind.hive.sizes import Sizes
from hivemind.hive.unbroken import carried_out
from hivemind.keeper.client import KeeperClient
from hivemind.launch import private
from hivemind.manifest.catalog import Catalog
from hivemind.protocol.agent import AgentInfo
from hivemind.protocol.ask import Ask
from hivemind.protocol.events import AskClosed, AskOpened, Copied, FocusRequested, TileChanged
from hivemind.protocol.screen import Size
from hivemind.protocol.tile import TileSummary
from hivemind.protocol.verb import Caller
from hivemind.session.store import is_session_id
from hivemind.settings.file import SettingsFile
from hivemind.terminal.events import ClipboardWritten, TerminalEvent
from hivemind.terminal.mouse import Action, MouseEvent
from hivemind.tile import typist
from hivemind.tile.asks import AskChange
from hivemind.tile.pump import RoundRobin
from hivemind.tile.record import encode_record
from hivemind.tile.reducer import accepted
from hivemind.tile.tile import UNKEPT, Tile

if TYPE_CHECKING:
    from hivemind.verbs.hook import Hook
    from hivemind.verbs.mouse import Mouse
    from hivemind.verbs.send import Send
    from hivemind.verbs.spawn import Spawn

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Setting:
    """What a hive is put into."""

    clock: Clock
    places: Places
    catalog: Catalog
    env: Mapping[str, str]
    """The daemon's own environment, for callers that send none."""
    scripts: Path
    """The folder with our own programs; it comes last on the PATH of tiles."""


class Hive:
    """Everything one user's daemon knows. Verbs are served with it."""

    def __init__(
        self,
        setting: Setting,
        keeper: KeeperClient,
        *,
        run: Callable[[Coroutine[Any, Any, None]], object],
        on_stop: Callable[..., None],
    ) -> None:
        self.clock = setting.clock
        self.places = setting.places
        self.catalog = setting.catalog
        self.settings = SettingsFile(setting.places.settings, setting.places.good_settings)
        self.env = dict(setting.env)
        self.scripts = setting.scripts
        self.keeper = keeper
        self.socket = self.places.socket
        self.version = version("hivemind-term")
        self.tiles: dict[str, Tile] = {}
        self._robin = RoundRobin(self.clock)
        self.inbox = Inbox()
        self.bus = Bus()
        self.run = run
        """Runs something for as long as the daemon lives; a failure is logged with its trace."""
        self.frames = Frames(self.places.frames, run=run, publish=self.bus.publish)
        self.sizes = Sizes(self._resized)
        self.answering = Answering(self)
        self._births = Births(self)
        self.sessions = Sessions(self)
        self.shelf = Shelf(self)
        self.recordings = Recordings(self)
        self.notify = Notify(self)
        self._on_stop = on_stop
        self._stale: set[str] = set()

    # -- tiles ---------------------------------------------------------------------------------------------------

    async def spawn(self, request: Spawn, caller: Caller) -> Tile:
        """A new tile; raises as `Births.spawn` does."""
        return await self._births.spawn(request, caller)

    async def adopt_all(self) -> None:
        """Take over what an earlier daemon left with the keeper."""
        self.frames.load()
        # all before anything is awaited: an exit may be told right away, and must find its tile
        tiles = [self._births.adopt(adopted) for adopted in await self.keeper.adopt()]
        async with asyncio.TaskGroup() as group:
            for tile in tiles:
                if tile is not None:
                    group.create_task(self._births.awaken(tile))
        await self.frames.settle({tile.id: tile.record.cwd for tile in self.tiles.values()})
        private.sweep(self.places.private, self.tiles)

    async def hand_over(self) -> None:
        """Give what runs to a new keeper."""
        await self._births.hand_over()

    def add(self, tile: Tile) -> None:
        """A tile is there: read it, and tell everybody."""
        self.tiles[tile.id] = tile
        tile.start(self._robin)
        self.bus.publish(TileChanged(tile.summary()))

    def tile(self, word: str) -> Tile:
        """The tile with that id, unique start of an id, or name; raises TileNotFoundError."""
        return find(self.tiles, word)

    def tile_of_token(self, token: str) -> str | None:
        """The tile that a token names; None for a token that names none any more."""
        return next((tile.id for tile in self.tiles.values() if tile.record.token == token), None)

    def ended(self, child: int, exit_code: int | None) -> None:
        """The keeper says that a program has ended."""
        for tile in self.tiles.values():
            if tile.child == child:
                logger.info("tile ended", extra={"tile": tile.id, "exit": exit_code})
                tile.ended(exit_code)
                self.recordings.ended(tile)
                self.answering.ended(tile.id)

    async def close(self, word: str) -> None:
        """End what runs in a tile and remove it."""
        await carried_out(self.run, end(self, self.tile(word)))

    async def close_frame(self, word: str, *, tiles: bool) -> None:
        """Close a frame, which must be empty unless its tiles may end with it; raises as `Frames.remove` does."""
        frame = self.frames.find(word)
        for tile in frame.tiles if tiles else ():
            if tile in self.tiles:
                await self.close(tile)
        if any(one.frame_id == frame.frame_id for one in self.frames.all):  # it may have gone with its last tile
            self.frames.remove(frame.frame_id)

    def rename(self, word: str, name: str) -> None:
        """Rename a tile; an empty name gives it its program's.

        Raises:
            BadRequestError: another tile is called that.
        """
        tile = self.tile(word)
        taken = [other.name for other in self.tiles.values() if other is not tile]
        wanted = clean_name(name)
        if wanted in taken:
            raise BadRequestError(f"there is a tile called '{wanted}' already")
        own = tile.record.agent or Path(tile.record.argv[0]).name
        label = own if own not in taken else next_label(f"{own} #{{n}}", taken)
        tile.rename(wanted or label, is_given=bool(wanted))

    def resize(self, word: str, size: Size, caller: Caller) -> None:
        """Set a tile's size; for clients that show it, of which the one counts that was used last."""
        tile = self.tile(word)
        if self.bus.follows(caller.client):
            self.sizes.wish(caller.client, tile.id, size)
        else:
            tile.resize(size.rows, size.columns)

    def _resized(self, tile_id: str, size: Size) -> None:
        if tile := self.tiles.get(tile_id):
            tile.resize(size.rows, size.columns)

    def focus(self, word: str) -> None:
        """Ask every UI to show a tile."""
        self.bus.publish(FocusRequested(self.tile(word).id))

    def see(self, word: str, caller: Caller) -> None:
        """A person looked at a tile; a program says so in vain."""
        tile = self.tile(word)
        if caller.tile_id is None and tile.record.done:
            tile.remember(is_seen=True)
            self.bus.publish(TileChanged(tile.summary()))

    def summaries(self) -> list[TileSummary]:
        """Every tile, oldest first."""
        return [tile.summary() for tile in sorted(self.tiles.values(), key=lambda tile: (tile.record.started, tile.id))]

    @property
    def live(self) -> int:
        """Tiles whose program runs."""
        return sum(tile.exit is None for tile in self.tiles.values())

    # -- typing --------------------------------------------------------------------------------------------------

    async def send(self, request: Send, caller: Caller) -> None:
        """Type a text and Enter."""
        tile = self.tile(request.tile)
        may_type(caller, tile.id)
        async with tile.typing:
            await typist.deliver(tile, request.text)

    async def press(self, word: str, names: Sequence[str], caller: Caller, *, gap: float = typist.KEY_GAP) -> None:
        """Press keys."""
        tile = self.tile(word)
        may_type(caller, tile.id)
        self.used(caller)
        if not names:
            raise HiveError("no keys given", code="USAGE", hint="hive ctl keys TILE Down,Enter")
        tile.note_person()
        await typist.press(tile, names, gap=gap)

    async def paste(self, word: str, text: str, caller: Caller) -> None:
        """Paste a text."""
        tile = self.tile(word)
        may_type(caller, tile.id)
        self.used(caller)
        tile.note_person()
        await typist.paste(tile, text)

    async def point(self, request: Mouse, caller: Caller) -> None:
        """Pass on an event of the mouse."""
        tile = self.tile(request.tile)
        may_type(caller, tile.id)
        self.used(caller)
        button = typist.BUTTONS[request.button]
        modifiers = frozenset[str](request.modifiers)
        event = MouseEvent(Action(request.action), button, request.row, request.column, modifiers)
        await typist.point(tile, event)

    async def interrupt(self, word: str, caller: Caller) -> None:
        """Stop what an agent is doing."""
        tile = self.tile(word)
        may_type(caller, tile.id)
        await tile.look()
        if tile.manifest is None or not tile.manifest.interrupt:
            raise UnsupportedError(f"how to interrupt {tile.name} is not known", hint=f"hive ctl keys {tile.id} ctrl+c")
        if not tile.is_busy:
            raise UnsupportedError(f"{tile.name} is {tile.status.value}, there is nothing to interrupt")
        async with tile.typing:
            await typist.press(tile, tile.manifest.interrupt, gap=typist.KEY_GAP)

    def hooked(self, report: Hook, caller: Caller) -> bool:
        """A hook reports of its own tile; whether that counts."""
        tile = self.tiles.get(caller.tile_id or "")
        if tile is None or report.tile_id != f"hm:{tile.id}":
            raise UnauthorizedError("a hook reports only of the tile that it runs in")
        told = accepted(
            report.event,
            outcome=report.outcome,
            kind=report.kind,
            agent_id=report.agent_id,
            background=report.background,
        )
        session = report.session_id if is_session_id(report.session_id) else ""  # it may get onto a command line
        if session and (told or not report.event):
            tile.remember(session=session)
        if told:
            tile.told(told)
        return told is not None or (not report.event and bool(session))

    # -- clients -------------------------------------------------------------------------------------------------

    def join(self, client: Subscriber) -> None:
        """A client has connected."""
        self.bus.join(client)

    def leave(self, number: int) -> None:
        """A client is gone."""
        self.bus.leave(number)
        self.sizes.leave(number)
        self.notify.left(number)
        for tile in self.tiles.values():
            tile.be_watched(is_watched=self.bus.is_watched(tile.id))

    def subscribe(self, caller: Caller) -> None:
        """The caller's connection gets every event."""
        self.bus.follow(caller.client)
        self.used(caller)
        self.notify.came(caller)

    def used(self, caller: Caller) -> None:
        """Somebody uses that UI; a script that types, and a program in a tile, are none."""
        if caller.tile_id is None and self.bus.follows(caller.client):
            self.sizes.use(caller.client)

    def watch(self, word: str, caller: Caller, *, on: bool) -> None:
        """The caller's connection gets a tile's screen, or does not any more."""
        tile = self.tile(word)
        if on:
            self.bus.watch(caller.client, tile.id, tile.snapshot)
        else:
            self.bus.unwatch(caller.client, tile.id)
            self.sizes.hide(caller.client, tile.id)
        tile.be_watched(is_watched=self.bus.is_watched(tile.id))

    def open_asks(self) -> list[Ask]:
        """What waits, oldest first."""
        return self.inbox.asks()

    def agents(self, caller: Caller) -> list[AgentInfo]:
        """What can be started, seen from the caller's PATH."""
        return offers(self.catalog, caller.env or self.env, self.scripts, caller.cwd)

    def agent_problems(self, caller: Caller) -> list[str]:
        """One line for each agent file that cannot be used, seen from the caller's folder."""
        return self.catalog.problems(caller.cwd)

    def about(self) -> dict[str, Any]:
        """Facts of the daemon."""
        return {
            "pid": os.getpid(),
            "version": self.version,
            "tiles": self.live,
            "socket": str(self.socket),
            "log": str(self.places.log),
        }

    def stop(self, *, programs: bool) -> None:
        """End the daemon."""
        self._on_stop(programs=programs)

    # -- what tiles tell -----------------------------------------------------------------------------------------

    def tile_changed(self, tile: Tile) -> None:
        """Its summary changed."""
        if tile.id in self.tiles:
            self.sessions.note(tile)
            self.bus.publish(TileChanged(summary := tile.summary()))
            self.notify.changed(summary)

    def screen_changed(self, tile: Tile) -> None:
        """Its screen changed."""
        self.bus.show(tile.id, tile.snapshot)

    def heard(self, tile: Tile, event: TerminalEvent) -> None:
        """Its program told its terminal something beside what it drew."""
        if isinstance(event, ClipboardWritten):
            self.bus.publish(Copied(tile.id, event.text))
        else:
            self.notify.heard(tile.id, event)

    def ask_changed(self, tile: Tile, change: AskChange) -> None:
        """An ask opened, changed or closed."""
        if change.closed:
            self.inbox.settle(change.closed)
            self.bus.publish(AskClosed(change.closed.fingerprint, tile.id, change.outcome))
        if self.answering.take(tile, change):
            return
        if change.opened:
            self.inbox.open(change.opened)
            self.bus.publish(AskOpened(change.opened))
            self.notify.changed(tile.summary())

    def record_changed(self, tile: Tile) -> None:
        """Tell the keeper, once for all changes of this turn of the loop."""
        if tile.id not in self._stale:
            self._stale.add(tile.id)
            self.run(self._store(tile))

    async def _store(self, tile: Tile) -> None:
        self._stale.discard(tile.id)
        if tile.exit is None and tile.child != UNKEPT:
            try:
                await self.keeper.set_record(tile.child, encode_record(tile.record))
            except HiveError as error:  # the keeper ends or was lost, and whoever watches it acts
                logger.info("record not stored", extra={"tile": tile.id, "code": error.code})
