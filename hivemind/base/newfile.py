"""Files for a person that hold what a screen showed: new ones only, and nobody else's to read."""

from __future__ import annotations

import os
from pathlib import Path

from hivemind.base.errors import BadRequestError, HiveError


def create(path: Path) -> int:
    """A descriptor of a new file of that name, open for appending, mode 0600; a missing folder is made, 0700.

    Raises:
        HiveError: there is something of that name already or it is no name (BAD_REQUEST), or it cannot be made.
    """
    if "\0" in str(path):
        raise BadRequestError("a null character cannot be part of a file's name", hint="name another one")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise HiveError(f"{path.parent} cannot be made: {error.strerror}") from error
    try:
        return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except FileExistsError as error:
        raise BadRequestError(f"there is a file {path} already", hint="name another one") from error
    except OSError as error:
        raise HiveError(f"{path} cannot be written: {error.strerror}") from error


def save(path: Path, data: bytes) -> None:
    """Write a new file as `create` makes them; one that could not be written whole is taken away.

    Raises:
        HiveError: as `create`.
    """
    file = create(path)
    try:
        with os.fdopen(file, "ab") as stream:
            stream.write(data)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise HiveError(f"{path} cannot be written: {error.strerror}") from error


def free(folder: Path, stem: str, ending: str) -> Path:
    """A name in that folder that nothing has yet: `stem.ending`, else `stem-2.ending` and so on."""
    path, number = folder / f"{stem}{ending}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{ending}"
    return path
