"""Where a command finds the agent that it names: a folder, an `agent.yaml`, or the id of an agent that is here."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

from hivemind.base.errors import HiveError, InvalidFileError, UnsupportedError
from hivemind.base.places import Places, current_folder, shipped_agents
from hivemind.detect.ruleset import Ruleset
from hivemind.manifest import index, manifest, switches
from hivemind.manifest.manifest import FILE_NAME, Loaded, Manifest


def roots(places: Places) -> list[Path]:
    """Where agents lie, first the person's own; the repository around this folder only adds."""
    added = index.repository_agents(current_folder())
    return [places.user_agents, shipped_agents(), *([Path(added)] if added else [])]


def agent_files(folders: Iterable[Path]) -> dict[str, Path]:
    """Every agent file in those folders, by the name of its own; the first wins, hidden ones are skipped."""
    found: dict[str, Path] = {}
    for folder in folders:
        for file in sorted(folder.glob(f"[!.]*/{FILE_NAME}")):
            found.setdefault(file.parent.name, file)
    return found


def find_agent(name: str, places: Places) -> Path:
    """The agent file that is meant: that of a folder, the file itself, else the one whose id it is.

    Raises:
        HiveError: NOT_FOUND, neither is there.
    """
    path = Path(name)
    if (path / FILE_NAME).is_file():
        return path / FILE_NAME
    if path.is_file():
        return path
    ids = agent_files(roots(places))
    if name in ids:
        return ids[name]
    if path.is_dir():
        raise HiveError(f"there is no {FILE_NAME} in {name}", code="NOT_FOUND")
    near = difflib.get_close_matches(name, ids, n=1)
    hint = (
        f"did you mean '{near[0]}'?" if near else "name a folder with an agent.yaml, or an agent of: hive agents list"
    )
    raise HiveError(f"no agent and no folder '{name}'", hint=hint, code="NOT_FOUND")


def load_agent(name: str, places: Places) -> tuple[Loaded, Manifest]:
    """The agent that is meant, read; its folder's name is not held against its id.

    Raises:
        HiveError: NOT_FOUND, there is none.
        InvalidFileError: its file has errors, and the message is the whole report; or what was decided is damaged.
    """
    path = find_agent(name, places)
    is_own = path.parent.parent == places.user_agents
    replaced = switches.read(places.agent_decisions).replaced if is_own else {}
    loaded = manifest.load(path, replaced=replaced.get(path.parent.name, ""))
    if loaded.manifest is None:
        raise InvalidFileError(loaded.report.render())
    return loaded, loaded.manifest


def load_rules(name: str, places: Places) -> tuple[Loaded, Manifest, Ruleset]:
    """The agent that is meant, with its rules.

    Raises:
        HiveError: as `load_agent`.
        UnsupportedError: it has no rules.
    """
    loaded, found = load_agent(name, places)
    if found.detect is None:
        raise UnsupportedError(f"{found.id} has no 'detect': its screen is not read", hint=str(loaded.path))
    return loaded, found, found.detect
