"""The daemon's side of the keeper: start it when needed, have programs started, adopt them, hear of their ends.

Descriptors that come from here are non-blocking, closed on exec, and the caller's to close. Nothing is read from them.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hivemind.base import errors
from hivemind.base.clock import Clock, SystemClock
from hivemind.base.errors import HiveError, UnavailableError
from hivemind.base.places import Places
from hivemind.keeper.launcher import START_SECONDS, keeper_log, log_tail, start_keeper
from hivemind.keeper.wire import PROTOCOL, Inbox, Message, Outbox, decode, encode, set_descriptor_flags

REPLY_SECONDS = 15.0
"""A keeper that has not answered by then hangs."""

_RETRY_SECONDS = 0.05

OnExit = Callable[[int, int | None], None]
"""Called with a program's id and its exit: its code, minus the signal that killed it, or None when nobody knows."""

_ERRORS: dict[str, type[HiveError]] = {
    kind.code: kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, HiveError)
}

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Child:
    """A program that was just started."""

    id: int
    """The keeper's number for it; never used again while that keeper lives."""
    pid: int
    """Also its process group and its session."""
    fd: int
    """The PTY master, the caller's to close."""


@dataclass(frozen=True, slots=True)
class Adopted:
    """A program that the keeper holds, perhaps from the time of another daemon."""

    id: int
    pid: int
    fd: int | None
    """The PTY master, the caller's to close; what the program wrote meanwhile waits there, as much as a PTY holds. None
    when this process had too many open files to receive it."""
    record: str
    """As the last daemon left it."""
    rows: int
    columns: int
    """The terminal's size as the program sees it."""
    has_ended: bool
    exit: int | None
    """As `OnExit` tells it; None also while it runs."""


@dataclass(slots=True)
class _Pending:
    op: str
    reply: asyncio.Future[Message]
    fd: int = -1
    programs: list[Adopted] = field(default_factory=list)


