"""Where the agent programs are that these tests drive; no test outside this folder has them.

So `make test`, which leaves the folder out, needs none of them, and `make agents` runs it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.agents.stage import Stage, staged
from tests.live.conftest import REPOSITORY

INSTALLS = "scripts/ci-agents"


@pytest.fixture(scope="session")
def agents_bin() -> Path:
    """Where `scripts/ci-agents` put the agent programs; a person's own ones are never run."""
    cache = os.environ.get("HIVE_LIVE_CACHE") or REPOSITORY / ".cache" / "live"
    return Path(cache, "bin")


@pytest.fixture
def stage(request: pytest.FixtureRequest, checkout: str, agents_bin: Path) -> Iterator[Stage]:
    """The program that the test's mark `program` names, in a folder that it trusts or not, as the mark says."""
    mark: pytest.Mark = request.node.get_closest_marker("program")
    (program,) = mark.args
    with staged(program, checkout, agents_bin) as made:
        made.settle(**mark.kwargs)
        yield made


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Say at the very end which programs were not there; skips are easily overlooked."""
    yield
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    told = [found for text in skipped if (found := re.search(rf"(\S+) is not in \S+: run {INSTALLS}", text))]
    if told:
        names = sorted({found[1] for found in told})
        terminalreporter.section("agent programs that are not installed", sep="!", yellow=True)
        terminalreporter.line(f"{len(told)} tests did not run for want of: {', '.join(names)}")
        terminalreporter.line(f"{INSTALLS} installs what CI has, {INSTALLS} {' '.join(names)} just these")
