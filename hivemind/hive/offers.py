"""What can be started: every agent with its options, and whether its program is here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from hivemind.launch.environment import find_program, search_path
from hivemind.launch.options import choices
from hivemind.launch.plan import how_to_get
from hivemind.manifest.catalog import COMMON, Catalog
from hivemind.protocol.agent import AgentInfo, OptionInfo


def offers(catalog: Catalog, env: Mapping[str, str], scripts: Path, cwd: str = "") -> list[AgentInfo]:
    """Every agent by id, also of the repository around `cwd`; programs are looked up as a tile would find them."""
    catalog.reload()
    path = search_path(env, scripts)
    found = []
    for manifest in catalog.manifests(cwd):
        if manifest.id == COMMON:
            continue
        is_here = find_program(manifest.bin, path) is not None
        is_on = manifest.enabled and not catalog.is_off(manifest.id)
        options = [
            OptionInfo(option.id, option.label, choices(option), option.default or None) for option in manifest.options
        ]
        found.append(
            AgentInfo(
                manifest.id,
                manifest.label,
                enabled=is_on,
                found=is_here,
                note=manifest.note,
                install=how_to_get(msgspec.structs.replace(manifest, note="")),
                options=options,
            )
        )
    return found
