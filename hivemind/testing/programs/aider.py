"""aider 0.86.2. Its model has no tools: it says what is to be done, and aider asks for each of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program

MODEL = "openai/scripted"


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: ARG001, FBT001 - one shape for all
    """Write `~/.aider.conf.yml` of somebody who has used it before.

    In a folder that is not known yet it asks whether it may write into `.gitignore`.
    """
    settings = {
        "model": MODEL,
        "edit-format": "diff",
        "gitignore": not is_trusted,
        "check-update": False,
        "show-release-notes": False,
        "show-model-warnings": False,
        "analytics-disable": True,
    }
    (home / ".aider.conf.yml").write_text(json.dumps(settings))  # JSON is YAML
    return {"OPENAI_API_BASE": f"{url}/v1", "OPENAI_API_KEY": "none"}


def shell(command: str) -> Call:
    """A block of shell commands in the reply."""
    return Call("", f"Run this:\n\n```bash\n{command}\n```\n")


def edit(file: Path, old: str, new: str) -> Sequence[Call]:
    """A block to search for and what takes its place."""
    return (Call("", f"{file.name}\n```python\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n```\n"),)


PROGRAM = Program("aider", MODEL, "", settle, shell, argv=("aider",), edit=edit, has_tools=False)
