"""Files that are replaced whole, so that nobody reads half of one; and a lock for those who read before they write."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
from collections.abc import Iterator
from pathlib import Path


def write(path: Path, data: bytes, *, mode: int = 0o600) -> None:
    """Make that the content of the file, on disk under its name when this returns. Raises OSError: nothing changed.

    A folder that is not there is made, 0700. A link is replaced by a file; a caller that means what it leads to
    resolves it first.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    spare = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        with os.fdopen(os.open(spare, flags, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        spare.replace(path)
        _keep_names(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            spare.unlink(missing_ok=True)
        raise


def _keep_names(folder: Path) -> None:
    """Have the names in a folder on disk, as far as its file system can."""
    with contextlib.suppress(OSError):
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(file)
        finally:
            os.close(file)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock beside the file (`NAME.lock`); two that change it at once wait for each other. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
