"""pi 0.73.1. It never asks before it acts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program

PROVIDER, MODEL = "scripted", "scripted-model"


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: ARG001, FBT001 - one shape for all; it knows no trust
    """Write `~/.pi/agent/models.json` with the scripted model as a provider."""
    model = {
        "id": MODEL,
        "name": "Scripted",
        "reasoning": True,
        "input": ["text"],
        "contextWindow": 200000,
        "maxTokens": 8000,
        "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
    }
    provider = {"baseUrl": f"{url}/v1", "api": "openai-completions", "apiKey": "none", "models": [model]}
    folder = home / ".pi" / "agent"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "models.json").write_text(json.dumps({"providers": {PROVIDER: provider}}))
    return {"PI_OFFLINE": "1", "PI_SKIP_VERSION_CHECK": "1"}


def shell(command: str) -> Call:
    """The tool `bash`."""
    return Call("bash", {"command": command})


PROGRAM = Program("pi", MODEL, "", settle, shell, argv=("pi", "--provider", PROVIDER, "--model", MODEL))
