"""What a person decided about agents: one small file, changed under a lock and replaced whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from hivemind.base import whole
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
        with whole.locked(path):
            before = read(path)
            after = changed(before)
            if after != before:
                whole.write(path, msgspec.json.encode(after) + b"\n")
    except OSError as error:
        raise HiveError(f"{path} cannot be written: {error.strerror}") from error
    return before, after


def switch(path: Path, name: str, *, on: bool) -> bool:
    """Offer an agent, or offer it no more; whether that changed anything. Raises as `change` does."""

    def changed(before: Switches) -> Switches:
        off = tuple(sorted({*before.off} - {name} if on else {*before.off, name}))
        return msgspec.structs.replace(before, off=off)

    before, after = change(path, changed)
    return before != after
