from __future__ import annotations

import logging

from hivemind.daemon.lifecycle import FactFormatter


def test_a_log_line_ends_with_its_facts() -> None:
    record = logging.LogRecord("a", logging.INFO, "f", 1, "tile started", None, None)
    record.tile, record.secret = "t1", "hidden"
    assert FactFormatter("%(levelname)s %(message)s").format(record) == "INFO tile started tile=t1"
