from __future__ import annotations

from typing import Any

from hivemind.launch.vouch import reviewed

START = {"hooks": [{"type": "command", "command": "env A=1 true", "timeout": 10}]}
USED = {"matcher": "*", "hooks": [{"type": "command", "command": "echo hi"}]}
EVENTS: dict[str, list[dict[str, Any]]] = {"SessionStart": [START], "PostToolUse": [USED, START]}


def test_commands_are_named_by_place_and_hash_as_codex_names_them() -> None:
    """The two hashes are those that Codex 0.171.0 itself gave (`hooks/list` of its app server)."""
    found = {place: told["trusted_hash"] for place, told in reviewed(EVENTS).items()}
    assert list(found) == [
        "/<session-flags>/config.toml:session_start:0:0",
        "/<session-flags>/config.toml:post_tool_use:0:0",
        "/<session-flags>/config.toml:post_tool_use:1:0",
    ]
    start, used, again = found.values()
    assert start == "sha256:db916e115ee890a3d55a880070133f460dc94c343ed35a3c164b0006a80dc5ec"
    assert used == "sha256:cfd6bf1b41a87d1a1dfe80672e5bbf41095f77edbdde34ff799aff5aa6cb1e2e"
    assert again not in (start, used), "an event's hash holds for no other event"


def test_another_command_has_another_hash() -> None:
    other = {"hooks": [{**START["hooks"][0], "command": "env A=2 true"}]}
    place = "/<session-flags>/config.toml:stop:0:0"
    assert reviewed({"Stop": [START]})[place] != reviewed({"Stop": [other]})[place]
