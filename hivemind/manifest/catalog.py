"""Where manifests are found: the person's folder first, then the shipped ones. The first hit wins whole.

A broken file is an error for whoever names it and a line in `problems()` for everyone else. A broken file of the
person's still hides the shipped one of the same id: silently running another file than the one edited would be worse.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

from hivemind.base.errors import BadRequestError, InvalidFileError
from hivemind.base.problems import Report
from hivemind.manifest import cached, manifest
from hivemind.manifest.manifest import Loaded, Manifest

_Stamp = tuple[int, int, int]
"""Inode, size and modification time in ns: equal ones are taken for the same content."""


class Catalog:
    """The manifests of some folders, read again when a file changes.

    `folders` come in order of precedence; one that does not exist is empty. `get` and `ids` look at the files first
    (one `stat` each); `manifests` and `problems` give what was last read and cost nothing.
    """

    def __init__(self, folders: Sequence[Path], *, cache: Path | None = None) -> None:
        """`cache` is the folder of parsed files (`manifest.cached`); None keeps nothing."""
        self._cache = cache
        self._folders = tuple(folders)
        self._found: dict[str, tuple[_Stamp, Loaded]] = {}
        self._unreadable: list[str] = []
        self.reload()

    def reload(self) -> None:
        """Look at the folders again; files that did not change are not read again."""
        found: dict[str, tuple[_Stamp, Loaded]] = {}
        self._unreadable = []
        for folder in self._folders:
            try:
                files = _files(folder)
            except OSError as error:
                self._unreadable.append(f"{folder}: cannot be read: {error.strerror}")
                continue
            for path, stamp in files:
                if path.parent.name not in found:
                    found[path.parent.name] = self._load(path, stamp)
        self._found = dict(sorted(found.items()))

    def _load(self, path: Path, stamp: _Stamp) -> tuple[_Stamp, Loaded]:
        known = self._found.get(path.parent.name)
        if known is not None and known[0] == stamp and known[1].path == path:
            return known
        report = Report()
        root = cached.read(path, report, self._cache)
        read = None if root is None else manifest.from_node(root, report, expected_id=path.parent.name)
        return stamp, Loaded(path, read, report)

    def get(self, name: str) -> Manifest:
        """The manifest with that id, enabled or not.

        Raises:
            BadRequestError: there is none; the message lists the ids that can be started.
            InvalidFileError: its file has errors; the message is the whole report.
        """
        self.reload()
        if name not in self._found:
            ids = self._enabled()
            near = difflib.get_close_matches(name, ids, n=1)
            raise BadRequestError(
                f"no agent '{name}'; there are: {', '.join(ids) or 'none'}",
                hint=f"did you mean '{near[0]}'?" if near else "",
            )
        loaded = self._found[name][1]
        if loaded.manifest is None:
            raise InvalidFileError(loaded.report.render())
        return loaded.manifest

    def ids(self) -> list[str]:
        """The ids that can be started, in order."""
        self.reload()
        return self._enabled()

    def manifests(self) -> list[Manifest]:
        """Every manifest without errors, by id; also those that are only recognised."""
        return [loaded.manifest for _, loaded in self._found.values() if loaded.manifest is not None]

    def problems(self) -> list[str]:
        """One line for each file that cannot be used."""
        broken = [_line(loaded) for _, loaded in self._found.values() if loaded.manifest is None]
        return [*self._unreadable, *broken]

    def _enabled(self) -> list[str]:
        return [found.id for found in self.manifests() if found.enabled]


def _files(folder: Path) -> list[tuple[Path, _Stamp]]:
    """The agent files of a folder, by name; hidden folders and those without an agent file are passed over."""
    try:
        names = sorted(child.name for child in folder.iterdir() if not child.name.startswith("."))
    except (FileNotFoundError, NotADirectoryError):
        return []
    paths = [folder / name / manifest.FILE_NAME for name in names]
    return [(path, stamp) for path in paths if (stamp := _stamp(path)) is not None]


def _stamp(path: Path) -> _Stamp | None:
    """None for a file that is not there; one that cannot be looked at gets a stamp, so that its problem is told."""
    try:
        info = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return (0, 0, 0)
    return (info.st_ino, info.st_size, info.st_mtime_ns)


def _line(loaded: Loaded) -> str:
    first, *others = loaded.report.errors
    text = first.render().split("\n")[0]
    return f"{text} (and {len(others)} more)" if others else text
