"""Kilo CLI 7.7.7: opencode with another name, and settings and stores of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from hivemind.testing.programs import opencode
from hivemind.testing.programs.program import Program


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: ARG001, FBT001 - one shape for all; it knows no trust
    """Write `~/.config/kilo/kilo.json` with the scripted model as a provider, asking before it acts."""
    folder = home / ".config" / "kilo"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kilo.json").write_text(json.dumps(opencode.settings(url)))
    opencode.fetched(folder, "@kilocode/plugin")
    return {
        "XDG_CONFIG_HOME": str(home / ".config"),
        "KILO_DISABLE_AUTOUPDATE": "1",
        "KILO_DISABLE_MODELS_FETCH": "1",
        "KILO_MODELS_PATH": opencode.no_models(folder),
        "KILO_DISABLE_LSP_DOWNLOAD": "1",
        "KILO_TELEMETRY_LEVEL": "off",
    }


PROGRAM = Program(
    "kilocode",
    opencode.MODEL,
    "",
    settle,
    opencode.shell,
    argv=("kilo",),
    edit=opencode.edit,
    question=opencode.question,
)
