"""One daemon per user: start, adopt what runs, serve, and end when nobody needs it.

Programs are the keeper's; they outlive this process however it ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import stat
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from hivemind.base.clock import Clock, SystemClock
from hivemind.base.errors import HiveError, UnavailableError
from hivemind.base.places import Places, shipped_agents
from hivemind.daemon.seat import Seat
from hivemind.daemon.server import Server
from hivemind.detect.text import ScreenText
from hivemind.hive.hive import Hive, Setting
from hivemind.hive.strangers import Strangers
from hivemind.keeper.client import KeeperClient
from hivemind.manifest.catalog import Catalog
from hivemind.verbs import all_verbs

logger = logging.getLogger(__name__)

IDLE_EXIT = 8.0
"""Seconds without any live program or client after which the daemon ends."""

IDLE_LOOK = 1.0
"""Seconds between two looks at that."""

PLACE_LOOK = 1.0
"""Seconds between two looks at whether our socket and lock are still in their place."""

COLLECTED = 5_000, 20, 50
"""New objects after which the collector looks at them, and how many times rarer it looks at older ones."""

REPEAT_SECONDS = 10.0
"""Seconds between two log lines that say the same of the event loop."""

KEEPER_REST = 0.5
"""Seconds until a keeper that could not be replaced is tried again."""

SUCCESSOR_SECONDS = 10.0
"""Seconds a second daemon waits for the first one to accept connections, before it says that it is ready too."""

LOG_LIMIT, LOG_KEPT = 8 * 1024 * 1024, 1024 * 1024
"""Bytes of the log beyond which it is cut, and how many of the newest ones stay."""

LOG_LOOK = 60.0
"""Seconds between two looks at that: a daemon lives for weeks."""

FACTS = ("tile", "peer", "verb", "ask", "code", "status", "rule", "pid", "exit", "bytes", "reason", "agent", "uid")
"""Keys of log records that are written with them."""


class FactFormatter(logging.Formatter):
    """One line a record: time, level, event, then its facts as `key=value`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        facts = " ".join(f"{key}={getattr(record, key)}" for key in FACTS if hasattr(record, key))
        return f"{super().format(record)} {facts}".rstrip()


def main() -> int:
    """Run a daemon; 0 when it ended in order or another one runs already."""
    places = Places.from_env(os.environ)
    ready = int(os.environ.pop("HIVE_READY_FD", "-1"))
    handler = logging.StreamHandler()
    handler.setFormatter(FactFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    os.chdir("/")
    shorten_log(sys.stderr.fileno(), places.log)
    try:
        places.make_runtime()
        seat = Seat(places.daemon_lock)
        if seat.take():
            asyncio.run(Daemon(places, seat, ready).run())
        else:
            asyncio.run(_wait_for_other(places, ready))
    except HiveError as error:
        logger.error("daemon failed: %s", error.message, extra={"code": error.code})  # noqa: TRY400 (said in full)
        return 1
    return 0


def shorten_log(file: int, path: Path) -> None:
    """Cut a log that has grown past `LOG_LIMIT`; `file` is open for appending, `path` is where it is read from."""
    info = os.fstat(file)
    if not stat.S_ISREG(info.st_mode) or info.st_size <= LOG_LIMIT:
        return
    newest = b""
    with contextlib.suppress(OSError), path.open("rb") as log:  # moved away by somebody: it begins anew
        if os.fstat(log.fileno()).st_ino == info.st_ino:
            log.seek(-LOG_KEPT, os.SEEK_END)
            newest = log.read().partition(b"\n")[2]
    os.ftruncate(file, 0)
    os.write(file, newest)


async def _wait_for_other(places: Places, ready: int) -> None:
    clock = SystemClock()
    deadline = clock.monotonic() + SUCCESSOR_SECONDS
    while clock.monotonic() < deadline:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_unix_connection(places.socket)
            writer.close()
            _say_ready(ready)
            return
        await clock.sleep(0.05)
    raise HiveError("another daemon holds the lock but does not accept connections")


def _say_ready(ready: int) -> None:
    if ready >= 0:
        with contextlib.suppress(OSError):  # whoever started us did not wait
            os.write(ready, b"1")
        os.close(ready)


def _settle_memory() -> None:
    """What the start made stays: the collector, whose looks are pauses, need not go through it, and looks rarely."""
    gc.freeze()
    gc.set_threshold(*COLLECTED)


class LoopTrouble:
    """What the event loop reports: logged in full, except what it repeats a hundred times a second."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._quiet_until = 0.0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log it."""
        error = context.get("exception")
        if not (isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}):
            loop.default_exception_handler(context)
        elif self._clock.monotonic() >= self._quiet_until:
            self._quiet_until = self._clock.monotonic() + REPEAT_SECONDS
            logger.error("too many open files", extra={"reason": context.get("message", "")})


