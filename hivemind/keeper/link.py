"""One connection to the keeper, seen from the keeper: who it is, what it sent, what it has yet to get."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import time

from hivemind.keeper.wire import Inbox, Message, Outbox, encode, peer_of

KILL_SECONDS = 2.0
"""How long we wait for a killed daemon to be gone before its successor is let in."""


class Link:
    """A connection. It is a guest until it says hello; then it is the daemon."""

    def __init__(self, sock: socket.socket) -> None:
        sock.settimeout(0)
        self.sock = sock
        self.peer = peer_of(sock)
        self.since = time.monotonic()
        self.inbox = Inbox(sock)
        self._outbox = Outbox(sock)
        self._pidfd = -1
        if sys.platform == "linux" and self.peer.pid > 0:
            # Names the process for good: its number may be another's by the time we would kill it.
            with contextlib.suppress(ProcessLookupError):
                self._pidfd = os.pidfd_open(self.peer.pid)

    @property
    def is_closed(self) -> bool:
        """Whether we let go of it."""
        return self.sock.fileno() < 0

    @property
    def is_full(self) -> bool:
        """Whether something waits to be sent; nothing more is taken from this connection until then."""
        return bool(self._outbox)

    def post(self, message: Message, descriptor: int = -1) -> None:
        """Send a message, now or as soon as the other side reads.

        Raises:
            OSError: the connection broke.
        """
        self._outbox.post(encode(message), descriptor)

    def flush(self) -> None:
        """Send what waits, as far as the other side reads.

        Raises:
            OSError: the connection broke.
        """
        self._outbox.flush()

    def kill_peer(self) -> None:
        """Kill the process at the other end and wait (`KILL_SECONDS` at most) until it is gone."""
        if self.peer.pid <= 1:
            return
        try:
            if sys.platform == "linux":
                if self._pidfd < 0:
                    return
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
                poll = select.poll()
                poll.register(self._pidfd, select.POLLIN)
                poll.poll(KILL_SECONDS * 1000)
            else:
                os.kill(self.peer.pid, signal.SIGKILL)
        except ProcessLookupError:
            return

    def close(self) -> None:
        """Let go of the connection and all that waited in it."""
        self.inbox.close()
        self._outbox.close()
        self.sock.close()
        if self._pidfd >= 0:
            os.close(self._pidfd)
            self._pidfd = -1
