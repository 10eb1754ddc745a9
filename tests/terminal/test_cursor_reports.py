"""What a program hears when it asks for its cursor."""

import codecs
from pathlib import Path

import pytest

from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator

TABLE = (Path(__file__).parent / "cursor_reports.txt").read_text(encoding="utf-8").splitlines()
CASES = [line.split(" | ") for line in TABLE if line and not line.startswith("#")]


@pytest.mark.parametrize(("data", "place"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_cursor_is_where_xterm_has_it(data: str, place: str) -> None:
    emulator = Emulator(Size(24, 80))
    written = codecs.escape_decode(data.encode())[0]
    assert isinstance(written, bytes)
    emulator.feed(written + b"\x1b[6n")
    assert emulator.take_replies().decode() == f"\x1b[{place}R"


def test_no_case_is_there_twice() -> None:
    assert len({case[1] for case in CASES}) == len(CASES) > 120
