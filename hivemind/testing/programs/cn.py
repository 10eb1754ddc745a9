"""Continue CLI 1.5.47. It knows no trust dialog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program

SETTINGS = """\
name: Scripted
version: 1.0.0
schema: v1
models:
  - name: Scripted
    provider: openai
    model: scripted
    apiBase: {url}/v1
    apiKey: none
    roles: [chat]
"""


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: ARG001, FBT001 - one shape for all; it knows no trust
    """Write `~/.continue/config.yaml` with the scripted model, and the mark of a first start that is over."""
    folder = home / ".continue"
    folder.mkdir(exist_ok=True)
    (folder / "config.yaml").write_text(SETTINGS.format(url=url))
    (folder / ".onboarding_complete").write_text("")
    return {"CONTINUE_TELEMETRY_ENABLED": "0"}


def shell(command: str) -> Call:
    """The tool `Bash`."""
    return Call("Bash", {"command": command})


def edit(file: Path, old: str, new: str) -> Sequence[Call]:
    """It edits only what it has read."""
    return (
        Call("Read", {"filepath": str(file)}),
        Call("Edit", {"file_path": str(file), "old_string": old, "new_string": new}),
    )


def question(text: str, options: Sequence[str]) -> Call:
    """The tool `AskQuestion`."""
    return Call("AskQuestion", {"question": text, "options": list(options)})


PROGRAM = Program(
    "continue",
    "",
    "",
    settle,
    shell,
    argv=("cn",),
    edit=edit,
    question=question,
)
