import pytest

from hivemind.protocol.screen import Modes, Size
from hivemind.terminal.emulator import Bell, Emulator

SIZE = Size(4, 10)


def fed(*data: bytes, size: Size = SIZE, modes: Modes | None = None) -> Emulator:
    emulator = Emulator(size, modes=modes)
    for piece in data:
        emulator.feed(piece)
    return emulator


def test_a_program_that_was_running_keeps_its_modes() -> None:
    modes = Modes(
        alternate=True,
        application_cursor=True,
        bracketed_paste=True,
        focus_events=True,
        mouse=1002,
        mouse_encoding=1006,
    )
    emulator = fed(modes=modes)
    assert emulator.modes == emulator.snapshot().modes == modes


def test_synchronized_output_is_reported() -> None:
    emulator = fed(b"\x1b[?2026h")
    assert emulator.is_synchronized
    emulator.feed(b"\x1b[?2026l")
    assert not emulator.is_synchronized


def test_a_bell_rings_once_until_somebody_listens() -> None:
    emulator = fed(b"\a\a\a")
    assert emulator.take_events() == [Bell()]
    assert emulator.take_events() == []
    emulator.feed(b"\a")
    assert emulator.take_events() == [Bell()]


def test_the_bell_that_ends_a_title_does_not_ring() -> None:
    assert fed(b"\x1b]0;x\a").take_events() == []


def test_replies_are_taken_once_and_in_order() -> None:
    emulator = fed(b"\x1b[5n", b"ab\x1b[6n")
    assert emulator.take_replies() == b"\x1b[0n\x1b[1;3R"
    assert emulator.take_replies() == b""


@pytest.mark.parametrize("size", [Size(0, 0), Size(-1, 5)])
def test_a_screen_has_at_least_one_cell(size: Size) -> None:
    emulator = Emulator(size)
    assert emulator.size.rows >= 1
    assert emulator.size.columns >= 1
