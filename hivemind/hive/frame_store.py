"""The file that frames are kept in, so that the next daemon finds them: written whole, never lost when damaged."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hivemind.base import whole
from hivemind.base.errors import HiveError, InvalidFileError
from hivemind.protocol.frame import Frame


class Kept(msgspec.Struct, frozen=True):
    """What stands in the file."""

    frames: tuple[Frame, ...] = ()


def read(path: Path) -> tuple[Frame, ...]:
    """The frames as they were kept; none when there is no file.

    Raises:
        InvalidFileError: it cannot be used; it was set aside under another name, which the message says.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Kept).frames
    except FileNotFoundError:
        return ()
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OSError) as error:
        aside = _set_aside(path)
        where = f"it was kept as {aside}" if aside else f"mend or remove {path}"
        raise InvalidFileError(f"the layout of the frames could not be read: {error}", hint=where) from error


def write(path: Path, frames: tuple[Frame, ...]) -> None:
    """Keep these frames; a reader finds either these or those before, whatever happens meanwhile.

    Raises:
        HiveError: they cannot be written.
    """
    try:
        whole.write(path, msgspec.json.format(msgspec.json.encode(Kept(frames)), indent=1) + b"\n")
    except OSError as error:
        raise HiveError(f"the layout of the frames cannot be kept in {path}: {error.strerror}") from error


def _set_aside(path: Path) -> Path | None:
    """The damaged file under a name that is free, or None when it cannot be moved."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError:
        return None
    return aside
