"""Codex 0.171.0."""

from __future__ import annotations

import json
from collections.abc import Mapping
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


PROGRAM = Program(
    "codex",
    "gpt-6.2-sol",
    "on-request",
    settle,
    shell,
    argv=("codex", "-a", "on-request", "-m", "gpt-6.2-sol"),
)
