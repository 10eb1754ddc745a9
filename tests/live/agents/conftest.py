"""Where the agent programs are that these tests drive; no test outside this folder has them.

So `make test`, which leaves the folder out, needs none of them, and `make agents` runs it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.live.conftest import REPOSITORY, missing

INSTALLS = "scripts/ci-agents"


@pytest.fixture(scope="session")
def agents_bin() -> Path:
    """Where `scripts/ci-agents` put the agent programs; a person's own ones are never run."""
    cache = os.environ.get("HIVE_LIVE_CACHE") or REPOSITORY / ".cache" / "live"
    folder = Path(cache, "bin")
    if not (folder / "node").exists():
        missing(f"node is not in {folder}: run {INSTALLS}")
    return folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end which programs were not there; a skip is easily overlooked."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    told = [found for text in skipped if (found := re.search(rf"(\S+) is not in \S+: run {INSTALLS}", text))]
    if told:
        names = sorted({found[1] for found in told})
        terminalreporter.section("agent programs that are not installed", sep="!", yellow=True)
        terminalreporter.line(f"{len(told)} tests did not run for want of: {', '.join(names)}")
        terminalreporter.line(f"{INSTALLS} installs what CI has, {INSTALLS} {' '.join(names)} just these")
