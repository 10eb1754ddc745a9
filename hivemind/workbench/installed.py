"""Agent files that a person installs, removes, and switches off; what was switched is kept beside them.

A copy holds the manifest and the assets that it names, nothing else of the folder it came from.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from hivemind.base.errors import HiveError, InvalidFileError, UsageError
from hivemind.base.places import Places
from hivemind.manifest.manifest import FILE_NAME, Loaded, Manifest


class Switches(msgspec.Struct, frozen=True):
    """What a person decided about agents."""

    off: tuple[str, ...] = ()
    """Ids that are not offered."""
    declined: tuple[str, ...] = ()
    """Ids that were removed, and must not come back by themselves."""


def switches_file(places: Places) -> Path:
    """Where they are kept."""
    return places.config / "agents.json"


def read_switches(places: Places) -> Switches:
    """What was decided; a file that cannot be read decides nothing.

    Raises:
        InvalidFileError: it holds something else.
    """
    path = switches_file(places)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Switches)
    except FileNotFoundError:
        return Switches()
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise InvalidFileError(f"{path}: {error}", hint="mend or remove it") from error


def switch(places: Places, name: str, *, on: bool) -> bool:
    """Switch an agent on or off; whether that changed anything."""
    before = read_switches(places)
    off = tuple(sorted({*before.off} - {name} if on else {*before.off, name}))
    _write_switches(places, msgspec.structs.replace(before, off=off))
    return off != before.off


def install(loaded: Loaded, manifest: Manifest, places: Places) -> Path:
    """Copy an agent that was read without errors to the person's own; the folder. Replaces one of the same id.

    Raises:
        InvalidFileError: an asset that it names is not there.
        HiveError: it cannot be written.
    """
    source = loaded.path.parent
    target = places.user_agents / manifest.id
    if source.resolve() == target.resolve():
        raise UsageError(f"{target} is where it would go", hint="it is installed already")
    names = [FILE_NAME, *(asset.file for asset in manifest.assets)]
    missing = [name for name in names[1:] if not (source / name).is_file()]
    if missing:
        raise InvalidFileError(f"{source}: assets that the manifest names are missing: {', '.join(missing)}")
    try:
        places.user_agents.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=places.user_agents, prefix=".new-") as made:
            fresh = Path(made) / manifest.id
            fresh.mkdir()
            shutil.copyfile(loaded.path, fresh / FILE_NAME)
            for name in names[1:]:
                shutil.copyfile(source / name, fresh / name)
            if target.exists():
                target.rename(Path(made) / "old")
            fresh.rename(target)
    except OSError as error:
        raise HiveError(f"{target} cannot be written: {error.strerror or error}") from error
    before = read_switches(places)
    if manifest.id in before.declined:
        left = tuple(name for name in before.declined if name != manifest.id)
        _write_switches(places, msgspec.structs.replace(before, declined=left))
    return target


def remove(name: str, places: Places) -> Path:
    """Remove an agent that the person installed, and remember that; the folder that is gone.

    Raises:
        HiveError: NOT_FOUND, no such agent is installed; or it cannot be removed.
    """
    target = places.user_agents / name
    if "/" in name or name.startswith(".") or not (target / FILE_NAME).exists():
        hint = "only agents of your own can be removed; others: hive agents disable ID"
        raise HiveError(f"no agent '{name}' in {places.user_agents}", hint=hint, code="NOT_FOUND")
    _unlink(target)
    before = read_switches(places)
    _write_switches(places, msgspec.structs.replace(before, declined=tuple(sorted({*before.declined, name}))))
    return target


def _unlink(target: Path) -> None:
    unlink: Callable[[Path], object] = Path.unlink if target.is_symlink() else shutil.rmtree
    try:
        unlink(target)
    except OSError as error:
        raise HiveError(f"{target} cannot be removed: {error.strerror or error}") from error


def _write_switches(places: Places, switches: Switches) -> None:
    path = switches_file(places)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".new")
        temporary.write_bytes(msgspec.json.encode(switches) + b"\n")
        temporary.replace(path)
    except OSError as error:
        raise HiveError(f"{path} cannot be written: {error.strerror}") from error