class Daemon:
    """The process: owns the loop's tasks, the hive and the socket."""

    def __init__(self, places: Places, seat: Seat, ready: int) -> None:
        self._places = places
        self._seat = seat
        self._ready = ready
        self._clock = SystemClock()
        self._stopping = asyncio.Event()
        self._stop_programs = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._hive: Hive | None = None

    async def run(self) -> None:
        """Serve until told to stop or not needed any more."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self._stop)
        loop.set_exception_handler(LoopTrouble(self._clock))
        keeper = await KeeperClient.connect(self._places, self._ended)
        setting = Setting(
            clock=self._clock,
            places=self._places,
            catalog=Catalog(
                [self._places.user_agents, shipped_agents()],
                cache=self._places.agent_cache,
                decisions=self._places.agent_decisions,
            ),
            env=dict(os.environ),
            scripts=Path(sys.executable).parent,
        )
        hive = self._hive = Hive(setting, keeper, run=self._run, on_stop=self._stop)
        server = Server(hive, all_verbs())
        await hive.adopt_all()
        await server.open(self._places.socket)
        logger.info("daemon started", extra={"pid": os.getpid()})
        _say_ready(self._ready)
        _settle_memory()
        self._run(self._watch_need(hive))
        self._run(self._watch_keeper(hive))
        self._run(self._watch_place(server))
        self._run(self._watch_log())
        self._run(Strangers(self._clock, self._keep_stranger).watch(hive.tiles.values))
        await self._stopping.wait()
        await server.close()
        await hive.frames.flush()
        hive.recordings.flush()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._stop_programs:
            await hive.keeper.stop()
        hive.keeper.close()
        logger.info("daemon ended", extra={"pid": os.getpid()})

    def _keep_stranger(self, agent: str, text: ScreenText) -> None:
        from hivemind.workbench import unknown  # noqa: PLC0415 (an author's tool, which most daemons never need)

        unknown.keep(unknown.folder_of(self._places), agent, text, home=os.environ.get("HOME", ""))

    def _stop(self, *, programs: bool = False) -> None:
        self._stop_programs = programs
        self._stopping.set()

    def _ended(self, child: int, exit_code: int | None) -> None:
        if self._hive:
            self._hive.ended(child, exit_code)

    def _run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("task failed", exc_info=error)

    async def _watch_need(self, hive: Hive) -> None:
        """End when there was neither a live program nor a client for a while."""
        needed = self._clock.monotonic()
        while True:
            await self._clock.sleep(IDLE_LOOK)
            if hive.live or hive.bus.has_clients:
                needed = self._clock.monotonic()
            elif self._clock.monotonic() - needed >= IDLE_EXIT:
                logger.info("nobody needs the daemon")
                self._stop_programs = True  # only ended ones are left
                self._stopping.set()
                return

    async def _watch_keeper(self, hive: Hive) -> None:
        """Give the programs to a new keeper when theirs died; our descriptors have kept them alive."""
        while True:
            await hive.keeper.closed.wait()
            if self._stopping.is_set():
                return
            logger.warning("keeper lost")
            try:
                hive.keeper = await KeeperClient.connect(self._places, self._ended)
                await hive.hand_over()
            except HiveError as error:  # it was killed again, or cannot be started right now
                logger.warning("no new keeper yet", extra={"code": error.code, "reason": error.message})
                await self._clock.sleep(KEEPER_REST)

    async def _watch_log(self) -> None:
        """Keep the log from growing for ever."""
        while True:
            await self._clock.sleep(LOG_LOOK)
            try:
                shorten_log(sys.stderr.fileno(), self._places.log)
            except OSError as error:
                logger.warning("log not shortened", extra={"reason": str(error)})

    async def _watch_place(self, server: Server) -> None:
        """Come back to our place when it was swept away: nobody would find us, and a second daemon would start."""
        is_told = False
        while True:
            await self._clock.sleep(PLACE_LOOK)
            if not (server.is_swept or self._seat.is_swept):
                is_told = False
                continue
            try:
                self._places.make_runtime()
                if self._seat.is_swept and not self._seat.take():
                    raise UnavailableError("another daemon has our place")
                await server.open(self._places.socket)
                logger.warning("socket was gone: put back")
            except (HiveError, OSError) as error:
                if not is_told:  # tried again at every look, said once
                    logger.error("socket is gone", extra={"reason": str(error)})  # noqa: TRY400 (no trace for this)
                is_told = True
