"""What a list shows of each agent file, in one small file of the cache folder: a list reads no YAML and no rules.

It imports nothing slow (no pathlib, msgspec or typing), since that would cost more than the list itself. An index that
is damaged, foreign or cannot be written costs time, never an error.
"""

from __future__ import annotations

import json
import os

FORMAT = 1
"""The shape of the index; another shape gets another number."""

FRESH_NS = 2_000_000_000
"""Nanoseconds. A file that changed this shortly before it was read could change again under the same stamp."""

FACTS = ("label", "bin", "enabled", "error", "note", "install")
"""What is kept of each file; `error` is the first problem's line, or null."""

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 (pathlib is slow to load)
_ROOMS = ("base", "detect", "manifest", "manifest/parts")
"""Whose code decides what a file says."""


def rows(roots: list[tuple[str, str]], index: str, now_ns: int) -> list[dict[str, object]]:
    """A row for each agent, by id: its `id`, `source`, `file` and FACTS. Of `roots` (source, folder) the first wins."""
    code = _code()
    known = _load(index, code)
    kept: dict[str, list[object]] = {}
    found: dict[str, dict[str, object]] = {}
    for source, root in roots:
        for name in _names(root):
            file = f"{root}/{name}/agent.yaml"
            stamp = _stamp(file)
            if name in found or stamp is None:
                continue
            facts = _known(known.get(file), stamp)
            if facts is None:
                facts = _read(file, name, os.path.dirname(index) + "/agents")  # noqa: PTH120
                is_fresh = now_ns - stamp[2] < FRESH_NS
                kept[file] = [None if is_fresh else stamp, facts]
            else:
                kept[file] = [stamp, facts]
            found[name] = {"id": name, "source": source, "file": file, **facts}
    if kept != known:
        _save(index, {"format": FORMAT, "code": code, "files": kept})
    return [found[name] for name in sorted(found)]


def _names(root: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(root) if not name.startswith("."))  # noqa: PTH208
    except OSError:
        return []


def _stamp(file: str) -> list[int] | None:
    try:
        info = os.stat(file)  # noqa: PTH116
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return [0, 0, 0]
    return [info.st_ino, info.st_size, info.st_mtime_ns]


def _code() -> list[list[object]]:
    """The stamps of our own code: another version may see a file otherwise."""
    stamps: list[list[object]] = []
    for room in _ROOMS:
        with os.scandir(f"{_PACKAGE}/{room}") as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    info = entry.stat()
                    stamps.append([room, entry.name, info.st_size, info.st_mtime_ns])
    return sorted(stamps, key=str)


def _load(index: str, code: list[list[object]]) -> dict[str, list[object]]:
    try:
        with open(index, "rb") as file:  # noqa: PTH123
            held = json.loads(file.read())
        if held["format"] == FORMAT and held["code"] == code and isinstance(held["files"], dict):
            return dict(held["files"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # whatever it is, the files are read again
        pass
    return {}


def _known(entry: object, stamp: list[int]) -> dict[str, object] | None:
    if not isinstance(entry, list) or len(entry) != 2 or entry[0] != stamp:
        return None
    facts = entry[1]
    return facts if isinstance(facts, dict) and tuple(facts) == FACTS else None


def _read(file: str, name: str, cache: str) -> dict[str, object]:
    from pathlib import Path  # noqa: PLC0415 (slow to load, as all of these)

    from hivemind.base.problems import Report  # noqa: PLC0415
    from hivemind.manifest import cached, manifest  # noqa: PLC0415

    report = Report()
    root = cached.read(Path(file), report, Path(cache))
    one = None if root is None else manifest.from_node(root, report, expected_id=name)
    error = report.errors[0].render().split("\n")[0] if one is None else None
    shown = (
        (one.label, one.bin, one.enabled, error, one.note, one.install.hint) if one else ("", "", False, error, "", "")
    )
    return dict(zip(FACTS, shown, strict=True))


def _save(index: str, held: dict[str, object]) -> None:
    spare = f"{index}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(index), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
        with open(os.open(spare, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:  # noqa: PTH123
            json.dump(held, file)
        os.replace(spare, index)  # noqa: PTH105
    except OSError:  # a list that cannot be kept is made again
        return
