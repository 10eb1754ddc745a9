"""What the built-in `event` script reports: ids and counts, never a text that the agent or the person wrote. Pure."""

from __future__ import annotations

import json

TYPE_CHECKING = False  # typing is slow to load, and hooks run often
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final, Literal

OUTCOMES: Final[Mapping[str, Literal["done", "failed", "interrupted", "limited"]]] = {
    "done": "done",
    "failed": "failed",
    "interrupted": "interrupted",
    "limited": "limited",
}
"""How a turn can end."""

ID_LIMIT = 256
"""Characters of an id of a session or a subagent; a longer one is left out."""


def report(env: Mapping[str, str], payload: str) -> dict[str, Any] | None:
    """The parameters of the `agent.event` notification; None when there is nothing to report.

    A payload that cannot be read still reports the event; which outcome or kind counts when none is said, the
    daemon decides.
    """
    tile, event = env.get("HIVEMIND_TILE", ""), env.get("HIVE_EVENT", "")
    if not tile or not event:
        return None
    found: dict[str, Any] = {"tileId": tile, "event": event}
    for key, name in (("outcome", "HIVE_EVENT_OUTCOME"), ("kind", "HIVE_EVENT_KIND")):
        if env.get(name):
            found[key] = env[name]
    return found | _facts(payload)


def session_report(env: Mapping[str, str], payload: str) -> dict[str, Any] | None:
    """The same for the built-in `tracker` script: no event, only which session the program is in."""
    tile, facts = env.get("HIVEMIND_TILE", ""), _facts(payload)
    return {"tileId": tile, "sessionId": facts["sessionId"]} if tile and "sessionId" in facts else None


def _is_id(text: str) -> bool:
    """Whether the daemon takes it; what it does not take would cost the event."""
    return 0 < len(text) <= ID_LIMIT and not any("\ud800" <= character <= "\udfff" for character in text)


def _facts(payload: str) -> dict[str, Any]:
    try:
        said = json.loads(payload)
    except (ValueError, RecursionError):  # the agent's own text: whatever it is, the event counts
        return {}
    if not isinstance(said, dict):
        return {}
    facts: dict[str, Any] = {}
    agent, session, tasks = said.get("agent_id"), said.get("session_id"), said.get("background_tasks")
    if isinstance(agent, str | int | float) and not isinstance(agent, bool) and _is_id(str(agent)):
        facts["agentId"] = str(agent)
    if isinstance(session, str) and _is_id(session):
        facts["sessionId"] = session
    running = (
        [task for task in tasks if isinstance(task, dict) and task.get("status") == "running"]
        if isinstance(tasks, list)
        else []
    )
    if running:
        facts["background"] = len(running)
    return facts
