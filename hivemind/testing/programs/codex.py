"""Codex 0.171.0."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from hivemind.testing.model_wire import Call
from hivemind.testing.programs.program import Program

SETTINGS = """\
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "Scripted"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0

[features]
daemon_auto_start = false  # a server of its own would outlive the tile

[analytics]
enabled = false
"""

TRUST = '\n[projects."{folder}"]\ntrust_level = "trusted"\n'


def settle(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: FBT001 - one shape for all
    """Write `~/.codex/config.toml` with the scripted model as the only provider."""
    settings = home / ".codex" / "config.toml"
    settings.parent.mkdir()
    trust = TRUST.format(folder=project) if is_trusted else ""
    settings.write_text(SETTINGS.format(url=url) + trust)
    return {"SCRIPTED_KEY": "none"}


def shell(command: str) -> Call:
    """The tool `exec` runs JavaScript that calls other tools; outside the sandbox it has to ask."""
    wanted = {"cmd": command, "sandbox_permissions": "require_escalated", "justification": "May I do as asked?"}
    return Call("exec", f"const r = await tools.exec_command({json.dumps(wanted)});\ntext(r);")


def edit(file: Path, old: str, new: str) -> Sequence[Call]:
    """A patch; in a read-only sandbox it has to ask."""
    rows = ("*** Begin Patch", f"*** Update File: {file}", "@@", f"-    {old}", f"+    {new}", "*** End Patch")
    return (Call("exec", f"const r = await tools.apply_patch({json.dumps(chr(10).join(rows))});\ntext(r);"),)


def question(text: str, options: Sequence[str]) -> Call:
    """The tool `request_user_input`, which is there outside plan mode only when it is enabled."""
    choices = [{"label": option, "description": f"Take {option}"} for option in options]
    asked = {"id": "choice", "header": "Choice", "question": text, "options": choices}
    return Call("request_user_input", {"questions": [asked]})


PROGRAM = Program(
    "codex",
    "gpt-6.2-sol",
    "on-request",
    settle,
    shell,
    argv=(
        *("codex", "-a", "on-request", "-s", "read-only", "-m", "gpt-6.2-sol"),
        *("--enable", "default_mode_request_user_input"),
    ),
    edit=edit,
    question=question,
)
