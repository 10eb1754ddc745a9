"""Mistral Vibe 3.0.2, with a provider of the person's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program

SETTINGS = """\
active_model = "scripted"
enable_update_checks = false
enable_auto_update = false
enable_telemetry = false

[[providers]]
name = "loopback"
api_base = "{url}/v1"
api_key_env_var = "SCRIPTED_KEY"
api_style = "openai"
backend = "generic"

[[models]]
name = "scripted"
provider = "loopback"
alias = "scripted"
"""

OWN_FILES = {"AGENTS.md": "# Rules\n\nBe kind.\n"}
"""It asks for trust only in a folder that holds something for it."""


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: FBT001 - one shape for all
    """Write `~/.vibe/config.toml`, and the trusted folders; one that is not trusted gets something to trust."""
    folder = home / ".vibe"
    folder.mkdir(exist_ok=True)
    (folder / "config.toml").write_text(SETTINGS.format(url=url))
    trusted = f'"{project}"' if is_trusted else ""
    (folder / "trusted_folders.toml").write_text(f"trusted = [{trusted}]\nuntrusted = []\n")
    for name, text in () if is_trusted else OWN_FILES.items():
        (project / name).write_text(text)
    return {"SCRIPTED_KEY": "none", "MISTRAL_API_KEY": "none"}


def shell(command: str) -> Call:
    """The tool `bash`."""
    return Call("bash", {"command": command})


def edit(file: Path, old: str, new: str) -> Sequence[Call]:
    """It edits only what it has read."""
    return (
        Call("read_file", {"path": str(file)}),
        Call("edit", {"file_path": str(file), "old_string": old, "new_string": new}),
    )


def question(text: str, options: Sequence[str]) -> Call:
    """The tool `ask_user_question`."""
    choices = [{"label": option, "description": f"Take {option}"} for option in options]
    return Call("ask_user_question", {"questions": [{"question": text, "header": "Choice", "options": choices}]})


PROGRAM = Program(
    "mistral-vibe", "", "ask", settle, shell, argv=("vibe", "--agent", "ask"), edit=edit, question=question
)
