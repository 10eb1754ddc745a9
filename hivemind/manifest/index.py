"""What a list shows of each agent file, in one small file of the cache folder: a list reads no YAML and no rules.

It imports nothing but `os` and `zlib`, since pathlib, json or typing would cost more than the list itself. An index
that is damaged, foreign or cannot be written costs time, never an error.
"""

from __future__ import annotations

import os
import zlib

FORMAT = "hivemind agents 3"
"""The shape of the index: a line of this and of our code, then a line a file, then a checksum; all parted by tabs."""

FRESH_NS = 2_000_000_000
"""Nanoseconds. A file that changed this shortly before it was read could change again under the same stamp."""

MAX_FILES = 512
"""Files in the index; beyond, those that were not listed just now go."""

FACTS = ("label", "bin", "enabled", "error", "note", "install")
"""What is kept of each file, as text; `error` is the first problem's line, or empty; `enabled` is `yes` or empty."""

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 (pathlib is slow to load)
_ROOMS = ("base", "detect", "manifest", "manifest/parts")
"""Whose code decides what a file says."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Facts = tuple[str, ...]
    Row = dict[str, str]


def rows(roots: list[tuple[str, str]], index: str, now_ns: int, replaced: Mapping[str, str] | None = None) -> list[Row]:
    """A row for each agent, by id: its `id`, `source`, `file` and FACTS. Of `roots` (source, folder) the first wins.

    Those of the source `repo` only add: one whose id is there already has a row of its own that says so. `replaced`
    are the reserved ids that a person gave to another program.
    """
    code = _code()
    known = _load(index, code)
    kept: dict[str, tuple[str, Facts]] = {}
    found: dict[str, Row] = {}
    refused: list[Row] = []
    for source, root in roots:
        for name in _names(root):
            file = f"{root}/{name}/agent.yaml"
            stamp = _stamp(file)
            if stamp is None or (name in found and source != "repo"):
                continue
            allowed = "" if source == "repo" or not replaced else replaced.get(name, "")
            mark = f"{stamp[0]} {stamp[1]} {stamp[2]} {allowed}"
            facts = known[file][1] if file in known and known[file][0] == mark else None
            if facts is None:
                facts = _read(file, name, os.path.dirname(index) + "/agents", allowed)  # noqa: PTH120
            if now_ns - stamp[2] >= FRESH_NS:
                kept[file] = (mark, facts)
            row = {"id": name, "source": source, "file": file, **dict(zip(FACTS, facts, strict=True))}
            if name in found:
                refused.append({**row, "error": refusal(name, found[name]["source"])})
            else:
                found[name] = row
    if any(known.get(file) != entry for file, entry in kept.items()):
        _save(index, code, {**kept, **{file: entry for file, entry in known.items() if file not in kept}})
    return sorted([*found.values(), *refused], key=_order)


def refusal(name: str, source: str) -> str:
    """Why an agent of a repository is not taken."""
    owner = {"user": "an agent of your own", "shipped": "an agent that is shipped"}.get(source, "another agent")
    return f"refused: {owner} is called '{name}', and a repository only adds"


def repository(folder: str) -> str:
    """The nearest folder at or above that one that is a git repository or worktree; empty when there is none."""
    folder = "" if "\0" in folder or not folder.startswith("/") else os.path.realpath(folder)
    while folder:
        if os.path.exists(folder + "/.git"):  # noqa: PTH110
            return folder
        above = os.path.dirname(folder)  # noqa: PTH120
        if above == folder:
            break
        folder = above
    return ""


def repository_agents(folder: str) -> str:
    """Where the repository around that folder keeps its agents; empty without one."""
    root = repository(folder)
    return f"{root.rstrip('/')}/.hivemind/agents" if root else ""


def _order(row: Row) -> tuple[str, bool]:
    return row["id"], row["source"] == "repo"


def _names(root: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(root) if not name.startswith("."))  # noqa: PTH208
    except OSError:
        return []


def _stamp(file: str) -> tuple[int, int, int] | None:
    try:
        info = os.stat(file)  # noqa: PTH116
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return (0, 0, 0)
    return (info.st_ino, info.st_size, info.st_mtime_ns)


def _code() -> str:
    """The stamps of our own code: another version may see a file otherwise."""
    stamps = []
    for room in _ROOMS:
        with os.scandir(f"{_PACKAGE}/{room}") as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    info = entry.stat()
                    stamps.append(f"{room}/{entry.name}:{info.st_size}:{info.st_mtime_ns}")
    return ",".join(sorted(stamps))


def _load(index: str, code: str) -> dict[str, tuple[str, Facts]]:
    try:
        with open(index, "rb") as file:  # noqa: PTH123
            head, *lines = os.fsdecode(file.read()).split("\n")
    except (OSError, UnicodeDecodeError):
        return {}
    if head != f"{FORMAT}\t{code}" or lines[-1:] != [_sum(lines[:-1])]:
        return {}
    parts = [line.split("\t") for line in lines[:-1]]
    return {file: (mark, tuple(facts)) for file, mark, *facts in parts if len(facts) == len(FACTS)}


def _sum(lines: list[str]) -> str:
    """What no damage leaves as it is; zlib is built in, hashlib would be slow to load."""
    return f"{zlib.crc32(os.fsencode(chr(10).join(lines))):08x}"


def _read(file: str, name: str, cache: str, replaced: str) -> Facts:
    from pathlib import Path  # noqa: PLC0415 (slow to load, as all of these)

    from hivemind.base.problems import Report  # noqa: PLC0415
    from hivemind.manifest import cached, manifest  # noqa: PLC0415

    report = Report()
    root = cached.read(Path(file), report, Path(cache))
    one = None if root is None else manifest.from_node(root, report, expected_id=name, replaced=replaced)
    if one is None:
        return ("", "", "", report.errors[0].render().split("\n")[0], "", "")
    return (one.label, one.bin, "yes" if one.enabled else "", "", one.note, one.install.hint)


def _save(index: str, code: str, held: dict[str, tuple[str, Facts]]) -> None:
    lines = ["\t".join((file, mark, *facts)) for file, (mark, facts) in [*held.items()][:MAX_FILES]]
    # a name may hold a tab or a line's end: such a file is read each time
    lines = [line for line in lines if "\n" not in line and line.count("\t") == len(FACTS) + 1]
    spare = f"{index}.{os.getpid()}"
    try:
        text = "\n".join([f"{FORMAT}\t{code}", *lines, _sum(lines)])
        os.makedirs(os.path.dirname(index), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
        with open(os.open(spare, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:  # noqa: PTH123
            file.write(os.fsencode(text))
        os.replace(spare, index)  # noqa: PTH105
    except (OSError, UnicodeEncodeError):  # a list that cannot be kept is made again
        return
