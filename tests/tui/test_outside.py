"""Programs of the person's machine, started for real."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hivemind.tui.outside import Outside


def test_a_program_is_looked_for_where_the_environment_says(tmp_path: Path) -> None:
    program = tmp_path / "opener"
    program.write_text("")
    program.chmod(0o755)
    assert Outside({"PATH": str(tmp_path)}).has("opener")
    assert not Outside({"PATH": str(tmp_path)}).has("python")
    assert not Outside({}).has("python")


async def test_a_program_gets_the_text_as_it_is(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    argv = [sys.executable, "-c", f"import sys; open({str(kept)!r}, 'wb').write(sys.stdin.buffer.read())"]
    assert await Outside({}).give(argv, "a\x1b漢\n") is True
    assert kept.read_bytes() == "a\x1b漢\n".encode()


@pytest.mark.parametrize("argv", [["/no/such/program"], [sys.executable, "-c", "raise SystemExit(1)"]])
async def test_a_program_that_fails_is_told(argv: list[str]) -> None:
    assert await Outside({}).give(argv, "x" * 10) is False
    assert await Outside({}).start(argv) is False


async def test_a_program_that_ends_well_was_started() -> None:
    assert await Outside({}).start([sys.executable, "-c", ""]) is True
