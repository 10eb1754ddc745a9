"""One JSON object per line over a unix socket, with descriptors beside them (SCM_RIGHTS): both ends of the wire.

A line that comes with a descriptor says so (`"descriptors": 1`). Descriptors arrive no later than the first byte of
their line and in the order of their lines, so each such line takes the next one. Standard library only: the keeper
process loads this.

Requests are `{"n": 1, "op": "spawn", ...}`, replies `{"n": 1, ...}` or `{"n": 1, "error": {"code", "message",
"hint"}}`, events `{"event": "exited", ...}`.
"""

from __future__ import annotations

import array
import json
import os
import socket
import struct
import sys
from collections import deque
from dataclasses import dataclass
from typing import Any

from hivemind.base.errors import BadRequestError, UnavailableError

Message = dict[str, Any]

PROTOCOL = 1
"""Told in the reply to `hello`; another number is another language."""

MESSAGE_LIMIT = 1 << 20
"""Bytes of one line. A command line and an environment fit many times over."""

RECORD_LIMIT = 64 * 1024
"""Bytes of a program's record in UTF-8."""

DESCRIPTOR_LIMIT = 64
"""Descriptors that may wait for their lines; a peer that sends more is talking nonsense."""

_CHUNK = 64 * 1024
_LOST = -1
_LOCAL_PEERCRED, _LOCAL_PEERPID = 1, 2
"""Socket options at level 0 (macOS, sys/un.h)."""


def encode(message: Message) -> bytes:
    """The message as a line.

    Raises:
        BadRequestError: it is longer than the other side takes.
    """
    line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
    if len(line) > MESSAGE_LIMIT:
        raise BadRequestError(f"a message to the keeper is longer than {MESSAGE_LIMIT} bytes")
    return line


def decode(line: bytes) -> Message:
    """The message in a line.

    Raises:
        BadRequestError: it is not a JSON object.
    """
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRequestError("a message is not JSON") from error
    if not isinstance(message, dict):
        raise BadRequestError("a message is not a JSON object")
    return message


def set_descriptor_flags(descriptor: int) -> int:
    """Make a descriptor non-blocking and closed on exec; the same number comes back."""
    os.set_inheritable(descriptor, False)  # noqa: FBT003 - the call takes no keywords
    os.set_blocking(descriptor, False)
    return descriptor


class Inbox:
    """What came in over one socket: lines, and the descriptors that came with them."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._partial = bytearray()
        self._lines: deque[bytes] = deque()
        self._descriptors: deque[int] = deque()
        self._flags = getattr(socket, "MSG_CMSG_CLOEXEC", 0)

    def receive(self) -> bool:
        """Take in what is there, at most 64 KiB; False when the other side has closed.

        Raises:
            BadRequestError: a line is longer than `MESSAGE_LIMIT`, or more descriptors came than can belong to lines.
            OSError: the socket has nothing (`BlockingIOError`) or broke.
        """
        space = socket.CMSG_SPACE(DESCRIPTOR_LIMIT * array.array("i").itemsize)
        data, ancillary, flags, _ = self._sock.recvmsg(_CHUNK, space, self._flags)
        for level, kind, payload in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                self._take_in(payload)
        if flags & socket.MSG_CTRUNC:
            # This process had no room for it; its line must not get the next one instead.
            self._descriptors.append(_LOST)
        if len(self._descriptors) > DESCRIPTOR_LIMIT:
            raise BadRequestError("more descriptors than messages")
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._lines.append(bytes(self._partial) + end)
            self._partial.clear()
        self._partial += rest
        if len(self._partial) > MESSAGE_LIMIT:
            raise BadRequestError(f"a message is longer than {MESSAGE_LIMIT} bytes")
        return bool(data)

    def _take_in(self, payload: bytes) -> None:
        numbers = array.array("i")
        numbers.frombytes(payload[: len(payload) - len(payload) % numbers.itemsize])
        for number in numbers:
            os.set_inheritable(number, False)  # noqa: FBT003 - the call takes no keywords
            self._descriptors.append(number)

    def next_line(self) -> bytes | None:
        """The next complete line without its end, or None."""
        return self._lines.popleft() if self._lines else None

    def next_descriptor(self) -> int:
        """The descriptor of the line just taken; the caller owns it.

        Raises:
            BadRequestError: none came.
            UnavailableError: this process has too many open files to receive it.
        """
        if not self._descriptors:
            raise BadRequestError("a message came without the descriptor it speaks of")
        descriptor = self._descriptors.popleft()
        if descriptor == _LOST:
            raise UnavailableError("a descriptor was lost: too many open files", hint="raise `ulimit -n`")
        return descriptor

    def close(self) -> None:
        """Close the descriptors that nobody took."""
        while self._descriptors:
            descriptor = self._descriptors.popleft()
            if descriptor != _LOST:
                os.close(descriptor)


class Outbox:
    """What goes out over one non-blocking socket, in order; keeps what the other side does not take yet."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._queue: deque[tuple[bytes, int]] = deque()

    def __bool__(self) -> bool:
        return bool(self._queue)

    def post(self, line: bytes, descriptor: int = -1) -> None:
        """Send a line and perhaps a descriptor, now or when `flush` can; the caller keeps its descriptor.

        Raises:
            OSError: the socket broke.
        """
        sent = 0 if self._queue else self._send(line, descriptor)
        if sent == len(line):
            return
        # A copy, because the caller may close its own before this one is on its way.
        copy = os.dup(descriptor) if descriptor >= 0 and not sent else -1
        self._queue.append((line[sent:], copy))

    def flush(self) -> None:
        """Send what the other side takes.

        Raises:
            OSError: the socket broke.
        """
        while self._queue:
            line, descriptor = self._queue[0]
            sent = self._send(line, descriptor)
            if not sent:
                return
            if descriptor >= 0:
                os.close(descriptor)
            if sent == len(line):
                self._queue.popleft()
            else:
                self._queue[0] = (line[sent:], -1)

    def _send(self, line: bytes, descriptor: int) -> int:
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))] if descriptor >= 0 else []
        try:
            return self._sock.sendmsg([line], rights)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Drop what was not sent."""
        while self._queue:
            _, descriptor = self._queue.popleft()
            if descriptor >= 0:
                os.close(descriptor)


@dataclass(frozen=True, slots=True)
class Peer:
    """The process that connected a unix socket, as the kernel knows it."""

    pid: int
    """0 when it lives where we cannot see it (another pid namespace)."""
    uid: int


def peer_of(sock: socket.socket) -> Peer:
    """Who is at the other end: SO_PEERCRED (unix(7)), on macOS LOCAL_PEERCRED and LOCAL_PEERPID (sys/un.h)."""
    if sys.platform == "linux":
        pid, uid, _ = struct.unpack("iII", sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        return Peer(pid, uid)
    _, uid = struct.unpack_from("II", sock.getsockopt(0, _LOCAL_PEERCRED, 76))
    (pid,) = struct.unpack("i", sock.getsockopt(0, _LOCAL_PEERPID, 4))
    return Peer(pid, uid)
