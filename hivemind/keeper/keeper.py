"""The keeper: holds every program and its PTY, and lends the descriptors to one daemon at a time.

It outlives daemons, so it is small and knows nothing of screens or agents. Standard library and ptyprocess only; time
comes from `time.monotonic`, because `base.clock` would load asyncio. `wire` has the messages' form, `client` their use.
"""

from __future__ import annotations

import logging
import os
import selectors
import signal
import socket
import time
from collections.abc import Callable
from typing import Any

from hivemind.base.errors import BadRequestError, HiveError, UnavailableError
from hivemind.keeper.gate import Gate
from hivemind.keeper.link import Link
from hivemind.keeper.operations import OPERATIONS
from hivemind.keeper.programs import Programs
from hivemind.keeper.wire import PROTOCOL, Message, decode

LINGER = 5.0
"""Seconds without a live program and without a daemon after which the keeper ends."""

FORGET_GRACE = 3.0
"""Seconds that a forgotten program gets after its hangup before it is killed."""

STOP_STAGES = ((0.0, signal.SIGHUP), (1.0, signal.SIGTERM), (2.0, signal.SIGKILL))
"""Seconds after the request to stop, and the signal that every program then gets."""

STOP_SECONDS = 3.0
"""After this the keeper ends even if a program could not be killed."""

GUEST_SECONDS = 10.0
"""A connection that has not said hello by then is closed."""

GUEST_LIMIT = 8
"""Connections that have not said hello; with one more the oldest is closed."""

SWEEP_SECONDS = 1.0
"""How often we look whether our socket is still in its place."""

_BUSY_SECONDS = 0.1
_ACCEPT_REST = 1.0

log = logging.getLogger(__name__)


