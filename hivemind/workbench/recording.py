"""Recordings of programs (asciicast version 2 and 3), plain or gzipped, played into a terminal of ours.

Version 3 writes the seconds since the event before, and the size in `term`; both come out in the form of version 2.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from hivemind.base.errors import HiveError, InvalidFileError
from hivemind.protocol.screen import Size

MAX_BYTES = 512 * 1024 * 1024
"""Bytes of a recording, unpacked. A longer one is refused, so that a small file cannot fill the memory."""

MAX_SIDE = 10_000
"""Cells. A recording with a higher or wider screen is refused."""

Event = tuple[float, str, str]
"""Seconds since the start, kind (`o` output, `i` input, `m` a mark, `r` a new size, others) and data."""


class Recording(msgspec.Struct, frozen=True):
    """One recording."""

    size: Size
    """The screen it begins with."""
    events: tuple[Event, ...]


def load(path: Path) -> Recording:
    """The recording in that file.

    Raises:
        HiveError: NOT_FOUND, there is no such file.
        InvalidFileError: it is no recording; says the line.
    """
    lines = _lines(path)
    number, head = next(lines, (1, None))
    if not isinstance(head, dict) or head.get("version") not in {2, 3}:
        raise InvalidFileError(f"{path}:{number}: the first line is no header of an asciicast, version 2 or 3")
    is_relative = head["version"] == 3
    term = head.get("term") if is_relative else None
    size = _size(term.get("rows"), term.get("cols")) if isinstance(term, dict) else None
    size = size or _size(head.get("height"), head.get("width"))
    if size is None:
        raise InvalidFileError(f"{path}:{number}: the header has no size (found {sorted(head)})")
    return Recording(size, tuple(_events(path, lines, is_relative=is_relative)))


def size_in(data: str) -> Size | None:
    """The size that an `r` event names: columns, x, rows."""
    columns, _, rows = data.partition("x")
    return _size(int(rows), int(columns)) if columns.isdecimal() and rows.isdecimal() else None


def _events(path: Path, lines: Iterator[tuple[int, Any]], *, is_relative: bool) -> Iterator[Event]:
    now = 0.0
    for number, line in lines:
        if not isinstance(line, list) or len(line) != 3 or not isinstance(line[0], int | float):
            raise InvalidFileError(f"{path}:{number}: found {_cut(line)}, expected [seconds, kind, data]")
        seconds, kind, data = line
        if kind == "r" and size_in(str(data)) is None:
            raise InvalidFileError(f"{path}:{number}: found the size {_cut(data)}, expected columns x rows, as 80x24")
        now = now + seconds if is_relative else float(seconds)
        yield now, str(kind), str(data)


def _lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Line number and value of each line; blank lines, and comments (version 3), are passed over."""
    for number, line in enumerate(_read(path).split(b"\n"), start=1):
        if not line.strip() or line.startswith(b"#"):
            continue
        try:
            value = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InvalidFileError(f"{path}:{number}: no JSON: {error}") from error
        yield number, value


def _read(path: Path) -> bytes:
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise HiveError(f"no recording {path}", code="NOT_FOUND") from error
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidFileError(f"{path}: cannot be read: {error}") from error
    if len(data) > MAX_BYTES:
        raise InvalidFileError(f"{path}: longer than {MAX_BYTES} bytes")
    return data


def _size(rows: object, columns: object) -> Size | None:
    if not isinstance(rows, int) or not isinstance(columns, int):
        return None
    return Size(rows, columns) if 0 < rows <= MAX_SIDE and 0 < columns <= MAX_SIDE else None


def _cut(value: object) -> str:
    return repr(value)[:80]
