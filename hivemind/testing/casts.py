"""Recordings of programs (asciicast version 2), plain or gzipped, and what was labelled in them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hivemind.protocol.screen import Size


def casts(folder: Path) -> list[Path]:
    """Every recording in the folders of `folder`, in order."""
    return sorted([*folder.glob("*/*.cast"), *folder.glob("*/*.cast.gz")])


def name_of(cast: Path) -> str:
    """`program/case`."""
    return f"{cast.parent.name}/{cast.name.partition('.')[0]}"


def labels_of(cast: Path) -> Path:
    """The file that says what a recording's marks show."""
    return cast.with_name(cast.name.partition(".")[0] + ".json")


def size_of(cast: Path) -> Size:
    """The screen it begins with."""
    head = next(_lines(cast))
    return Size(head["height"], head["width"])


def events_of(cast: Path) -> Iterator[tuple[float, str, str]]:
    """Seconds, kind and data: `o` output, `i` input, `m` a mark, `r` a new size."""
    lines = _lines(cast)
    next(lines)
    yield from lines


def size_in(data: str) -> Size:
    """The size that an `r` event names: columns, x, rows."""
    columns, rows = data.split("x")
    return Size(int(rows), int(columns))


def _lines(cast: Path) -> Iterator[Any]:
    text = gzip.decompress(cast.read_bytes()) if cast.suffix == ".gz" else cast.read_bytes()
    return map(json.loads, text.splitlines())