class KeeperClient:
    """A connection to the keeper; make it with `connect`. One daemon has it at a time: the next one ends us."""

    def __init__(self, sock: socket.socket, on_exit: OnExit) -> None:
        self._loop = asyncio.get_running_loop()
        self._sock = sock
        self._inbox = Inbox(sock)
        self._outbox = Outbox(sock)
        self._numbers = itertools.count(1)
        self._pending: dict[int, _Pending] = {}
        self._on_exit = on_exit
        self.keeper_pid = 0
        self.closed = asyncio.Event()
        """Set when the connection is lost or was closed. Programs go on; see `hand` for when the keeper died."""
        self._loop.add_reader(sock, self._receive)

    @classmethod
    async def connect(
        cls,
        places: Places,
        on_exit: OnExit,
        *,
        clock: Clock | None = None,
        keeper_options: tuple[str, ...] = (),
    ) -> KeeperClient:
        """A connection to the running keeper, or to one started now.

        A daemon that is still connected is killed first. `keeper_options` are words for the command line of a keeper
        that has to be started (tests shorten its waits).

        Raises:
            UnavailableError: there is none and none can be started, or it does not answer, or speaks another protocol.
        """
        clock = clock or SystemClock()
        give_up_at = clock.monotonic() + START_SECONDS
        while True:
            try:
                return await cls._connect_now(places, on_exit)
            except OSError as error:
                if clock.monotonic() >= give_up_at:
                    told = f"no keeper could be reached: {error}\n{log_tail(places)}".rstrip()
                    raise UnavailableError(told, hint=str(keeper_log(places))) from error
            await start_keeper(places, options=keeper_options)
            # One that is just starting or ending holds the lock without listening.
            await clock.sleep(_RETRY_SECONDS)

    @classmethod
    async def _connect_now(cls, places: Places, on_exit: OnExit) -> KeeperClient:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            sock.settimeout(0)
            sock.connect(str(places.keeper_socket))
        except OSError:
            sock.close()
            raise
        client = cls(sock, on_exit)
        try:
            reply = await client._request("hello", {})
            client._greet(reply)
        except BaseException as error:
            is_lost = client.closed.is_set()
            client.close()
            if is_lost and isinstance(error, UnavailableError):
                # It was just ending: another one can be started.
                raise ConnectionResetError("the keeper closed the connection") from error
            raise
        return client

    def _greet(self, reply: Message) -> None:
        if reply.get("protocol") != PROTOCOL:
            raise UnavailableError(
                f"the running keeper speaks protocol {reply.get('protocol')}, this version {PROTOCOL}",
                hint="stop it with the version of hive that started it: hive daemon stop",
            )
        self.keeper_pid = int(reply["pid"])

    async def spawn(
        self,
        argv: Sequence[str],
        env: Mapping[str, str],
        cwd: str,
        *,
        rows: int,
        columns: int,
        record: str = "",
    ) -> Child:
        """Start a program under a PTY of that size, in a session of its own, with exactly that environment.

        Its name is looked up in the PATH of `env`. Its exit is told only after the caller that awaits this has resumed.

        Raises:
            NotInstalledError: there is no such program, or it cannot be run.
            BadRequestError: the folder cannot be entered, or the request is too long or malformed.
            UnavailableError: the keeper is gone, or the system has no more of something.
        """
        request = {
            "argv": [_wire_text(word) for word in argv],
            "env": {_wire_text(name): _wire_text(value) for name, value in env.items()},
            "cwd": _wire_text(cwd),
            "rows": rows,
            "columns": columns,
            "record": record,
        }
        reply = await self._request("spawn", request)
        return Child(id=reply["id"], pid=reply["pid"], fd=reply["fd"])

    async def adopt(self) -> list[Adopted]:
        """Every program that the keeper holds, oldest first, with a descriptor each (a new one at every call)."""
        reply = await self._request("adopt", {})
        programs: list[Adopted] = reply["programs"]
        return programs

    async def set_record(self, program: int, record: str) -> None:
        """Leave a record for the next daemon; replaces the last one.

        Raises:
            BadRequestError: it is longer than `wire.RECORD_LIMIT`.
            HiveError: NOT_FOUND, the keeper has no such program.
        """
        await self._request("record", {"id": program, "record": record})

    async def signal(self, program: int, number: int) -> None:
        """Signal the program's process group and the one in its terminal's foreground.

        Raises:
            ExitedError: it has ended.
            HiveError: NOT_FOUND, the keeper has no such program.
        """
        await self._request("signal", {"id": program, "signal": number})

    async def forget(self, program: int) -> None:
        """Drop a program; one that runs is hung up, and killed some seconds later. No exit is told of it any more.

        Raises:
            HiveError: NOT_FOUND, the keeper has no such program.
        """
        await self._request("forget", {"id": program})

    async def hand(self, pid: int, fd: int, *, record: str = "") -> int:
        """Give a program whose keeper died to this keeper; its new id. `fd` stays the caller's.

        If it has ended meanwhile, its exit follows at once, as None: only the keeper that started it could know.

        Raises:
            UnavailableError: the keeper is gone.
            BadRequestError: that is no terminal.
        """
        reply = await self._request("hand", {"pid": pid, "record": record, "descriptors": 1}, fd)
        number: int = reply["id"]
        return number

    async def stop(self) -> None:
        """End every program (hangup, then more) and the keeper; returns when they are gone, within some 3 seconds.

        Raises:
            UnavailableError: the keeper hangs.
        """
        try:
            await self._request("stop", {})
        except UnavailableError:
            if not self.closed.is_set():
                raise

    def close(self) -> None:
        """Let go of the keeper. Programs run on, descriptors stay open."""
        if self.closed.is_set():
            return
        self.closed.set()
        self._loop.remove_reader(self._sock)
        self._loop.remove_writer(self._sock)
        self._inbox.close()
        self._outbox.close()
        self._sock.close()
        pending, self._pending = self._pending, {}
        for waiting in pending.values():
            self._discard(waiting)
            if not waiting.reply.done():
                waiting.reply.set_exception(UnavailableError("the connection to the keeper was lost"))

    async def _request(self, op: str, message: Message, fd: int = -1) -> Message:
        if self.closed.is_set():
            raise UnavailableError("the connection to the keeper is closed")
        number = next(self._numbers)
        line = encode({"n": number, "op": op, **message})
        waiting = _Pending(op, self._loop.create_future())
        self._pending[number] = waiting
        self._send(line, fd)
        try:
            async with asyncio.timeout(REPLY_SECONDS):
                return await waiting.reply
        except TimeoutError as error:
            raise UnavailableError("the keeper does not answer", hint=str(self.keeper_pid or "")) from error
        except asyncio.CancelledError:
            # The reply may have come in this very turn of the loop: nobody will take it.
            if waiting.reply.done() and not waiting.reply.cancelled() and waiting.reply.exception() is None:
                self._undo(waiting, waiting.reply.result())
            raise

    def _send(self, line: bytes, fd: int = -1) -> None:
        try:
            self._outbox.post(line, fd)
        except OSError as error:
            log.warning("keeper lost", extra={"reason": str(error)})
            self.close()
        if self._outbox:
            self._loop.add_writer(self._sock, self._flush)

    def _flush(self) -> None:
        try:
            self._outbox.flush()
        except OSError as error:
            log.warning("keeper lost", extra={"reason": str(error)})
            self.close()
        if not self._outbox and not self.closed.is_set():
            self._loop.remove_writer(self._sock)

    def _receive(self) -> None:
        try:
            is_open = self._inbox.receive()
            while (line := self._inbox.next_line()) is not None:
                self._take(decode(line))
        except BlockingIOError:
            return
        except (OSError, HiveError) as error:
            log.warning("keeper lost", extra={"reason": str(error)})
            is_open = False
        if not is_open:
            self.close()

    def _take(self, message: Message) -> None:
        fd, problem = -1, None
        if message.get("descriptors"):
            try:
                fd = set_descriptor_flags(self._inbox.next_descriptor())
            except UnavailableError as error:
                problem = error
        if message.get("event") == "exited":
            # After the wake-up of whoever awaits the spawn whose reply came just before.
            self._loop.call_soon(self._on_exit, message["id"], message["exit"])
            return
        waiting = self._pending.get(message.get("n", 0))
        if waiting is None:
            if fd >= 0:
                os.close(fd)
        elif "program" in message:
            waiting.programs.append(_adopted(message["program"], fd))
        else:
            del self._pending[message["n"]]
            waiting.fd = fd
            self._settle(waiting, message, problem)

    def _settle(self, waiting: _Pending, message: Message, problem: HiveError | None) -> None:
        told = message.get("error")
        if told is not None:
            problem = _ERRORS.get(told["code"], HiveError)(told["message"], hint=told["hint"], code=told["code"])
        if waiting.reply.done() or problem is not None:
            # Nobody will take what came with it: the caller was cancelled or gave up, or it came incomplete.
            if told is None:
                self._undo(waiting, message)
            else:
                self._discard(waiting)
        if waiting.reply.done():
            return
        if problem is not None:
            waiting.reply.set_exception(problem)
        else:
            waiting.reply.set_result({**message, "fd": waiting.fd, "programs": waiting.programs})

    def _undo(self, waiting: _Pending, message: Message) -> None:
        """Nobody takes what a request gave: its descriptors are closed, and a program that it started ends."""
        self._discard(waiting)
        if waiting.op == "spawn" and not self.closed.is_set():
            self._send(encode({"n": 0, "op": "forget", "id": message["id"]}))

    @staticmethod
    def _discard(waiting: _Pending) -> None:
        for fd in (waiting.fd, *(program.fd for program in waiting.programs)):
            if fd is not None and fd >= 0:
                os.close(fd)
        waiting.fd, waiting.programs = -1, []


def _adopted(told: Message, fd: int) -> Adopted:
    return Adopted(
        id=told["id"],
        pid=told["pid"],
        fd=fd if fd >= 0 else None,
        record=told["record"],
        rows=told["rows"],
        columns=told["columns"],
        has_ended=told["ended"],
        exit=told["exit"],
    )


def _wire_text(text: str) -> str:
    """Text whose surrogate escapes are of UTF-8, whatever this process's locale is."""
    return os.fsencode(text).decode("utf-8", "surrogateescape")
