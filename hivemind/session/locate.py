"""Where the sessions of a program lie: found by the first record of a file, by a folder's meta file, or by a path."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from hivemind.manifest.parts.session import Find, Resume
from hivemind.session.store import MAX_FOLDERS, Search, is_session_id
from hivemind.session.transcript import at_path, is_equal

ID_START = 8
"""Characters of an id that some names of files hold instead of the whole."""

_FILE_ID = re.compile(r"[A-Za-z0-9_.-]+")
"""What an id that is part of a path is made of."""


class Found(msgspec.Struct, frozen=True):
    """A session that is on disk."""

    id: str
    path: Path
    """Its file, or its folder's meta file."""
    updated: int
    """Milliseconds since the epoch."""
    cwd: str = ""
    """The folder it worked in; empty when that is not known from here."""
    rank: float = 0
    """dir-meta: what decides which one is the newest."""


def sessions(resume: Resume, search: Search, cwd: str = "") -> list[Found]:
    """The sessions of a store, newest first; with `cwd` only that folder's, where the store tells.

    Stores with a folder for each workplace (`dir-meta`) can only be asked for one.
    """
    find = resume.find
    if find is None:
        found = list(_by_path(resume.exists, search)) if resume.exists else []
        return sorted(found, key=lambda one: (one.updated, one.id), reverse=True)
    if find.strategy == "dir-meta":
        return list(_by_meta(find, search, cwd)) if cwd else []
    return [one for one in _by_header(find, search, cwd) if not cwd or is_folder(one.cwd, cwd)]


def newest(find: Find, search: Search, cwd: str, *, besides: Collection[str] = ()) -> Found | None:
    """The session that a folder had last, not counting those `besides`; None when there is none."""
    if find.strategy == "dir-meta":
        fitting = [one for one in _by_meta(find, search, cwd) if one.id not in besides]
        return max(fitting, key=lambda one: one.rank, default=None)
    found = (one for one in _by_header(find, search, cwd) if is_folder(one.cwd, cwd))
    return next((one for one in found if one.id not in besides), None)


def named(resume: Resume, search: Search, session_id: str) -> Found | None:
    """The session with that id, of a store that has a file for each; None when it is not found."""
    if not _FILE_ID.fullmatch(session_id):
        return None
    if resume.find is not None and resume.find.strategy == "jsonl-header":
        return next((one for one in _by_header(resume.find, search, wanted=session_id) if one.id == session_id), None)
    return next(_by_path(resume.exists, search, session_id), None) if resume.exists else None


def is_gone(resume: Resume, search: Search, session_id: str) -> bool:
    """Whether the store was read and does not have it; where that cannot be known, it counts as present."""
    if resume.exists:
        return not _is_there(resume.exists, search, session_id)
    if resume.find is None or resume.find.strategy == "dir-meta":
        return False
    is_absent = all(one.id != session_id for one in _by_header(resume.find, search, wanted=session_id))
    return is_absent and not search.is_cut


def is_folder(name: str, cwd: str) -> bool:
    """Whether a store means that folder; some write it with its links resolved."""
    return name in {cwd, os.path.realpath(cwd)}


def _by_header(find: Find, search: Search, cwd: str = "", *, wanted: str = "") -> Iterator[Found]:
    """Newest first; those whose names hold the id that is `wanted`, or how it begins, before all others."""
    files = search.files(search.place(find.root), find.ext)
    if wanted:
        files.sort(key=lambda file: (wanted not in file.path.name, wanted[:ID_START] not in file.path.name))
    for file in files:
        record = search.header(file.path)
        if record is None or not all(is_equal(at_path(record, path), value) for path, value in find.require.items()):
            continue
        name, told = at_path(record, find.id_path), at_path(record, find.cwd_path)
        if is_session_id(name):
            yield Found(name, file.path, file.changed, cwd=_told_folder(find, told, cwd))


