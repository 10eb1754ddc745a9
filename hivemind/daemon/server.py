"""The daemon's socket: who may connect, and which verb a request is."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import socket
import struct
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hivemind.base.errors import HiveError, UnauthorizedError
from hivemind.daemon.commands import Commands
from hivemind.daemon.peer import Peer
from hivemind.daemon.seat import inode_of
from hivemind.hive.hive import Hive
from hivemind.protocol import codec
from hivemind.protocol.verb import Access, AnyVerb, Caller, Failure

logger = logging.getLogger(__name__)


class Hello(msgspec.Struct, frozen=True):
    """What the first request says."""

    protocol: int
    token: str = ""
    env: dict[str, str] = msgspec.field(default_factory=dict)
    cwd: str = "/"


class Line(msgspec.Struct, frozen=True):
    """A `hive ctl` command line."""

    argv: list[str]
    cwd: str = "/"
    env: dict[str, str] = msgspec.field(default_factory=dict)
    columns: int = 80


class Server:
    """Accepts clients and serves their requests."""

    def __init__(self, hive: Hive, verbs: Mapping[str, type[AnyVerb]]) -> None:
        self._hive = hive
        self._verbs = verbs
        self._commands = Commands(hive, verbs)
        self._numbers = itertools.count(1)
        self._server: asyncio.Server | None = None
        self._path = Path()
        self._inode = 0
        self._connections: set[asyncio.Task[None]] = set()

    async def open(self, path: Path) -> None:
        """Listen on `path`, mode 0600; one that a dead daemon left is replaced. Connections there are go on.

        Raises:
            OSError: there can be no such socket.
        """
        before = self._server
        path.unlink(missing_ok=True)  # noqa: ASYNC240 (once, before anybody is served)
        mask = os.umask(0o177)
        try:
            self._server = await asyncio.start_unix_server(self._accept, path, limit=codec.MESSAGE_LIMIT)
        finally:
            os.umask(mask)
        self._path, self._inode = path, inode_of(path)
        if before:
            before.close()

    @property
    def is_swept(self) -> bool:
        """Whether our socket is no longer where clients look for it."""
        return inode_of(self._path) != self._inode

    async def close(self) -> None:
        """Stop listening, take the socket away if it is still ours, and end every connection."""
        if self._server:
            if not self.is_swept:
                self._path.unlink(missing_ok=True)
            self._server.close()
        for task in tuple(self._connections):
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._connections.add(task)
            task.add_done_callback(self._connections.discard)
        connection: socket.socket = writer.get_extra_info("socket")
        uid = peer_uid(connection)
        if uid != os.getuid():
            logger.warning("stranger refused", extra={"uid": uid})
            writer.close()
            return
        peer = Peer(next(self._numbers), reader, writer, self._serve)
        self._hive.join(peer)
        try:
            await peer.run()
        except asyncio.CancelledError:
            writer.close()  # the daemon ends; asyncio would log a cancelled accept as an error
        finally:
            self._hive.leave(peer.number)

    async def _serve(self, peer: Peer, request: codec.Request) -> bytes | None:
        try:
            return codec.encode_result(request.id, await self._result(peer, request))
        except HiveError as error:
            rpc_code = codec.UNKNOWN_METHOD if error.code == "UNKNOWN_METHOD" else codec.HOST_ERROR
            return codec.encode_failure(request.id, codec.failure_of(error), rpc_code=rpc_code)
        except Exception:
            # one request must not take the daemon with it; the trace is in the log
            logger.exception("request failed", extra={"peer": peer.number, "verb": request.method})
            failure = Failure("INTERNAL", f"{request.method} failed inside the daemon", f"see {self._hive.places.log}")
            return codec.encode_failure(request.id, failure)

    async def _result(self, peer: Peer, request: codec.Request) -> Any:
        if request.method == "initialize":
            peer.caller = self._welcome(peer, _read(request, Hello))
            return {"protocol": codec.PROTOCOL, "version": self._hive.version}
        if peer.caller is None:
            raise UnauthorizedError("the first request must be initialize")
        if request.method == "ctl":
            line = _read(request, Line)
            caller = msgspec.structs.replace(peer.caller, env=line.env, cwd=line.cwd, is_command=True)
            return await self._commands.run(line.argv, caller)
        verb = self._verbs.get(request.method)
        if verb is None:
            raise HiveError(f"no verb '{request.method}'", code="UNKNOWN_METHOD")
        check_access(verb, peer.caller)
        return await _read(request, verb).serve(self._hive, peer.caller)

    def _welcome(self, peer: Peer, hello: Hello) -> Caller:
        if hello.protocol != codec.PROTOCOL:
            raise HiveError(
                f"the daemon speaks protocol {codec.PROTOCOL}, this client {hello.protocol}",
                hint="hive daemon restart (programs go on)",
                code="UNSUPPORTED",
            )
        tile_id = self._hive.tile_of_token(hello.token) if hello.token else None
        if hello.token and tile_id is None:
            raise UnauthorizedError(
                "this token (HCP_TOKEN) names no tile any more", hint="use a terminal that was not started in a tile"
            )
        return Caller(tile_id=tile_id, client=peer.number, env=hello.env, cwd=hello.cwd)


def check_access(verb: type[AnyVerb], caller: Caller) -> None:
    """Raise when a program in a tile may not use that verb."""
    if verb.access is Access.PERSON and caller.tile_id is not None:
        raise UnauthorizedError(f"'{verb.method}' is for people, not for programs in tiles")


T = TypeVar("T")


def _read(request: codec.Request, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(request.params, type=kind)
    except msgspec.MsgspecError as error:
        raise HiveError(f"{request.method}: {error}", code="BAD_REQUEST") from error


def peer_uid(connection: socket.socket) -> int:
    """The user at the other end: SO_PEERCRED on Linux (unix(7)), LOCAL_PEERCRED on macOS (unix(4): version, uid …)."""
    if sys.platform == "darwin":
        packed = connection.getsockopt(0, 1, 8)
        return int(struct.unpack("=II", packed)[1])
    packed = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return int(struct.unpack("3i", packed)[1])
