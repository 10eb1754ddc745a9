"""Gemini CLI 0.61.0."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: FBT001 - one shape for all
    """Write `~/.gemini/settings.json` of somebody who signs in by a key, and the list of folders that are trusted."""
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": True}},
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        "privacy": {"usageStatisticsEnabled": False},
    }
    folder = home / ".gemini"
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(json.dumps(settings))
    trusted = {str(project): "TRUST_FOLDER"} if is_trusted else {}
    (folder / "trustedFolders.json").write_text(json.dumps(trusted))
    return {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": url}


def shell(command: str) -> Call:
    """The tool `run_shell_command`."""
    return Call("run_shell_command", {"command": command, "description": "Do as asked"})


def edit(file: Path, old: str, new: str) -> Sequence[Call]:
    """The tool `replace`."""
    told = {"file_path": str(file), "instruction": "Do as asked", "old_string": old, "new_string": new}
    return (Call("replace", told),)


def question(text: str, options: Sequence[str]) -> Call:
    """The tool `ask_user`."""
    choices = [{"label": option, "description": f"Take {option}"} for option in options]
    return Call(
        "ask_user", {"questions": [{"question": text, "header": "Choice", "type": "choice", "options": choices}]}
    )


PROGRAM = Program(
    "gemini",
    "gemini-2.5-flash",
    "default",
    settle,
    shell,
    argv=("gemini",),
    edit=edit,
    question=question,
)