def _told_folder(find: Find, told: object, cwd: str) -> str:
    """The folder as a record tells it; of a sum only whether it is that of `cwd` can be known."""
    if not isinstance(told, str):
        return ""
    if find.cwd_as == "path":
        return told
    sums = (hashlib.sha256(os.fsencode(name)).hexdigest() for name in (cwd, os.path.realpath(cwd)) if cwd)
    return cwd if told in sums else ""


def _by_meta(find: Find, search: Search, cwd: str) -> Iterator[Found]:
    for entry in search.inside(_workplace(find, search, cwd)):
        folder = Path(entry.path)
        meta = search.file(folder / find.meta) if is_session_id(entry.name) else None
        record = search.whole(meta.path) if meta else None
        if meta is None or record is None or any(_has(record, path, find.skip_when[path]) for path in find.skip_when):
            continue
        stamps = [at_path(record, path) for path in find.newest_by]
        numbers = [stamp for stamp in stamps if isinstance(stamp, int | float) and not isinstance(stamp, bool)]
        yield Found(entry.name, meta.path, _changed(folder), cwd=cwd, rank=numbers[0] if numbers else 0)


def _workplace(find: Find, search: Search, cwd: str) -> Path:
    root = search.place(find.root)
    if find.dir_key == "cwd":
        return root / os.path.normpath(f"/{cwd}").strip("/")  # never above the root
    return root / hashlib.md5(os.fsencode(cwd), usedforsecurity=False).hexdigest()


def _has(record: Any, path: str, value: Any) -> bool:
    found = at_path(record, path)
    return is_equal(found, value) if not isinstance(value, list | dict) else bool(found == value)


def _changed(folder: Path) -> int:
    try:
        return folder.stat().st_mtime_ns // 1_000_000
    except OSError:  # gone meanwhile
        return 0


def _by_path(exists: str, search: Search, session_id: str = "") -> Iterator[Found]:
    """The files that fit a path with `{id}`, any or that one, and `*` for any one folder."""
    fixed, open_ends = _split(exists)
    waiting = [(search.place(fixed), open_ends, session_id)]
    while waiting:
        folder, (segment, *rest), session_id = waiting.pop()
        for name, its_id in _fitting(segment, folder, search, session_id):
            path = folder / name
            if rest:
                waiting.append((path, rest, its_id))
            elif is_session_id(its_id) and (file := search.file(path)):
                yield Found(its_id, path, file.changed)


def _split(exists: str) -> tuple[str, list[str]]:
    """What is fixed at the front of a path, and the segments from the first open one on."""
    segments = exists.split("/")
    first = next((at for at, segment in enumerate(segments) if segment == "*" or "{id}" in segment), len(segments))
    return "/".join(segments[:first]), segments[first:]


def _fitting(segment: str, folder: Path, search: Search, session_id: str) -> list[tuple[str, str]]:
    """The names in a folder that fit one segment of a path, each with the id that is known then."""
    if segment == "*":
        return [(entry.name, session_id) for entry in search.inside(folder)]
    before, has_id, after = segment.partition("{id}")
    if not has_id or session_id:
        return [(segment.replace("{id}", session_id), session_id)]
    names = [entry.name for entry in search.inside(folder)]
    ids = [name[len(before) : len(name) - len(after)] for name in names]
    return [
        (name, its_id) for name, its_id in zip(names, ids, strict=True) if name == before + its_id + after and its_id
    ]


def _is_there(exists: str, search: Search, session_id: str) -> bool:
    if not _FILE_ID.fullmatch(session_id):
        return False
    head, star, tail = exists.replace("{id}", session_id).partition("/*")
    folder = search.place(head)
    try:
        names = [folder] if not star else list(islice(folder.iterdir(), MAX_FOLDERS + 1))
    except FileNotFoundError:
        return False
    except OSError:  # it cannot be read, so it may be there
        return True
    if len(names) > MAX_FOLDERS:
        return True
    return any(_is_file(Path(f"{name}{tail}")) for name in names)


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:  # it cannot be looked at, so it may be there
        return True
