"""The daemon's lock file: whoever holds it is this user's daemon."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class Seat:
    """One lock. `take` it, and leave it at the end; the kernel takes it back from a process that died."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor = -1

    def take(self) -> bool:
        """Whether it is ours now: again after the file was swept away, False while somebody else has it.

        Raises:
            OSError: there can be no such file.
        """
        while True:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                return False
            # a file swept away between opening and locking guards nothing
            if os.fstat(descriptor).st_ino == inode_of(self._path):
                break
            os.close(descriptor)
        self.leave()
        self._descriptor = descriptor
        return True

    @property
    def is_swept(self) -> bool:
        """Whether the file we hold is no longer the one that others would lock."""
        return self._descriptor >= 0 and os.fstat(self._descriptor).st_ino != inode_of(self._path)

    def leave(self) -> None:
        """Let others have it."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def inode_of(path: Path) -> int:
    """The inode that a path names; 0 for none."""
    try:
        return path.lstat().st_ino
    except OSError:
        return 0
