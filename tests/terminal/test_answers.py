"""What each query is answered stands in the tables of `test_screen_cases`; here is what holds for all of them."""

from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.talk import REPLIES


def fed(*data: bytes) -> Emulator:
    emulator = Emulator(Size(4, 10))
    for piece in data:
        emulator.feed(piece)
    return emulator


def test_replies_that_nobody_takes_are_bounded() -> None:
    emulator = fed(b"\x1b[c" * 50_000)
    assert REPLIES <= len(emulator.take_replies()) < REPLIES + 20
    emulator.feed(b"\x1b[5n")
    assert emulator.take_replies() == b"\x1b[0n"


def test_no_text_of_a_program_comes_back_as_a_reply() -> None:
    """The answers to every query we know hold numbers, never what was asked with."""
    emulator = fed(
        b"\x1b]0;evil\a\x1b[20t\x1b[21t\x1b]10;evil\a\x1b]4;7;evil\a\x1b]4;evil;?\a\x1bP$qevil\x1b\\\x1bP+qevil\x1b\\\x1b]52;c;?\a"
    )
    assert b"evil" not in emulator.take_replies()
