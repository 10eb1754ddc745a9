"""The keeper's lock and listening socket: one keeper per runtime folder, back again if someone sweeps the folder."""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
from pathlib import Path

from hivemind.base.errors import UnavailableError
from hivemind.base.places import Places

_BACKLOG = 16


class Gate:
    """Where daemons come in. `open` it; then it has a listening socket."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._lock = -1
        self._listener: socket.socket | None = None
        self._inode = 0

    @property
    def listener(self) -> socket.socket:
        """The listening socket; only after `open` returned True."""
        if self._listener is None:
            raise RuntimeError("the gate is not open")
        return self._listener

    def open(self) -> bool:
        """Take the lock and listen; False when another keeper holds the lock.

        Raises:
            UnavailableError: the runtime folder cannot be used, or no socket can be made in it.
        """
        try:
            self._places.make_runtime()
            if not self._take_lock():
                return False
            self._listen()
        except OSError as error:
            raise UnavailableError(f"the keeper's socket cannot be made: {error}") from error
        return True

    def _listen(self) -> None:
        path = self._places.keeper_socket
        # Left by a keeper that died: a live one would hold the lock.
        path.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            before = os.umask(0o177)
            try:
                listener.bind(str(path))
            finally:
                os.umask(before)
            listener.listen(_BACKLOG)
            listener.settimeout(0)
        except OSError:
            listener.close()
            raise
        self._listener, self._inode = listener, _inode(path)

    def _take_lock(self) -> bool:
        path = self._places.keeper_lock
        while True:
            lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
                return False
            # A file swept away between opening and locking guards nothing.
            if os.fstat(lock).st_ino == _inode(path):
                break
            os.close(lock)
        if self._lock >= 0:
            os.close(self._lock)
        self._lock = lock
        return True

    def is_swept(self) -> bool:
        """Whether the socket is no longer where daemons look for it."""
        return _inode(self._places.keeper_socket) != self._inode

    def reopen(self) -> bool:
        """After a sweep: listen at the same place again. False when another keeper has taken it meanwhile.

        Raises:
            UnavailableError: as `open`; the old socket stays.
        """
        before = self._listener
        if self._lock >= 0 and os.fstat(self._lock).st_ino == _inode(self._places.keeper_lock):
            os.close(self._lock)
            self._lock = -1
        is_open = self.open()
        if is_open and before is not None:
            before.close()
        return is_open

    def close(self) -> None:
        """Stop listening and give the lock back."""
        if self._listener is not None:
            # Unlinked while we hold the lock: what lies there is ours.
            if not self.is_swept():
                with contextlib.suppress(OSError):
                    self._places.keeper_socket.unlink(missing_ok=True)
            self._listener.close()
            self._listener = None
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _inode(path: Path) -> int:
    try:
        return path.lstat().st_ino
    except OSError:
        return 0
