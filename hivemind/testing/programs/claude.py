"""Claude Code 2.1.332."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program

KEY = "sk-ant-api03-scripted-key-of-the-live-tests-0000000000-AA"
"""No key of anybody's: it has the form that Claude Code accepts, and the scripted model reads none."""


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: FBT001 - one shape for all
    """Write `~/.claude.json` of somebody who has used Claude Code before."""
    known = {str(project): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}}
    settings = {
        "hasCompletedOnboarding": True,
        "lastOnboardingVersion": "2.1.332",
        "theme": "dark",
        "numStartups": 5,
        "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
        "projects": known if is_trusted else {},
    }
    (home / ".claude.json").write_text(json.dumps(settings))
    return {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": KEY,
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_TELEMETRY": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }


def shell(command: str) -> Call:
    """The tool `Bash`."""
    return Call("Bash", {"command": command, "description": "Do as asked"})


def edit(file: Path, old: str, new: str) -> Sequence[Call]:
    """It edits only what it has read."""
    return (
        Call("Read", {"file_path": str(file)}),
        Call("Edit", {"file_path": str(file), "old_string": old, "new_string": new}),
    )


def question(text: str, options: Sequence[str]) -> Call:
    """The tool `AskUserQuestion`."""
    choices = [{"label": option, "description": f"Take {option}"} for option in options]
    asked = {"question": text, "header": "Choice", "multiSelect": False, "options": choices}
    return Call("AskUserQuestion", {"questions": [asked]})


PROGRAM = Program(
    "claude",
    "sonnet",
    "manual",
    settle,
    shell,
    argv=("claude", "--permission-mode", "manual", "--model", "sonnet"),
    edit=edit,
    question=question,
)
