"""Looking into the session store of a program: bounded in files, bytes and time, and never raising for what is there.

A store belongs to its program, which may write it at this very moment: nothing here changes, locks or creates a file.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hivemind.base.clock import Clock, SystemClock
from hivemind.manifest.parts.session import Session

MAX_DEPTH, MAX_FILES, MAX_FOLDERS, MAX_READS = 6, 4_000, 4_000, 200
"""How deep folders are walked, how many files and folders are looked at, and how many files are read."""

MAX_HEADER = 4 * 1024 * 1024
"""Bytes of a file's first line, or of a file that tells about a session; a longer one is passed over."""

MAX_LINES = 512 * 1024
"""Bytes that are read for the first lines of a file."""

SEARCH_SECONDS = 5.0
"""Longest that one search may take; what was found until then is all there is."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")


def is_session_id(text: object) -> bool:
    """Whether it may stand on a command line as the id of a session."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


def json_of(data: bytes | str) -> Any:
    """What a line or a document says; None when it is no JSON."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):  # damaged, so it says nothing
        return None


def record_of(data: bytes | str) -> Mapping[str, Any] | None:
    """The JSON object that a line is; None when it is none."""
    record = json_of(data)
    return record if isinstance(record, dict) else None


class File(msgspec.Struct, frozen=True):
    """A regular file of a store."""

    path: Path
    changed: int
    """When it was last written, in milliseconds since the epoch."""
    size: int = 0
    """Bytes."""


class Search:
    """One look into the stores below a home folder; it can be used up, and then finds nothing more."""

    def __init__(
        self,
        home: str,
        *,
        moved: Mapping[str, str] | None = None,
        clock: Clock | None = None,
        seconds: float = SEARCH_SECONDS,
    ) -> None:
        self._home = home.rstrip("/")
        self._moved = moved or {}
        self._clock = clock or SystemClock()
        self._deadline = self._clock.monotonic() + seconds
        self._files, self._folders, self._reads = MAX_FILES, MAX_FOLDERS, MAX_READS
        self.is_cut = False
        """Whether something was not looked at, so that what was not found may still be there."""

    @classmethod
    def of(cls, session: Session, env: Mapping[str, str], *, clock: Clock | None = None) -> Search:
        """A look into the stores as a program with that environment has them."""
        moved = {folder: env[name] for name, folder in session.moved.items() if env.get(name)}
        return cls(env.get("HOME", ""), moved=moved, clock=clock)

    def place(self, path: str) -> Path:
        """The path of an agent file, such as `{home}/.x`, on this machine."""
        for folder, instead in self._moved.items():
            if path == folder or path.startswith(f"{folder}/"):
                return Path(instead + path.removeprefix(folder))
        return Path(path.replace("{home}", self._home, 1))

    def files(self, root: Path, ext: str) -> list[File]:
        """The files below that end so, newest first. Folders with a later name come first, as dated ones do."""
        found: list[File] = []
        waiting = [(root, 0)]
        while waiting:
            folder, depth = waiting.pop()
            inner = list(self.inside(folder))
            found += [file for entry in inner if entry.name.endswith(ext) and (file := self.file(Path(entry.path)))]
            if depth < MAX_DEPTH:
                waiting += [(Path(entry.path), depth + 1) for entry in inner if _is_folder(entry)]
        return newest(found)

    def inside(self, folder: Path) -> Iterator[os.DirEntry[str]]:
        """What a folder holds, by name; nothing for one that cannot be read."""
        if not self._has(self._folders):
            return
        self._folders -= 1
        entries: list[os.DirEntry[str]] = []
        try:
            with os.scandir(folder) as listed:
                for entry in listed:
                    if not self._has(self._files):
                        break
                    self._files -= not _is_folder(entry)
                    entries.append(entry)
        except (FileNotFoundError, NotADirectoryError):
            return
        except (OSError, ValueError):  # not for us, or no path at all: it may hold anything
            self.is_cut = True
        yield from sorted(entries, key=lambda entry: entry.name)

    def file(self, path: Path) -> File | None:
        """The regular file there, or None."""
        try:
            info = path.stat()
        except (OSError, ValueError):  # gone meanwhile, or no path at all
            return None
        changed = info.st_mtime_ns // 1_000_000
        return File(path, changed, info.st_size) if stat.S_ISREG(info.st_mode) else None

    def header(self, path: Path) -> Mapping[str, Any] | None:
        """The first line of a file as a record."""
        data = self._read(path, MAX_HEADER, is_line=True)
        return None if data is None or len(data) >= MAX_HEADER else record_of(data)

    def whole(self, path: Path) -> Mapping[str, Any] | None:
        """A whole file as a record."""
        data = self._read(path, MAX_HEADER)
        return None if data is None or len(data) >= MAX_HEADER else record_of(data)

    def document(self, path: Path) -> Any:
        """A whole file as JSON of any kind; None when it is none."""
        data = self._read(path, MAX_HEADER)
        return None if data is None or len(data) >= MAX_HEADER else json_of(data)

    def tail(self, path: Path, limit: int) -> list[bytes]:
        """The last whole lines of a file, of that many bytes at most."""
        if not self._has(self._reads):
            return []
        self._reads -= 1
        try:
            with path.open("rb") as stream:
                start = max(stream.seek(0, os.SEEK_END) - limit, 0)
                stream.seek(max(start - 1, 0))  # with the byte before, so that a line that begins there is whole
                lines = stream.read(limit + 1).split(b"\n")
        except OSError:  # gone meanwhile, or not for us
            self.is_cut = True
            return []
        return lines[1:] if start else lines

    def records(self, path: Path, lines: int) -> list[Mapping[str, Any]]:
        """The records among that many first lines."""
        data = self._read(path, MAX_LINES) or b""
        return [record for line in data.split(b"\n")[:lines] if (record := record_of(line)) is not None]

    def _read(self, path: Path, limit: int, *, is_line: bool = False) -> bytes | None:
        if not self._has(self._reads):
            return None
        self._reads -= 1
        try:
            with path.open("rb") as stream:
                return stream.readline(limit) if is_line else stream.read(limit)
        except OSError:  # gone meanwhile, or not for us
            self.is_cut = True
            return None

    def _has(self, left: int) -> bool:
        if left > 0 and self._clock.monotonic() < self._deadline:
            return True
        self.is_cut = True
        return False


def newest(files: Iterable[File]) -> list[File]:
    """The newest first; those of one time by their names, the later first."""
    return sorted(files, key=lambda file: (file.changed, str(file.path)), reverse=True)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Links to folders are not followed: they could lead round in circles, or out of the store."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
