"""The client's end of the wire: typed calls, and events in their order."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from hivemind.base.errors import UnavailableError
from hivemind.base.places import current_folder
from hivemind.protocol import codec
from hivemind.protocol.events import Event
from hivemind.protocol.verb import Verb, reply_type

R = TypeVar("R")


class LinkLike(Protocol):
    """Typed calls to the daemon, and its events."""

    async def call(self, verb: Verb[R]) -> R:
        """Ask and wait for the reply. Raises the HiveError that the daemon answered with."""
        ...

    def events(self) -> AsyncIterator[Event]:
        """Events in the order they came; ends when the connection does."""
        ...

    async def close(self) -> None:
        """Close the connection; the daemon goes on."""
        ...


class Link:
    """One connection to the daemon. Make it with `Link.open`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[codec.Incoming]] = {}
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        self._task = asyncio.get_running_loop().create_task(self._read())

    @classmethod
    async def open(cls, path: Path, env: Mapping[str, str], *, token: str = "") -> Link:
        """Connect and say who we are. Programs that are spawned through it get `env`.

        Raises:
            UnavailableError: nobody answers there.
            HiveError: the daemon speaks another protocol.
        """
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=codec.MESSAGE_LIMIT)
        except OSError as error:
            raise UnavailableError(f"no daemon at {path}: {error}") from error
        link = cls(reader, writer)
        hello = {"protocol": codec.PROTOCOL, "token": token, "env": _as_text(env), "cwd": _text(current_folder())}
        try:
            await link._ask("initialize", hello)
        except BaseException:
            await link.close()
            raise
        return link

    async def call(self, verb: Verb[R]) -> R:
        """Ask and wait for the reply; raises the HiveError that the daemon answered with."""
        incoming = await self._ask(verb.method, verb)
        reply: R = msgspec.json.decode(incoming.result, type=reply_type(type(verb)))
        return reply

    async def events(self) -> AsyncIterator[Event]:
        """Events in the order they came; ends when the connection does."""
        while (event := await self._events.get()) is not None:
            yield event

    async def close(self) -> None:
        """Close the connection; the daemon goes on."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._writer.close()

    async def _ask(self, method: str, params: object) -> codec.Incoming:
        if self._task.done():
            raise UnavailableError("the connection to the daemon is closed")
        number = next(self._numbers)
        future: asyncio.Future[codec.Incoming] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._writer.write(codec.encode_request(number, method, params))
        try:
            incoming = await future
        finally:
            self._waiting.pop(number, None)
        if incoming.error:
            raise codec.error_of(incoming.error)
        return incoming

    async def _read(self) -> None:
        try:
            while line := await self._reader.readline():
                self._take(codec.decode_incoming(line))
        except (OSError, ValueError):
            pass  # a broken connection is a closed one; whoever waits is told below
        finally:
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(UnavailableError("the daemon closed the connection"))
            self._events.put_nowait(None)
            self._writer.close()  # a UI that lives for weeks sees many daemons: none leaves a descriptor behind

    def _take(self, incoming: codec.Incoming) -> None:
        if incoming.method:
            try:
                self._events.put_nowait(codec.decode_event(incoming))
            except msgspec.MsgspecError:
                return  # an event of a newer daemon: nothing we could show
        elif isinstance(incoming.id, int) and incoming.id in self._waiting:
            future = self._waiting[incoming.id]
            if not future.done():
                future.set_result(incoming)


def _as_text(env: Mapping[str, str]) -> dict[str, str]:
    """Variables as JSON can carry them: bytes that are no text become question marks."""
    return {_text(name): _text(value) for name, value in env.items()}


def _text(raw: str) -> str:
    return raw.encode("utf-8", "replace").decode()
