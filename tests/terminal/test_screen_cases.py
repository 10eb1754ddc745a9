"""Bytes and the screen they must leave: pyte's known mistakes, and our own table of what xterm does."""

import ast
from pathlib import Path
from typing import Any

import pytest

from hivemind.protocol.screen import STYLE_BASE, Modes, Size, Snapshot, Style
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of

SIZE = Size(5, 20)
HERE = Path(__file__).parent


def read_cases(name: str) -> list[Any]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ", 2) for line in lines if line and not line.startswith("#")]
    return [pytest.param(ast.literal_eval(data), ast.literal_eval(want), id=title) for title, data, want in rows]


def text_above_blank_end(snapshot: Snapshot) -> list[str]:
    return "\n".join(text_of(snapshot)).rstrip("\n").split("\n") if any(text_of(snapshot)) else []


def styles_of(snapshot: Snapshot) -> dict[tuple[int, int], Style]:
    return {
        (y, x): snapshot.styles[ord(mark) - STYLE_BASE]
        for y, row in enumerate(snapshot.lines)
        for x, mark in enumerate(row.styles)
        if mark != chr(STYLE_BASE)
    }


@pytest.mark.parametrize(("data", "want"), read_cases("pyte_mistakes.txt") + read_cases("screen_cases.txt"))
def test_bytes_leave_the_screen_that_xterm_shows(data: bytes, want: dict[str, Any]) -> None:
    emulator = Emulator(SIZE)
    emulator.feed(data)
    snapshot = emulator.snapshot()
    assert text_above_blank_end(snapshot) == want["rows"]
    assert [snapshot.cursor.row, snapshot.cursor.column] == want["cursor"]
    assert emulator.take_replies() == want.get("replies", b"")
    assert snapshot.title == want.get("title", "")
    assert snapshot.modes == Modes(**want.get("modes", {}))
    styles = {(y, x): Style(*style) for y, first, end, style in want.get("styles", []) for x in range(first, end)}
    assert styles_of(snapshot) == styles


def test_the_table_of_mistakes_is_complete() -> None:
    assert len(read_cases("pyte_mistakes.txt")) == 122
