"""What a manifest amounts to, for somebody who is about to trust it: what it runs, what it does, what to look at."""

from __future__ import annotations

import shlex

import msgspec

from hivemind.base.problems import Report, Severity
from hivemind.manifest.disclosures import disclosures
from hivemind.manifest.manifest import Manifest


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


def about(manifest: Manifest, report: Report) -> About:
    """The manifest, with the report of its file."""
    command = shlex.join([manifest.bin, *manifest.spawn.args])
    warnings = tuple(problem.render() for problem in report if problem.severity is Severity.WARNING)
    worker = manifest.caps.turn_signal
    return About(manifest.id, manifest.label, manifest.bin, command, worker, disclosures(manifest), warnings)
