from hivemind.protocol.screen import Row, Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.strings import STRING_LENGTH, TITLE_LENGTH, clean_title


def fed(*data: bytes) -> Emulator:
    emulator = Emulator(Size(4, 10))
    for piece in data:
        emulator.feed(piece)
    return emulator


def test_a_long_control_string_is_dropped_whole() -> None:
    for pieces in ([b"\x1b]0;" + b"x" * STRING_LENGTH + b"\x07ok"], [b"\x1b]0;", *[b"x" * 1000] * 70, b"\x07ok"]):
        emulator = fed(*pieces)
        assert emulator.snapshot().title == ""
        assert emulator.snapshot().lines[0] == Row("ok", "")


def test_a_title_is_cut() -> None:
    assert len(fed(b"\x1b]0;" + b"x" * 5000 + b"\a").snapshot().title) == TITLE_LENGTH


def test_a_title_has_no_control_characters() -> None:
    assert clean_title("a\x1b[31m\x07\x9bb\x7f✳") == "a[31mb✳"
