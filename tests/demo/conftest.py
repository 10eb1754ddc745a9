"""The demo agent, started for a test."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import hivemind
from hivemind.protocol.screen import Size
from hivemind.testing.played import Played

PACKAGE_FOLDER = str(Path(hivemind.__file__).parent.parent)
USUAL = Size(24, 80)
SPEED = "20"
"""Waiting for a screen is bounded by deadlines, so the speed changes how long tests take and nothing else."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def start(tmp_path: Path, project: Path, request: pytest.FixtureRequest) -> Callable[..., Played]:
    """Start the demo agent with arguments; it ends with the test."""

    def begin(*argv: str, size: Size = USUAL, speed: str = SPEED, **env: str) -> Played:
        environment = {
            "HOME": str(tmp_path),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": PACKAGE_FOLDER,
            "TERM": "xterm-256color",
            "HIVE_DEMO_SPEED": speed,
            **env,
        }
        played = Played((sys.executable, "-m", "hivemind.demo.main", *argv), cwd=project, env=environment, size=size)
        request.addfinalizer(lambda: played.__exit__(None, None, None))
        return played

    return begin
