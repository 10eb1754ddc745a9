from __future__ import annotations

import asyncio
import errno
import logging

import pytest

from hivemind.daemon.lifecycle import REPEAT_SECONDS, FactFormatter, LoopTrouble
from hivemind.testing.clock import ManualClock


def test_a_log_line_ends_with_its_facts() -> None:
    record = logging.LogRecord("a", logging.INFO, "f", 1, "tile started", None, None)
    record.tile, record.secret = "t1", "hidden"
    assert FactFormatter("%(levelname)s %(message)s").format(record) == "INFO tile started tile=t1"


async def test_running_out_of_files_is_logged_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    """The event loop reports it for every connection it cannot accept, again and again."""
    clock = ManualClock()
    trouble = LoopTrouble(clock)
    loop = asyncio.get_running_loop()
    full = {"message": "out of system resource", "exception": OSError(errno.EMFILE, "too many")}
    for _ in range(100):
        trouble(loop, full)
    clock.turn(REPEAT_SECONDS)
    trouble(loop, full)
    trouble(loop, {"message": "a bug", "exception": ValueError("oh")})
    assert [record.getMessage() for record in caplog.records] == ["too many open files"] * 2 + ["a bug"]
