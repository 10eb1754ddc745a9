from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

GOOD = """\
manifestVersion: 2
id: fake
label: Fake
bin: fake-agent
enabled: true
caps:
  promptDelivery: argv
  turnSignal: false
  resume: none
  supervise: human
  blockedDetection: false
"""
"""The least that makes a manifest that can be started."""

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write an agent file into a folder and give its path: what is required, then `more`; `at` is the folder."""

    def write_file(more: str = "", *, at: str = "fake", good: str = GOOD) -> Path:
        path = tmp_path / at / "agent.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(good + dedent(more), "utf-8")
        return path

    return write_file


@pytest.fixture
def good() -> str:
    return GOOD
