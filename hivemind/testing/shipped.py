"""The agent files that ship, by any name of their program: folders of recordings are called as the program is."""

from __future__ import annotations

import functools

from hivemind.base.places import shipped_agents
from hivemind.manifest.catalog import Catalog
from hivemind.manifest.manifest import Manifest


@functools.cache
def shipped_for(program: str) -> Manifest | None:
    """The manifest of the agent that goes by that name; None where no shipped file describes it."""
    return next((one for one in _shipped() if program in one.names), None)


@functools.cache
def _shipped() -> tuple[Manifest, ...]:
    return tuple(Catalog([shipped_agents()]).manifests())


def has_rules(program: str) -> bool:
    """Whether a shipped file says how its screens read; else recordings of it are for the terminal alone."""
    manifest = shipped_for(program)
    return manifest is not None and manifest.detect is not None
