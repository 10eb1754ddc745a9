"""opencode 1.18.33."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program

MODEL = "scripted/model"


def settings(url: str) -> dict[str, Any]:
    """The scripted model as a provider; it asks before it acts."""
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "Scripted",
        "options": {"baseURL": f"{url}/v1", "apiKey": "none"},
        "models": {"model": {"name": "Scripted", "tool_call": True, "limit": {"context": 200000, "output": 8000}}},
    }
    return {
        "autoupdate": False,
        "share": "disabled",
        "snapshot": False,
        "model": MODEL,
        "small_model": MODEL,
        "provider": {"scripted": provider},
        "permission": {"bash": "ask", "edit": "ask", "webfetch": "ask"},
    }


PLUGIN = "@opencode-ai/plugin"
"""What it fetches from the network into the folder of its settings, and waits for where a plugin is set."""


def no_models(folder: Path) -> str:
    """A list of known models with none in it. To read its own, of thousands, takes half the time of its start."""
    file = folder / "models.json"
    file.write_text("{}")
    return str(file)


def fetched(folder: Path, package: str) -> None:
    """As if the package had been fetched: that takes it ten seconds and more, and nothing here needs it."""
    (folder / "node_modules").mkdir()
    (folder / "package-lock.json").write_text(json.dumps({"packages": {"": {"dependencies": {package: "*"}}}}))


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: ARG001, FBT001 - one shape for all; it knows no trust
    """Write `~/.config/opencode/opencode.json`."""
    folder = home / ".config" / "opencode"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "opencode.json").write_text(json.dumps(settings(url)))
    fetched(folder, PLUGIN)
    return {
        "XDG_CONFIG_HOME": str(home / ".config"),
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_MODELS_PATH": no_models(folder),
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    }


def shell(command: str) -> Call:
    """The tool `bash`."""
    return Call("bash", {"command": command, "description": "Do as asked"})


def edit(file: Path, old: str, new: str) -> Sequence[Call]:
    """It edits only what it has read."""
    return (
        Call("read", {"filePath": str(file)}),
        Call("edit", {"filePath": str(file), "oldString": old, "newString": new}),
    )


def question(text: str, options: Sequence[str]) -> Call:
    """The tool `question`."""
    choices = [{"label": option, "description": f"Take {option}"} for option in options]
    return Call("question", {"questions": [{"question": text, "header": "Choice", "options": choices}]})


PROGRAM = Program("opencode", MODEL, "", settle, shell, argv=("opencode",), edit=edit, question=question)
