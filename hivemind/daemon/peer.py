"""One connected client: its requests, its events, and what it has seen of each screen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from hivemind.protocol import codec
from hivemind.protocol.events import Event, ScreenChanged
from hivemind.protocol.screen import Row, Snapshot
from hivemind.protocol.verb import Caller, Failure

logger = logging.getLogger(__name__)

STALL = 256 * 1024
"""Bytes unsent at which a client counts as slow: it gets a larger difference later, never a longer queue."""

HOPELESS = 32 * 1024 * 1024
"""Bytes unsent at which a client is cut off."""

TOGETHER = 0.005
"""Seconds that a change may wait for those of other tiles."""

MOST_REQUESTS = 500
"""Requests of one client that are served at a time; what it sends beyond them waits, and holds up nobody else."""

PATIENCE = 1.0
"""Seconds for which it waits for one of them to end; where none does, since all wait for something, it is refused."""

TYPING = frozenset({"press", "paste", "mouse"})
"""Verbs of a client that draws, by which a person types into a tile."""

Serve = Callable[["Peer", codec.Request], Awaitable[bytes | None]]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a client has of a tile. The tables only grow, so their lengths say which entries it has."""

    snapshot: Snapshot
    styles: int
    clusters: int


class Peer:
    """The daemon's side of one connection."""

    def __init__(
        self,
        number: int,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        serve: Serve,
        *,
        patience: float = PATIENCE,
    ) -> None:
        self._number = number
        self._patience = patience
        self._reader = reader
        self._writer = writer
        self._serve = serve
        self._seen: dict[str, Seen] = {}
        self._waiting: dict[str, Snapshot] = {}
        self._flusher: asyncio.Task[None] | None = None
        self._soon: asyncio.TimerHandle | None = None
        self._typed = ""
        """The tile that this client typed into last."""
        self.caller: Caller | None = None
        """Who it is; None until it has said `initialize`."""

    @property
    def number(self) -> int:
        """Names the connection."""
        return self._number

    async def run(self) -> None:
        """Serve the connection until it ends; requests that still wait then are withdrawn."""
        async with asyncio.TaskGroup() as group:
            requests: set[asyncio.Task[None]] = set()
            try:
                while line := await self._reader.readline():
                    if line.strip() and await self._has_room(requests, line):
                        task = group.create_task(self._request(line))
                        requests.add(task)
                        task.add_done_callback(requests.discard)
            except (ValueError, ConnectionError) as error:  # ValueError: the line is longer than the limit
                logger.info("client cut off", extra={"peer": self._number, "reason": str(error)})
            finally:
                for task in requests:
                    task.cancel()
                if self._flusher:
                    self._flusher.cancel()
                if self._soon:
                    self._soon.cancel()
        self._writer.close()

    async def _has_room(self, requests: Collection[asyncio.Task[None]], line: bytes) -> bool:
        """Whether one more request can be served; else its client is told that it was not."""
        if len(requests) < MOST_REQUESTS:
            return True
        ended, _ = await asyncio.wait(requests, timeout=self._patience, return_when=asyncio.FIRST_COMPLETED)
        if not ended:
            with suppress(msgspec.MsgspecError):  # what is no request asks for no answer
                number = codec.decode_request(line).id
                words = f"{MOST_REQUESTS} requests of this client wait already: this one was not served"
                self._write(codec.encode_failure(number, Failure("RATE_LIMITED", words, "wait for some of them")))
        return bool(ended)

    async def _request(self, line: bytes) -> None:
        try:
            request = codec.decode_request(line)
        except msgspec.MsgspecError as error:
            rpc_code = codec.INVALID_REQUEST if isinstance(error, msgspec.ValidationError) else codec.PARSE_ERROR
            self._write(codec.encode_failure(None, Failure("BAD_REQUEST", str(error)), rpc_code=rpc_code))
            return
        if request.method in TYPING:
            self._typed = _tile_of(request)
        reply = await self._serve(self, request)
        if reply is not None and request.id is not None:
            self._write(reply)

    # -- events --------------------------------------------------------------------------------------------------

    def tell(self, event: Event) -> None:
        """Send an event."""
        self._write(codec.encode_event(event))

    def forget(self, tile_id: str) -> None:
        """The next change of that tile is its whole screen; until then nothing of it is kept here."""
        self._seen.pop(tile_id, None)
        self._waiting.pop(tile_id, None)

    def offer(self, tile_id: str, snapshot: Snapshot) -> None:
        """Send what changed, or as soon as the client has read what it was sent.

        At once where the client types, else with what changes in other tiles within a moment: a client that is woken
        for each of forty tiles does little else.
        """
        self._waiting[tile_id] = snapshot
        if self._flusher is not None:
            return
        if tile_id == self._typed or tile_id not in self._seen:
            self._flush(tile_id)
        elif self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(TOGETHER, self._flush_all)

    def _flush_all(self) -> None:
        self._soon = None
        self._flush(*self._waiting)

    def _flush(self, *tile_ids: str) -> None:
        """Send what changed in these in one write, as far as the client keeps up: a write costs more than a line."""
        if self._flusher is not None:
            return
        queued = self._writer.transport.get_write_buffer_size()
        lines: list[bytes] = []
        for tile_id in tile_ids:
            if queued > STALL:
                self._flusher = asyncio.get_running_loop().create_task(self._flush_later())
                break
            snapshot = self._waiting.pop(tile_id)
            before = self._seen.get(tile_id)
            if before is None or before.snapshot.revision != snapshot.revision:
                self._seen[tile_id] = Seen(snapshot, len(snapshot.styles), len(snapshot.clusters))
                lines.append(codec.encode_event(difference(tile_id, before, snapshot)))
                queued += len(lines[-1])
        if lines:
            self._write(b"".join(lines))

    async def _flush_later(self) -> None:
        try:
            await self._writer.drain()
        except ConnectionError:
            return  # the reader's side ends the connection
        self._flusher = None
        self._flush_all()

    def _write(self, line: bytes) -> None:
        transport = self._writer.transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > HOPELESS:
            logger.warning("client does not read, cut off", extra={"peer": self._number})
            transport.abort()
            return
        self._writer.write(line)


