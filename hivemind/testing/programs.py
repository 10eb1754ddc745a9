"""Real agent programs as live tests start them: settings that send them to a scripted model, and nowhere else.

For Claude Code 2.1.332 and Codex 0.171.0, as `scripts/ci-agents` installs them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hivemind.testing.model_wire import Call

CLAUDE_KEY = "sk-ant-api03-scripted-key-of-the-live-tests-0000000000-AA"
"""No key of anybody's: it has the form that Claude Code accepts, and the scripted model reads none."""

CODEX_SETTINGS = """\
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

CODEX_TRUST = '\n[projects."{folder}"]\ntrust_level = "trusted"\n'


@dataclass(frozen=True, slots=True)
class Program:
    """One agent program."""

    agent: str
    """Id of its manifest."""
    model: str
    """A value of `--model` that it knows."""
    mode: str
    """The value of `--mode` in which it asks before it runs a command."""
    settle: Callable[[Path, Path, str, bool], Mapping[str, str]]
    """From home, project folder, the model's URL, and whether the folder is trusted: writes its settings, and returns
    the environment it needs."""
    shell: Callable[[str], Call]
    """The tool call of a model that wants to run a command line in a shell."""


def settle_claude(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: FBT001 - one shape for all
    """Write `~/.claude.json` of somebody who has used Claude Code before."""
    known = {str(project): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}}
    settings = {
        "hasCompletedOnboarding": True,
        "lastOnboardingVersion": "2.1.332",
        "theme": "dark",
        "numStartups": 5,
        "customApiKeyResponses": {"approved": [CLAUDE_KEY[-20:]], "rejected": []},
        "projects": known if is_trusted else {},
    }
    (home / ".claude.json").write_text(json.dumps(settings))
    return {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": CLAUDE_KEY,
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_TELEMETRY": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }


def settle_codex(home: Path, project: Path, url: str, is_trusted: bool) -> Mapping[str, str]:  # noqa: FBT001 - one shape for all
    """Write `~/.codex/config.toml` with the scripted model as the only provider."""
    settings = home / ".codex" / "config.toml"
    settings.parent.mkdir()
    trust = CODEX_TRUST.format(folder=project) if is_trusted else ""
    settings.write_text(CODEX_SETTINGS.format(url=url) + trust)
    return {"SCRIPTED_KEY": "none"}


def claude_shell(command: str) -> Call:
    """Claude Code's tool `Bash`."""
    return Call("Bash", {"command": command, "description": "Do as asked"})


def codex_shell(command: str) -> Call:
    """Codex' tool `exec` runs JavaScript that calls other tools; outside the sandbox it has to ask."""
    wanted = {"cmd": command, "sandbox_permissions": "require_escalated", "justification": "May I do as asked?"}
    return Call("exec", f"const r = await tools.exec_command({json.dumps(wanted)});\ntext(r);")


CLAUDE = Program("claude", "sonnet", "manual", settle_claude, claude_shell)
CODEX = Program("codex", "gpt-6.2-sol", "on-request", settle_codex, codex_shell)
