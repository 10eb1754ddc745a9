"""Screens that no rule recognised and that stood still, kept as cases for an author to label.

A store of files of its own: bounded, readable by the person alone, and redacted before anything is written. Each file
has the form of a recording's marks, so that a labelled one is a case for `hive agents test`.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hivemind.base.errors import HiveError, UsageError
from hivemind.base.places import Places
from hivemind.base.redact import Redactor
from hivemind.detect.text import ScreenText
from hivemind.workbench.cases import STATUSES

MAX_FILES = 200
"""Files in the store. The oldest go first, and those with a label last."""

MAX_BYTES = 4 * 1024 * 1024
"""Bytes of all files together."""

MAX_SCREEN_BYTES = 256 * 1024
"""Bytes of one file; a larger screen is not kept."""


class Kept(msgspec.Struct, frozen=True):
    """One screen of the store."""

    name: str
    """Names it for a label: the agent and a few letters."""
    agent: str
    status: str | None
    """Its label; None until somebody gave it one."""
    rows: tuple[str, ...]
    title: str
    size: int
    """Bytes of its file."""


def folder_of(places: Places) -> Path:
    """Where these screens lie."""
    return places.state / "unknown"


def keep(folder: Path, agent: str, text: ScreenText, *, home: str = "") -> Path | None:
    """Keep a screen, redacted; its file, or None when it is blank, too large, or kept already.

    `home` is the person's home folder, which becomes `~`. Raises OSError when it cannot be written.
    """
    rows = redacted(text.rows, home or str(Path.home()))
    if not any(row.strip() for row in rows):
        return None
    (title,) = redacted([text.title], home or str(Path.home()))
    letters = hashlib.sha256("\n".join([agent, title, *rows]).encode("utf-8", "replace")).hexdigest()[:10]
    name = f"{agent}-{letters}"
    mark: dict[str, Any] = {
        "name": "screen", "screen": rows, "cols": text.columns, "cursor": text.cursor, "title": title, "status": None,
    }  # fmt: skip
    data = msgspec.json.format(msgspec.json.encode({"agent": agent, "case": name, "marks": [mark]}), indent=1)
    path = folder / f"{name}.json"
    if len(data) > MAX_SCREEN_BYTES or path.exists():
        return None
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(data)
    _bound(folder, path)
    return path


def redacted(rows: Sequence[str], home: str) -> list[str]:
    """The rows with what may be private masked; the home folder becomes `~`."""
    if len(home) > 1:
        rows = [re.sub(rf"{re.escape(home)}(?![A-Za-z0-9_.-])", "~", row) for row in rows]
    return Redactor().lines(rows)


def kept(folder: Path) -> list[Kept]:
    """Every screen of the store, the oldest first; files that are none of ours are passed over."""
    found = []
    for path in _files(folder):
        try:
            case = msgspec.json.decode(path.read_bytes(), type=_Case)
        except (msgspec.DecodeError, UnicodeDecodeError, OSError):
            continue
        if case.marks:
            mark = case.marks[0]
            found.append(Kept(path.stem, case.agent, mark.status, mark.screen, mark.title, path.stat().st_size))
    return found


def label(folder: Path, name: str, status: str) -> Path:
    """Give a kept screen its label; its file, which `hive agents test` takes as a case.

    Raises:
        UsageError: that is no status.
        HiveError: NOT_FOUND, no screen has that name.
    """
    if status not in STATUSES:
        raise UsageError(f"a screen cannot read '{status}'", hint=f"it can: {', '.join(STATUSES)}")
    path = next((path for path in _files(folder) if path.stem == name), None)
    if path is None:
        raise HiveError(f"no screen '{name}' is kept", hint="see them: hive agents unknown", code="NOT_FOUND")
    case = msgspec.json.decode(path.read_bytes())
    case["marks"][0]["status"] = status
    temporary = path.with_suffix(".new")
    temporary.write_bytes(msgspec.json.format(msgspec.json.encode(case), indent=1))
    temporary.chmod(0o600)
    temporary.replace(path)
    return path


class _Mark(msgspec.Struct, frozen=True):
    screen: tuple[str, ...]
    title: str = ""
    status: str | None = None


class _Case(msgspec.Struct, frozen=True):
    agent: str
    case: str
    marks: tuple[_Mark, ...]


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"), key=lambda path: (path.stat().st_mtime_ns, path.name))


def _bound(folder: Path, newest: Path) -> None:
    """Remove the oldest files until the store is within its bounds; never the one just written."""
    files = [(path, path.stat().st_size) for path in _files(folder)]
    count, size = len(files), sum(size for _, size in files)
    for path in _by_worth([path for path, _ in files if path != newest]):
        if count <= MAX_FILES and size <= MAX_BYTES:
            return
        size -= path.stat().st_size
        count -= 1
        path.unlink()


def _by_worth(files: list[Path]) -> Iterator[Path]:
    labelled = {path for path in files if b'"status": null' not in path.read_bytes()}
    yield from (path for path in files if path not in labelled)
    yield from (path for path in files if path in labelled)