class Keeper:
    """One keeper behind an open gate. Made in the process that runs it: some selectors do not outlive a fork."""

    def __init__(
        self, gate: Gate, *, linger: float = LINGER, forget_grace: float = FORGET_GRACE, sweep: float = SWEEP_SECONDS
    ) -> None:
        self._gate = gate
        self._linger = linger
        self._sweep = sweep
        self._selector = selectors.DefaultSelector()
        self._programs = Programs(self._selector, forget_grace=forget_grace)
        self._daemon: Link | None = None
        self._guests: list[Link] = []
        self._idle_since = time.monotonic()
        self._next_sweep = self._idle_since + sweep
        self._accept_at: float | None = None
        self._is_stop_asked = False
        self._stop_since: float | None = None
        self._stop_stages = list(STOP_STAGES)
        self._stop_request: tuple[Link, Message] | None = None

    def run(self) -> None:
        """Serve until there is nothing to keep, or until it is told to stop."""
        wake_end, waker = os.pipe()
        for end in (wake_end, waker):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, lambda *_: self._ask_stop())
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._selector.register(wake_end, selectors.EVENT_READ, lambda _mask: os.read(wake_end, 4096))
        self._selector.register(self._gate.listener, selectors.EVENT_READ, self._accept)
        while not self._is_done():
            for key, mask in self._selector.select(self._pause()):
                self._guard(key.data, mask)
            self._guard(self._tend)
        self._close()

    def _guard(self, action: Callable[..., Any], *arguments: Any) -> None:
        try:
            action(*arguments)
        except Exception:
            # Whatever it was: the programs must not pay for it.
            log.exception("a step failed")

    def _pause(self) -> float:
        if self._is_stop_asked or self._programs.needs_looks:
            return _BUSY_SECONDS
        pause = self._sweep if self._is_busy() else min(self._sweep, self._linger)
        return min(pause, _ACCEPT_REST) if self._guests or self._accept_at is not None else pause

    def _is_busy(self) -> bool:
        return self._daemon is not None or self._programs.has_live

    def _is_done(self) -> bool:
        now = time.monotonic()
        if self._stop_since is not None:
            return not self._programs.has_live or now - self._stop_since >= STOP_SECONDS
        return not self._is_busy() and now - self._idle_since >= self._linger

    def _tend(self) -> None:
        """All that is due: exits, kills, stages of stopping, guests and rests that have lasted long enough."""
        now = time.monotonic()
        for program in self._programs.look():
            if self._daemon is not None:
                self._post(self._daemon, {"event": "exited", "id": program.number, "exit": program.exit})
        if self._is_stop_asked and self._stop_since is None:
            self._stop_since = now
        while self._stop_since is not None and self._stop_stages and now >= self._stop_since + self._stop_stages[0][0]:
            self._programs.send_signal(self._stop_stages.pop(0)[1])
        for guest in [guest for guest in self._guests if now - guest.since >= GUEST_SECONDS]:
            self._drop(guest)
        if self._accept_at is not None and now >= self._accept_at:
            self._accept_at = None
            self._selector.register(self._gate.listener, selectors.EVENT_READ, self._accept)
        if now >= self._next_sweep:
            self._next_sweep = now + self._sweep
            self._mend_gate()
        if self._is_busy():
            self._idle_since = now

    def _mend_gate(self) -> None:
        if self._accept_at is not None or not self._gate.is_swept():
            return
        self._selector.unregister(self._gate.listener)
        try:
            is_open = self._gate.reopen()
            log.warning("socket was gone: %s", "put back" if is_open else "another keeper has its place")
        except HiveError as error:
            log.warning("socket was gone and cannot be put back: %s", error)
        self._selector.register(self._gate.listener, selectors.EVENT_READ, self._accept)

    def _accept(self, _mask: int) -> None:
        try:
            sock, _ = self._gate.listener.accept()
        except (BlockingIOError, ConnectionError):
            return
        except OSError as error:
            # Too many open files: the listener stays readable, so rest instead of spinning.
            log.warning("connection not accepted: %s", error)
            self._selector.unregister(self._gate.listener)
            self._accept_at = time.monotonic() + _ACCEPT_REST
            return
        self._welcome(sock)

    def _welcome(self, sock: socket.socket) -> None:
        try:
            link = Link(sock)
        except OSError as error:
            log.warning("connection not accepted: %s", error)
            sock.close()
            return
        if link.peer.uid != os.geteuid():
            log.warning("connection of uid %d refused", link.peer.uid)
            link.close()
            return
        self._guests.append(link)
        self._attend(link)
        if len(self._guests) > GUEST_LIMIT:
            self._drop(self._guests[0])

    def _attend(self, link: Link) -> None:
        """Wait for what this connection can do next: while it does not take our replies, we take no requests."""
        events = selectors.EVENT_WRITE if link.is_full else selectors.EVENT_READ
        try:
            self._selector.modify(link.sock, events, lambda mask: self._serve(link, mask))
        except KeyError:
            self._selector.register(link.sock, events, lambda mask: self._serve(link, mask))

    def _serve(self, link: Link, mask: int) -> None:
        if link.is_closed:
            return
        try:
            if mask & selectors.EVENT_WRITE:
                link.flush()
            elif not link.inbox.receive():
                self._drop(link)
                return
        except BlockingIOError:
            return
        except BadRequestError as error:
            self._refuse(link, {}, error)
            self._drop(link)
            return
        except OSError:
            self._drop(link)
            return
        self._serve_lines(link)

    def _serve_lines(self, link: Link) -> None:
        while not (link.is_closed or link.is_full) and (line := link.inbox.next_line()) is not None:
            request: Message = {}
            try:
                request = decode(line)
                self._operate(link, request)
            except HiveError as error:
                self._refuse(link, request, error)
        if not link.is_closed:
            self._attend(link)

    def _operate(self, link: Link, request: Message) -> None:
        name = request.get("op")
        if name == "hello":
            self._hello(link, request)
        elif link is not self._daemon:
            self._refuse(link, request, BadRequestError("say hello first"))
            self._drop(link)
        elif name == "stop":
            self._stop_request = link, request
            self._ask_stop()
        elif isinstance(name, str) and name in OPERATIONS:
            if self._is_stop_asked:
                raise UnavailableError("the keeper is stopping")
            for reply, descriptor in OPERATIONS[name](self._programs, request, link.inbox):
                self._reply(link, request, reply, descriptor)
        else:
            raise BadRequestError("there is no such operation")

    def _hello(self, link: Link, request: Message) -> None:
        before = self._daemon
        if before is not None and before is not link:
            if before.peer.pid not in {link.peer.pid, os.getpid()}:
                log.warning("daemon replaced while connected: pid %d killed", before.peer.pid)
                before.kill_peer()
            self._drop(before)
        if link in self._guests:
            self._guests.remove(link)
        self._daemon = link
        self._reply(link, request, {"protocol": PROTOCOL, "pid": os.getpid()})

    def _reply(self, link: Link, request: Message, reply: Message, descriptor: int = -1) -> None:
        number = request.get("n")
        told = {"n": number if isinstance(number, int) else None, **reply}
        if descriptor >= 0:
            told["descriptors"] = 1
        self._post(link, told, descriptor)

    def _refuse(self, link: Link, request: Message, error: HiveError) -> None:
        self._reply(link, request, {"error": {"code": error.code, "message": error.message, "hint": error.hint}})

    def _post(self, link: Link, message: Message, descriptor: int = -1) -> None:
        if link.is_closed:
            return
        try:
            link.post(message, descriptor)
        except OSError as error:
            log.warning("connection of pid %d broke: %s", link.peer.pid, error)
            self._drop(link)
        else:
            if link.is_full:
                self._attend(link)

    def _drop(self, link: Link) -> None:
        if link.is_closed:
            return
        self._selector.unregister(link.sock)
        link.close()
        if link is self._daemon:
            self._daemon = None
            log.info("daemon left: pid %d", link.peer.pid)
        elif link in self._guests:
            self._guests.remove(link)

    def _ask_stop(self) -> None:
        self._is_stop_asked = True

    def _close(self) -> None:
        signal.set_wakeup_fd(-1)
        self._programs.give_up()
        self._gate.close()
        if self._stop_request is not None:
            self._reply(*self._stop_request, {})
        for link in [*self._guests, *([self._daemon] if self._daemon else [])]:
            self._drop(link)
        self._selector.close()
        log.info("keeper ended")
