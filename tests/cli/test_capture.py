from __future__ import annotations

import json
from pathlib import Path

import pytest

from hivemind.base.errors import UnavailableError, UsageError
from hivemind.base.places import Places
from hivemind.cli import agents
from tests.cli.conftest import Hive


def test_without_a_daemon_there_is_nothing_to_capture(own_places: Places) -> None:
    with pytest.raises(UnavailableError, match="no daemon runs"):
        agents.run(["capture", "try", "--label", "idle"], own_places, {})


def test_a_label_is_needed(own_places: Places) -> None:
    with pytest.raises(UsageError, match="--label is missing"):
        agents.run(["capture", "try"], own_places, {})


def test_a_tile_becomes_a_case_named_after_its_program(hive: Hive, tmp_path: Path) -> None:
    try:
        assert hive("ctl", "spawn", "--name", "try", "--", "cat").returncode == 0
        done = hive("agents", "capture", "try", "--label", "idle", "--json")
        assert json.loads(done.stdout) == {"file": "idle.screen", "program": "cat", "reads": "idle"}
        named = hive(
            "agents", "capture", "try", "--label", "blocked", "--says", "trust", "--agent", "toy", "--dir", "s"
        )
        assert named.stdout.startswith("s/trust.screen\n")
        assert (tmp_path / "s" / "trust.screen").read_text().startswith("program: toy\n")
        assert hive("agents", "capture", "nobody", "--label", "idle").returncode == 5
    finally:
        hive("daemon", "stop", "--yes")
