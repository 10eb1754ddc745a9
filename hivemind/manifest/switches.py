"""What a person decided about agents: one small file, changed under a lock and replaced whole."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Callable
from pathlib import Path

import msgspec

from hivemind.base.errors import HiveError, InvalidFileError

FILE_NAME = "agents.json"
"""The file in the configuration folder. `cli.roster` reads it too."""


class Switches(msgspec.Struct, frozen=True):
    """What was decided."""

    off: tuple[str, ...] = ()
    """Ids that are not offered."""
    declined: tuple[str, ...] = ()
    """Ids that were removed, and must not come back by themselves."""
    replaced: dict[str, str] = {}
    """Reserved ids that were given to another program, with that."""


def read(path: Path) -> Switches:
    """What was decided; nothing when there is no file.

    Raises:
        InvalidFileError: it cannot be read, or holds something else.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Switches)
    except FileNotFoundError:
        return Switches()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OSError) as error:
        raise InvalidFileError(f"{path}: {error}", hint="mend or remove it") from error


def change(path: Path, changed: Callable[[Switches], Switches]) -> tuple[Switches, Switches]:
    """Decide something; what was before and what is now. Two that decide at once wait for each other.

    Raises:
        InvalidFileError: as `read`; nothing is written then.
        HiveError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise HiveError(f"{path} cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        before = read(path)
        after = changed(before)
        if after != before:
            _write(path, after)
    finally:
        os.close(lock)
    return before, after


def switch(path: Path, name: str, *, on: bool) -> bool:
    """Offer an agent, or offer it no more; whether that changed anything. Raises as `change` does."""

    def changed(before: Switches) -> Switches:
        off = tuple(sorted({*before.off} - {name} if on else {*before.off, name}))
        return msgspec.structs.replace(before, off=off)

    before, after = change(path, changed)
    return before != after


def _write(path: Path, switches: Switches) -> None:
    spare = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(spare, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode(switches) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        spare.replace(path)
    except OSError as error:
        spare.unlink(missing_ok=True)
        raise HiveError(f"{path} cannot be written: {error.strerror}") from error
