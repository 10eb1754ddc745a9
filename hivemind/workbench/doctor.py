"""Whether an agent could start and be read here: its program, its flags, where its hooks and sessions lie."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from hivemind.launch.discovery import Probe
from hivemind.launch.help import has_flag
from hivemind.manifest.manifest import Manifest
from hivemind.session.store import Search


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    name: str
    ok: bool | None
    """None: it could not be told, which is no fault."""
    found: str


class Diagnosis(msgspec.Struct, frozen=True):
    """One agent."""

    id: str
    bin: str
    checks: tuple[Check, ...]

    @property
    def is_well(self) -> bool:
        """Whether nothing is wrong."""
        return all(check.ok is not False for check in self.checks)


def diagnose(manifest: Manifest, probed: Probe, *, env: Mapping[str, str], own_folder: Path) -> Diagnosis:
    """Every check; `own_folder` is where private folders of agents lie. Starts nothing: the asking is `probed`'s."""
    checks = [_program(manifest, probed)]
    if probed.path:
        checks.append(Check("version", bool(probed.version) or None, probed.version or "it told none"))
        checks += _flags(manifest, probed.help_text)
    if manifest.hooks is not None or manifest.assets or manifest.home is not None:
        checks.append(_writable(own_folder))
    checks += _stores(manifest, env)
    return Diagnosis(manifest.id, manifest.bin, tuple(checks))


def flags_of(manifest: Manifest) -> list[str]:
    """Every flag that starting it could pass, once each, in the order of the file."""
    words: list[str] = list(manifest.spawn.args)
    for option in manifest.options:
        words += [option.flag, *(word for arguments in option.values.values() for word in arguments)]
    session = manifest.session
    if session is not None:
        words += session.bind.args if session.bind else ()
        words += session.resume.args if session.resume else ()
    words += manifest.launch.args if manifest.launch else ()
    flags = (word.partition("=")[0] for word in words)
    return [flag for flag in dict.fromkeys(flags) if flag.startswith("-") and flag.strip("-") and "{" not in flag]


def _program(manifest: Manifest, probed: Probe) -> Check:
    if not probed.path:
        how = manifest.install.hint
        return Check("program", ok=False, found=f"{manifest.bin} is not on PATH" + (f"; {how}" if how else ""))
    return Check(
        "program", ok=not probed.problem, found=probed.path + (f": {probed.problem}" if probed.problem else "")
    )


def _flags(manifest: Manifest, help_text: str) -> Iterable[Check]:
    flags = flags_of(manifest)
    if not flags:
        return
    if not help_text.strip():
        yield Check("flags", ok=None, found="--help printed nothing to compare with")
        return
    missing = [flag for flag in flags if not has_flag(help_text, flag)]
    have = len(flags) - len(missing)
    yield Check("flags", ok=not missing, found=f"{have} of {len(flags)} are in --help")
    for flag in missing:
        yield Check(f"flag {flag}", ok=False, found="not in --help")


def _writable(folder: Path) -> Check:
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    is_fine = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    return Check("hooks", ok=is_fine, found=f"{folder} can be written" if is_fine else f"{there} cannot be written")


def _stores(manifest: Manifest, env: Mapping[str, str]) -> Iterable[Check]:
    session = manifest.session
    if session is None or session.resume is None:
        return
    resume, search = session.resume, Search.of(session, env)
    for pattern in dict.fromkeys([resume.find.root if resume.find else "", resume.exists]):
        if not pattern:
            continue
        _, *parts = pattern.split("/")
        cut = next((index for index, part in enumerate(parts) if "{" in part or "*" in part), len(parts))
        folder = search.place("/".join(["{home}", *parts[:cut]]))
        is_there = folder.exists()
        yield Check("sessions", ok=True if is_there else None, found=f"{folder}" if is_there else f"no {folder} yet")
