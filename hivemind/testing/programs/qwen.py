"""Qwen Code 0.24.4."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program

MODEL = "scripted"
"""Any name will do: it asks its provider for that model."""


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: FBT001 - one shape for all
    """Write `~/.qwen/settings.json` with the scripted model as the provider, and the trusted folders."""
    settings = {
        "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": True}},
        "general": {"enableAutoUpdate": False},
        "privacy": {"usageStatisticsEnabled": False},
        # requests of its own that offer tools, and would take turns of the script
        "ui": {"enableFollowupSuggestions": False},
        "memory": {"enableManagedAutoMemory": False, "enableManagedAutoDream": False},
    }
    folder = home / ".qwen"
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(json.dumps(settings))
    trusted = {str(project): "TRUST_FOLDER"} if is_trusted else {}
    (folder / "trustedFolders.json").write_text(json.dumps(trusted))
    return {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": MODEL}


def shell(command: str) -> Call:
    """The tool `run_shell_command`."""
    return Call("run_shell_command", {"command": command, "description": "Do as asked", "is_background": False})


def edit(file: Path, old: str, new: str) -> Sequence[Call]:
    """It edits only what it has read."""
    return (
        Call("read_file", {"file_path": str(file)}),
        Call("edit", {"file_path": str(file), "old_string": old, "new_string": new}),
    )


def question(text: str, options: Sequence[str]) -> Call:
    """The tool `ask_user_question`."""
    choices = [{"label": option, "description": f"Take {option}"} for option in options]
    asked = {"question": text, "header": "Choice", "multiSelect": False, "options": choices}
    return Call("ask_user_question", {"questions": [asked]})


PROGRAM = Program(
    "qwen-code",
    MODEL,
    "default",
    settle,
    shell,
    argv=("qwen", "--approval-mode", "default"),
    edit=edit,
    question=question,
)