class _Typed(msgspec.Struct):
    """What we need of such a verb."""

    tile: str = ""


def _tile_of(request: codec.Request) -> str:
    try:
        return msgspec.json.decode(request.params, type=_Typed).tile
    except msgspec.MsgspecError:
        return ""  # whoever serves the request says what is wrong with it


def difference(tile_id: str, seen: Seen | None, after: Snapshot) -> ScreenChanged:
    """What a client that has `seen` needs for `after`; the whole screen when the two cannot be compared."""
    if seen is not None and not is_comparable(seen.snapshot, after):
        seen = None
    old: tuple[Row | None, ...] = seen.snapshot.lines if seen else (None,) * after.size.rows
    lines = tuple(
        (row, new.text, new.styles)
        for row, (had, new) in enumerate(zip(old, after.lines, strict=True))
        if had is not new and had != new
    )
    return ScreenChanged(
        tile_id=tile_id,
        base=seen.snapshot.revision if seen else 0,
        revision=after.revision,
        size=after.size,
        top=after.top,
        cursor=after.cursor,
        title=after.title,
        modes=after.modes,
        lines=lines,
        styles=tuple(after.styles[seen.styles if seen else 0 :]),
        clusters=tuple(after.clusters[seen.clusters if seen else 0 :]),
    )


def is_comparable(before: Snapshot, after: Snapshot) -> bool:
    """Whether rows and tables of two snapshots stand for each other."""
    return (
        before.size == after.size
        and before.modes.alternate == after.modes.alternate
        and before.styles is after.styles
        and before.clusters is after.clusters
    )
