from hivemind.protocol.screen import Row, Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.strings import STRING_LENGTH


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


def test_a_string_of_no_known_kind_is_swallowed() -> None:
    for kind in (b"P", b"_", b"^", b"X", b"k"):
        assert fed(b"\x1b" + kind + b"7501;state=idle\x1b\\ok").snapshot().lines[0] == Row("ok", "")
