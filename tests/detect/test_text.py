from __future__ import annotations

from hivemind.detect.regions import Scope
from hivemind.detect.text import ScreenText
from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator


def test_rows_are_right_trimmed_and_folded() -> None:
    region = ScreenText(["  One  ", "TWO"]).region()
    assert (region.rows, region.folded, region.lines) == (
        ("  One", "TWO"),
        "  one\ntwo",
        (("One", "one"), ("TWO", "two")),
    )


def test_a_snapshot_gives_characters_not_cells() -> None:
    emulator = Emulator(Size(2, 10))
    emulator.feed("\x1b]0;✳ a title\x07漢字 ⚠\ufe0f\r\nx".encode())
    text = ScreenText.from_snapshot(emulator.snapshot())
    assert (text.rows, text.title, text.cursor, text.columns) == (
        ("漢字 ⚠\ufe0f", "x"),
        "✳ a title",
        (1, 1),
        10,
    )


def test_a_hidden_cursor_is_nowhere() -> None:
    emulator = Emulator(Size(2, 10))
    emulator.feed(b"\x1b[?25l")
    assert ScreenText.from_snapshot(emulator.snapshot()).cursor is None


def test_a_region_is_made_once() -> None:
    text = ScreenText(["a", "b"])
    assert text.region(Scope("tail", 1)) is text.region(Scope("tail", 1))


def test_a_blank_title_is_none() -> None:
    assert ScreenText([], title="   ").title == ""


def test_any_text_may_stand_in_a_row() -> None:
    assert ScreenText(["a\nB", "İ"]).region().lines == (("a\nB", "a\nb"), ("İ", "i̇"))
