from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hivemind.base.places import Places
from hivemind.workbench.starter import write_starter

REPOSITORY = Path(__file__).parents[2]

Done = subprocess.CompletedProcess[str]
Hive = Callable[..., Done]


@pytest.fixture
def own_env(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": str(tmp_path)}


@pytest.fixture
def own_places(own_env: dict[str, str]) -> Places:
    return Places.from_env(own_env)


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """The folder of an agent that somebody has just begun."""
    return write_starter("my-bot", tmp_path / "work").parent


@pytest.fixture
def hive(own_env: dict[str, str], tmp_path: Path) -> Hive:
    """Run the real `hive` in a folder and home of its own."""

    def run(*argv: str, stdin: str = "") -> Done:
        argv = (str(Path(sys.executable).parent / "hive"), *argv)
        return subprocess.run(
            argv, env=own_env, cwd=tmp_path, input=stdin, capture_output=True, text=True, timeout=60, check=False
        )

    return run
