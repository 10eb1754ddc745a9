from __future__ import annotations

import asyncio
import errno
import logging
import os
from pathlib import Path

import pytest

from hivemind.daemon.lifecycle import LOG_KEPT, LOG_LIMIT, REPEAT_SECONDS, FactFormatter, LoopTrouble, shorten_log
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


def test_a_log_that_has_grown_large_keeps_its_newest_lines(tmp_path: Path) -> None:
    path = tmp_path / "daemon.log"
    line = b"2026-11-30 12:00:00 INFO status changed\n"
    path.write_bytes(line * (LOG_LIMIT // len(line)) + b"last but one\nlast\n")
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        shorten_log(file, path)
        assert path.read_bytes().endswith(b"last but one\nlast\n"), "it is not long enough yet"
        os.write(file, line)
        shorten_log(file, path)
        os.write(file, b"next\n")
    finally:
        os.close(file)
    kept = path.read_bytes()
    assert LOG_KEPT - len(line) <= len(kept) <= LOG_KEPT + len(line)
    assert kept.startswith(line)
    assert kept.endswith(b"last\n" + line + b"next\n")


def test_a_log_that_was_moved_away_begins_anew_and_nobody_elses_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "daemon.log"
    path.write_bytes(b"x" * (LOG_LIMIT + 1))
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        path.rename(tmp_path / "moved")
        path.write_bytes(b"of somebody else")
        shorten_log(file, path)
        assert os.fstat(file).st_size == 0
    finally:
        os.close(file)
    assert path.read_bytes() == b"of somebody else"
