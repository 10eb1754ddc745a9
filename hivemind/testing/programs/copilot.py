"""GitHub Copilot CLI 1.0.102, with a provider of the person's own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program

MODEL = "gpt-4.1"
"""One that it knows the limits of."""


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: FBT001 - one shape for all
    """Write `~/.copilot/config.json` with the trusted folders; the provider is told by the environment."""
    settings = {"banner": "never", "trusted_folders": [str(project)] if is_trusted else []}
    folder = home / ".copilot"
    folder.mkdir(exist_ok=True)
    (folder / "config.json").write_text(json.dumps(settings))
    return {
        "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
        "COPILOT_PROVIDER_API_KEY": "none",
        "COPILOT_MODEL": MODEL,
        "COPILOT_OFFLINE": "true",
        "COPILOT_AUTO_UPDATE": "false",
    }


def shell(command: str) -> Call:
    """The tool `bash`."""
    return Call("bash", {"command": command, "description": "Do as asked", "mode": "sync", "initial_wait": 30})


def edit(file: Path, old: str, new: str) -> Sequence[Call]:
    """The tool `edit`."""
    return (Call("edit", {"path": str(file), "old_str": old, "new_str": new}),)


def question(text: str, options: Sequence[str]) -> Call:
    """The tool `ask_user`, which shows a form."""
    choice = {"type": "string", "title": "Choice", "description": "Pick one", "enum": list(options)}
    return Call(
        "ask_user", {"message": text, "requestedSchema": {"properties": {"choice": choice}, "required": ["choice"]}}
    )


PROGRAM = Program("copilot", "", "interactive", settle, shell, argv=("copilot",), edit=edit, question=question)
