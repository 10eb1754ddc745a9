import json
from typing import Any

import pytest

from hivemind.launch.hook_report import report

TILE = {"HIVEMIND_TILE": "hm:t", "HIVE_EVENT": "turn.ended"}
HEAD = {"tileId": "hm:t", "event": "turn.ended"}


@pytest.mark.parametrize("env", [{}, {"HIVEMIND_TILE": "hm:t"}, {"HIVE_EVENT": "turn.ended"}])
def test_without_tile_or_event_nothing_is_reported(env: dict[str, str]) -> None:
    assert report(env, "{}") is None


@pytest.mark.parametrize("payload", ["", "no json", "[1]", '"x"', "[" * 100_000])
def test_an_unreadable_payload_still_reports_the_event(payload: str) -> None:
    assert report(TILE, payload) == HEAD


CASES: list[tuple[Any, dict[str, Any]]] = [
    ({"agent_id": 7, "prompt": "secret"}, {"agentId": "7"}),
    ({"agent_id": True, "session_id": 7}, {}),
    ({"session_id": "s"}, {"sessionId": "s"}),
    ({"session_id": "s" * 256, "agent_id": "a" * 256}, {"sessionId": "s" * 256, "agentId": "a" * 256}),
    ({"session_id": "s" * 257, "agent_id": "a" * 257}, {}),
    ({"session_id": "\ud800", "agent_id": "a\udfff"}, {}),
    ({"session_id": "", "agent_id": ""}, {}),
    ({"background_tasks": [{"status": "running"}, {"status": "done"}, "x", {"status": "running"}]}, {"background": 2}),
    ({"background_tasks": [{"status": "done"}]}, {}),
]


@pytest.mark.parametrize(("payload", "facts"), CASES)
def test_only_ids_and_counts_are_taken(payload: object, facts: dict[str, Any]) -> None:
    assert report(TILE, json.dumps(payload)) == HEAD | facts


def test_outcome_and_kind_come_from_the_environment() -> None:
    env = TILE | {"HIVE_EVENT_OUTCOME": "failed", "HIVE_EVENT_KIND": "plan"}
    assert report(env, "{}") == HEAD | {"outcome": "failed", "kind": "plan"}
