"""Where manifests are found: the person's folder first, then the shipped ones. The first hit wins whole.

A broken file is an error for whoever names it and a line in `problems()` for everyone else. A broken file of the
person's still hides the shipped one of the same id: silently running another file than the one edited would be worse.
A repository adds agents for tiles inside it; it never takes the id of another.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

from hivemind.base.errors import BadRequestError, InvalidFileError
from hivemind.base.problems import Report
from hivemind.detect.ruleset import Ruleset
from hivemind.manifest import cached, index, manifest, switches
from hivemind.manifest.checks import is_runner
from hivemind.manifest.manifest import Loaded, Manifest
from hivemind.manifest.switches import Switches

_Stamp = tuple[int, int, int]
"""Inode, size and modification time in ns: equal ones are taken for the same content."""


_Found = dict[str, tuple[_Stamp, Loaded]]
"""What was read, by id, with the stamp of its file."""

COMMON = "generic"
"""The file of rules for programs that no other file describes. It is no agent, and never offered."""

MAX_REPOSITORIES = 32
"""Repositories whose agents are remembered; more are read again."""


class Catalog:
    """The manifests of some folders, read again when a file changes.

    `folders` come in order of precedence; one that does not exist is empty. `get` and `ids` look at the files first
    (one `stat` each); `manifests` and `problems` give what was last read and cost nothing. A `cwd` adds the agents of
    the repository around that folder.
    """

    def __init__(self, folders: Sequence[Path], *, cache: Path | None = None, decisions: Path | None = None) -> None:
        """`cache` is the folder of parsed files (`manifest.cached`), `decisions` the file of `manifest.switches`."""
        self._cache = cache
        self._folders = tuple(folders)
        self._decisions = decisions
        self._decided: tuple[_Stamp | None, Switches] = (None, Switches())
        self._undecided: list[str] = []
        self._found: _Found = {}
        self._repositories: dict[str, _Found] = {}
        self._unreadable: list[str] = []
        self.reload()

    def reload(self) -> None:
        """Look at the folders again; files that did not change are not read again."""
        self._decide()
        found: _Found = {}
        self._unreadable = []
        for folder in self._folders:
            try:
                files = _files(folder)
            except OSError as error:
                self._unreadable.append(f"{folder}: cannot be read: {error.strerror}")
                continue
            for path, stamp in files:
                if path.parent.name not in found:
                    replaced = self._decided[1].replaced.get(path.parent.name, "")
                    found[path.parent.name] = self._load(path, stamp, self._found, replaced)
        self._found = dict(sorted(found.items()))

    def _decide(self) -> None:
        stamp = None if self._decisions is None else _stamp(self._decisions)
        if self._decisions is None or stamp == self._decided[0]:
            return
        self._undecided = []
        try:
            decided = switches.read(self._decisions)
        except InvalidFileError as error:  # what was decided before stays: nothing is offered again by damage
            self._undecided = [error.message]
            decided = self._decided[1]
        if decided.replaced != self._decided[1].replaced:
            self._found = {}  # what a file may be called is part of how it is read
        self._decided = (stamp, decided)

    def _load(self, path: Path, stamp: _Stamp, before: _Found, replaced: str = "") -> tuple[_Stamp, Loaded]:
        known = before.get(path.parent.name)
        if known is not None and known[0] == stamp and known[1].path == path:
            return known
        report = Report()
        root = cached.read(path, report, self._cache)
        name = path.parent.name
        read = None if root is None else manifest.from_node(root, report, expected_id=name, replaced=replaced)
        return stamp, Loaded(path, read, report)

    def get(self, name: str, cwd: str = "") -> Manifest:
        """The manifest with that id, offered or not.

        Raises:
            BadRequestError: there is none; the message lists the ids that can be started.
            InvalidFileError: its file has errors; the message is the whole report.
        """
        self.reload()
        found = self._around(cwd)
        if name not in found:
            ids = [one.id for one in self.manifests(cwd) if self._can_start(one)]
            near = difflib.get_close_matches(name, ids, n=1)
            raise BadRequestError(
                f"no agent '{name}'; there are: {', '.join(ids) or 'none'}",
                hint=f"did you mean '{near[0]}'?" if near else "",
            )
        loaded = found[name][1]
        if loaded.manifest is None:
            raise InvalidFileError(loaded.report.render())
        return loaded.manifest

    def folder(self, name: str, cwd: str = "") -> Path | None:
        """Where that manifest lies, with the files that belong to it; None when there is none."""
        found = self._around(cwd).get(name)
        return None if found is None else found[1].path.parent

    def offered(self, name: str, cwd: str = "") -> Manifest:
        """The manifest with that id, for somebody who starts it.

        Raises:
            BadRequestError: as `get`, or the person switched it off, or it comes with a repository and runs anything.
            InvalidFileError: as `get`.
        """
        one = self.get(name, cwd)
        if name not in self._found and is_runner(one.bin):
            raise BadRequestError(
                f"the agent '{name}' of this repository runs '{one.bin}', which can run anything: not started",
                hint=f"read its file, then make it your own: hive agents install {self.folder(name, cwd)}",
            )
        if self.is_off(name):
            raise BadRequestError(
                f"the agent '{name}' is switched off", hint=f"switch it on: hive agents enable {name}"
            )
        return one

    def is_off(self, name: str) -> bool:
        """Whether the person switched it off."""
        return name in self._decided[1].off

    def ids(self, cwd: str = "") -> list[str]:
        """The ids that can be started, in order."""
        self.reload()
        return [one.id for one in self.manifests(cwd) if self._can_start(one)]

    def manifests(self, cwd: str = "") -> list[Manifest]:
        """Every manifest without errors, by id; also those that are only recognised, or switched off."""
        return [loaded.manifest for _, loaded in self._around(cwd).values() if loaded.manifest is not None]

    def recognised(self, program: str) -> Manifest | None:
        """The agent whose program a plain command runs, by its file name; None when its screen is no known one's.

        Its status alone depends on that, so other names of the program count, as do agents that are never started. An
        agent that the person switched off, or that comes with a repository, speaks for no program it was not named for.
        """
        self.reload()
        name = Path(program).name.lower()
        known = [one for _, (_, loaded) in self._found.items() if (one := loaded.manifest) is not None]
        read = [one for one in known if one.detect is not None and one.id != COMMON and not self.is_off(one.id)]
        by_program = [one for one in read if one.bin.lower() == name]
        by_name = [one for one in read if name in map(str.lower, one.names)]
        return None if is_runner(name) else next(iter((*by_program, *by_name)), None)

    @property
    def common(self) -> Ruleset | None:
        """The rules for programs that no file describes; None without them, or when the person switched them off."""
        self.reload()
        found = self._found.get(COMMON)
        one = None if found is None or self.is_off(COMMON) else found[1].manifest
        return one.detect if one is not None else None

    def problems(self, cwd: str = "") -> list[str]:
        """One line for each file that cannot be used, or is not taken."""
        broken = [_line(loaded) for _, loaded in self._around(cwd).values() if loaded.manifest is None]
        folder = index.repository_agents(cwd)
        added = self._repositories.get(folder, {})
        refused = [
            f"{loaded.path}: {index.refusal(name, 'user' if self._is_own(name) else 'shipped')}"
            for name, (_, loaded) in added.items()
            if name in self._found
        ]
        return [*self._undecided, *self._unreadable, *broken, *refused]

    def _can_start(self, one: Manifest) -> bool:
        return one.enabled and not self.is_off(one.id)

    def _is_own(self, name: str) -> bool:
        return self._found[name][1].path.parent.parent == self._folders[0]

    def _around(self, cwd: str) -> _Found:
        """What is known, with what the repository around that folder adds."""
        folder = index.repository_agents(cwd)
        if not folder:
            return self._found
        before = self._repositories.pop(folder, {})
        try:
            files = _files(Path(folder))
        except OSError:  # somebody else's; it adds nothing
            files = []
        found = {path.parent.name: self._load(path, stamp, before) for path, stamp in files}
        self._repositories[folder] = found
        while len(self._repositories) > MAX_REPOSITORIES:
            del self._repositories[next(iter(self._repositories))]
        return dict(sorted({**found, **self._found}.items()))


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
