"""Agent files that a person installs, removes, and switches off; what was switched is kept beside them.

A copy holds the manifest and the assets that it names, nothing else of the folder it came from.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from hivemind.base.errors import HiveError, InvalidFileError, UsageError
from hivemind.base.places import Places
from hivemind.manifest import switches
from hivemind.manifest.checks import RESERVED_IDS
from hivemind.manifest.manifest import FILE_NAME, Loaded, Manifest
from hivemind.manifest.switches import Switches

MAX_BYTES = 2 * 1024 * 1024
"""Bytes of one file that is copied."""


def read_switches(places: Places) -> Switches:
    """What was decided; raises as `switches.read` does."""
    return switches.read(places.agent_decisions)


def switch(places: Places, name: str, *, on: bool) -> bool:
    """Switch an agent on or off; whether that changed anything."""
    return switches.switch(places.agent_decisions, name, on=on)


def install(loaded: Loaded, manifest: Manifest, places: Places) -> Path:
    """Copy an agent that was read without errors to the person's own; the folder. Replaces one of the same id.

    A reserved id of another program is remembered as given to this one.

    Raises:
        InvalidFileError: an asset that it names is not there, or a file is a link, or changed since it was read.
        HiveError: it cannot be written.
    """
    source, target = loaded.path.parent, places.user_agents / manifest.id
    if source.resolve() == target.resolve():
        raise UsageError(f"{target} is where it would go", hint="it is installed already")
    read_switches(places)  # one that is damaged ends this before anything is written
    names = [FILE_NAME, *(asset.file for asset in manifest.assets)]
    missing = [name for name in names[1:] if not os.path.lexists(source / name)]
    if missing:
        raise InvalidFileError(f"{source}: assets that the manifest names are missing: {', '.join(missing)}")
    try:
        files = {name: _plain_bytes(loaded.path if name == FILE_NAME else source / name) for name in names}
    except OSError as error:
        raise InvalidFileError(f"{error.filename}: cannot be read: {error.strerror}") from error
    if files[FILE_NAME].decode("utf-8-sig", "replace") != loaded.report.source:
        raise InvalidFileError(f"{loaded.path} changed while it was installed", hint="try again")
    try:
        _put(files, target)
    except OSError as error:
        raise HiveError(f"{target} cannot be written: {error.strerror or error}") from error
    switches.change(places.agent_decisions, lambda before: _installed(before, manifest))
    return target


def _plain_bytes(path: Path) -> bytes:
    """What a file holds; a link is not followed, and nothing is waited for."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise InvalidFileError(f"{path} is not a plain file")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InvalidFileError(f"{path} is larger than {MAX_BYTES} bytes")
    return data


def _put(files: dict[str, bytes], target: Path) -> None:
    """Make the folder anew; what was there before comes back when that fails."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".new-") as made:
        fresh, old = Path(made, "fresh"), Path(made, "old")
        fresh.mkdir()
        for name, data in files.items():
            (fresh / name).write_bytes(data)
        exchange(fresh, target, old)


def exchange(fresh: Path, target: Path, aside: Path) -> None:
    """Put one in the place of another, which goes aside; it comes back when that fails, with the OSError."""
    if os.path.lexists(target):
        target.rename(aside)
    try:
        fresh.rename(target)
    except OSError:
        if os.path.lexists(aside):
            aside.rename(target)
        raise


def _installed(before: Switches, manifest: Manifest) -> Switches:
    declined = tuple(name for name in before.declined if name != manifest.id)
    replaced = {name: program for name, program in before.replaced.items() if name != manifest.id}
    if RESERVED_IDS.get(manifest.id, manifest.bin) != manifest.bin:
        replaced[manifest.id] = manifest.bin
    return msgspec.structs.replace(before, declined=declined, replaced=replaced)


def _removed(before: Switches, name: str) -> Switches:
    replaced = {key: program for key, program in before.replaced.items() if key != name}
    return msgspec.structs.replace(before, declined=tuple(sorted({*before.declined, name})), replaced=replaced)


def remove(name: str, places: Places) -> Path:
    """Remove an agent that the person installed, and remember that; the folder that is gone.

    Raises:
        HiveError: NOT_FOUND, no such agent is installed; or it cannot be removed.
    """
    target = places.user_agents / name
    if "/" in name or name.startswith(".") or not (target / FILE_NAME).exists():
        hint = "only agents of your own can be removed; others: hive agents disable ID"
        raise HiveError(f"no agent '{name}' in {places.user_agents}", hint=hint, code="NOT_FOUND")
    read_switches(places)  # one that is damaged ends this before anything is removed
    _unlink(target)
    switches.change(places.agent_decisions, lambda before: _removed(before, name))
    return target


def _unlink(target: Path) -> None:
    unlink: Callable[[Path], object] = Path.unlink if target.is_symlink() else shutil.rmtree
    try:
        unlink(target)
    except OSError as error:
        raise HiveError(f"{target} cannot be removed: {error.strerror or error}") from error
