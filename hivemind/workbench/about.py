"""What a manifest amounts to, for somebody who is about to trust it: what it runs, what it does, what to look at."""

from __future__ import annotations

import shlex
from pathlib import Path

import msgspec

from hivemind.base.problems import Report, Severity
from hivemind.manifest.manifest import Manifest

RUNNERS = frozenset(
    (
        *(
            "sh",
            "bash",
            "dash",
            "zsh",
            "fish",
            "ksh",
            "csh",
            "tcsh",
            "busybox",
            "cmd",
            "powershell",
            "pwsh",
            "osascript",
        ),
        *("node", "npm", "npx", "bun", "bunx", "deno", "yarn", "pnpm", "python", "python2", "python3", "pip", "pip3"),
        *("uv", "uvx", "pipx", "ruby", "gem", "perl", "php", "java", "dotnet", "go", "cargo", "rustc", "lua", "luajit"),
        *("rscript", "make", "env", "sudo", "doas", "ssh", "docker", "podman"),
    )
)
"""Programs that run whatever they are given: a manifest for one of them can do anything its arguments say."""

HOOK_REVIEW_FLAGS = ("--dangerously-bypass-hook", "--skip-hook-review", "--trust-hooks")
"""Beginnings of launch arguments that waive a program's own look at its hooks."""


class About(msgspec.Struct, frozen=True):
    """A manifest in a few lines."""

    id: str
    label: str
    bin: str
    command: str
    """What a spawn runs without any option, as one would type it."""
    worker: bool
    """Whether the end of its turns is reported, so that another agent can give it work."""
    does: tuple[str, ...]
    """What it does beyond starting a program and reading its screen; one line each."""
    warnings: tuple[str, ...]
    """What a person should look at before it is used."""


def about(manifest: Manifest, report: Report, folder: Path) -> About:
    """The manifest that was read from `folder`, with the report of that."""
    does = tuple(_disclosures(manifest))
    command = shlex.join([manifest.bin, *manifest.spawn.args])
    warnings = [problem.render() for problem in report if problem.severity is Severity.WARNING]
    missing = [asset.file for asset in manifest.assets if not (folder / asset.file).is_file()]
    warnings += [f"the asset {name} is named, but is not in {folder}" for name in missing]
    if manifest.bin.lower().removesuffix(".exe") in RUNNERS:
        warnings.append(f"'{manifest.bin}' runs whatever it is given; look at its arguments")
    return About(manifest.id, manifest.label, manifest.bin, command, manifest.caps.turn_signal, does, tuple(warnings))


def _disclosures(manifest: Manifest) -> list[str]:
    lines = [
        f"runs '{shlex.join([manifest.bin, *option.listing.args])}' to list the values of {option.id}"
        for option in manifest.options
        if option.listing is not None
    ]
    if manifest.home is not None:
        lines.append(f"mirrors {manifest.home.mirror} by links in a folder of its own")
    resume = manifest.session.resume if manifest.session else None
    if resume is not None and resume.find is not None:
        lines.append(f"reads {resume.find.root} to find the last session of a folder")
    launch = manifest.launch
    if launch is not None and launch.hcp and (manifest.hooks is not None or manifest.assets):
        lines.append("reports through hooks of its own, which can also read other tiles and type into them")
    words = (*manifest.spawn.args, *(launch.args if launch else ()))
    lines += [f"passes {word}: the program's own review of hooks is off" for word in words if _waives(word)]
    return lines


def _waives(word: str) -> bool:
    return word.startswith(HOOK_REVIEW_FLAGS) or ("hook" in word and ("bypass" in word or "trust" in word))
