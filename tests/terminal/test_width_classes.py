import subprocess
import sys

import pytest
from wcwidth import wcwidth

from hivemind.terminal import width_classes
from hivemind.terminal.width import is_joined
from hivemind.terminal.width_classes import CONDITIONAL, is_narrow_run, split_runs


def test_every_single_character_has_wcwidths_width() -> None:
    wrong = []
    for code in [*range(0xA0, 0xD800), *range(0xE000, 0x20000), *range(0xE0000, 0xE0200)]:
        character = chr(code)
        narrow, wide, _ = split_runs(character)[0]
        if (narrow and wcwidth(character) != 1) or (wide and wcwidth(character) != 2):
            wrong.append(hex(code))
        if is_narrow_run(character) and wcwidth(character) != 1:
            wrong.append(hex(code))
    assert wrong == []


def test_runs_hold_only_what_stands_alone() -> None:
    runs = split_runs("ab✻漢字⚠\ufe0f 👩\u200d💻x")
    assert split_runs("⏺⏺ x💻💻字") == [
        ("", "", "⏺"),
        ("", "", "⏺"),
        (" x", "", ""),
        ("", "", "💻"),
        ("", "", "💻"),
        ("", "字", ""),
    ]
    assert runs == [
        ("ab✻", "", ""),
        ("", "漢字", ""),
        ("", "", "⚠"),
        ("", "", "\ufe0f"),
        (" ", "", ""),
        ("", "", "👩"),
        ("", "", "\u200d"),
        ("", "", "💻"),
        ("x", "", ""),
    ]


def test_no_control_character_is_in_a_run() -> None:
    assert not any(is_narrow_run(chr(code)) for code in (*range(0x20), *range(0x7F, 0xA0)))


def test_what_may_join_late_is_known() -> None:
    assert is_joined("👩\u200d", "💻")
    assert not is_joined("👩", "💻")
    assert {"💻", "⏺", "ष"} <= CONDITIONAL
    assert CONDITIONAL.isdisjoint("a✻漢│")


def test_no_conditional_character_joins_what_may_stand_before_it_in_a_run() -> None:
    for character in sorted(CONDITIONAL):
        assert not any(is_joined(before, character) for before in ("a", "✻", "漢", "क", "👩", character))


def test_no_character_joins_plain_ascii_unless_it_is_judged_by_itself() -> None:
    for before in map(chr, range(0x20, 0x7F)):
        assert not any(is_joined(before, character) for character in "💻⏺▪ष©")


def test_there_is_nothing_else_to_be_built() -> None:
    with pytest.raises(AttributeError):
        width_classes.nothing  # noqa: B018


def test_plain_text_needs_no_classes() -> None:
    """They take longer to build than the rest of a terminal takes to load."""
    script = """
import sys
from hivemind.protocol.screen import Size
from hivemind.terminal import width_classes
from hivemind.terminal.emulator import Emulator
emulator = Emulator(Size(5, 20))
emulator.feed(b"plain text that wraps\\r\\n\\x1b[31mand more\\x1b[4b" * 3)
assert "split_runs" not in vars(width_classes), "built too early"
emulator.feed("✳".encode())
assert "split_runs" in vars(width_classes), "not built"
"""
    subprocess.run([sys.executable, "-c", script], check=True)
