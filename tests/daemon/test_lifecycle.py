from __future__ import annotations

import logging
from pathlib import Path

from hivemind.daemon.lifecycle import FactFormatter, held


def test_a_lock_is_held_by_one_and_free_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with held(path) as first, held(path) as second:
        assert (first, second) == (True, False)
    with held(path) as again:
        assert again


def test_a_log_line_ends_with_its_facts() -> None:
    record = logging.LogRecord("a", logging.INFO, "f", 1, "tile started", None, None)
    record.tile, record.secret = "t1", "hidden"
    assert FactFormatter("%(levelname)s %(message)s").format(record) == "INFO tile started tile=t1"
