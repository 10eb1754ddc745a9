import pytest

from hivemind.protocol.screen import Modes, Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.keyboards import DEPTH, Keyboard

STEPS = {
    b"": 0,
    b"\x1b[>1u": 1,
    b"\x1b[>u": 0,
    b"\x1b[>5u\x1b[>3u": 3,
    b"\x1b[>5u\x1b[>3u\x1b[<u": 5,
    b"\x1b[>5u\x1b[>3u\x1b[<2u": 0,
    b"\x1b[>5u\x1b[<9u": 0,
    b"\x1b[<u": 0,
    b"\x1b[=5u": 5,
    b"\x1b[=5;1u\x1b[=2;2u": 7,
    b"\x1b[=5;1u\x1b[=1;3u": 4,
    b"\x1b[=5;1u\x1b[=1;4u": 5,
    b"\x1b[=5u\x1b[<u": 0,
    b"\x1b[>999u": 999 & 31,
    b"\x1b[>5u\x1bc": 0,
    b"\x1b[>5u\x1b[!p": 5,
    b"\x1b[>5u\x1b[?1049h": 0,
    b"\x1b[>5u\x1b[?1049h\x1b[>1u\x1b[?1049l": 5,
    b"\x1b[?1049h\x1b[>1u\x1b[?1049l\x1b[?1049h": 1,
    b"\x1b[?1049h\x1b[>1u\x1bc\x1b[?1049h": 0,
}


@pytest.mark.parametrize(("data", "flags"), STEPS.items())
def test_flags_are_pushed_popped_and_set_for_each_screen(data: bytes, flags: int) -> None:
    emulator = Emulator(Size(2, 10))
    emulator.feed(data + b"\x1b[?u")
    assert emulator.modes.keyboard == emulator.snapshot().modes.keyboard == flags
    assert emulator.take_replies() == b"\x1b[?%du" % flags


def test_the_stack_is_bounded_and_forgets_the_oldest() -> None:
    keyboard = Keyboard()
    for number in range(DEPTH + 5):
        keyboard.push(number % 31)
    for _ in range(DEPTH):
        keyboard.pop(1)
    assert keyboard.flags == 4
    keyboard.pop(1)
    assert keyboard.flags == 0


def test_a_program_that_was_running_keeps_its_keyboard() -> None:
    modes = Modes(alternate=True, keyboard=5, modify_other_keys=2)
    emulator = Emulator(Size(2, 10), modes=modes)
    assert emulator.modes == modes
    emulator.feed(b"\x1b[?1049l")
    assert emulator.modes.keyboard == 0


MODIFIED = {
    b"\x1b[>4;1m": 1,
    b"\x1b[>4;2m": 2,
    b"\x1b[>4;3m": 3,
    b"\x1b[>4;9m": 0,
    b"\x1b[>4;2m\x1b[>4m": 0,
    b"\x1b[>4;2m\x1b[>m": 0,
    b"\x1b[>4;2m\x1b[>4n": 0,
    b"\x1b[>4;2m\x1b[>1;1m": 2,
    b"\x1b[>4;2m\x1b[?1049h": 2,
    b"\x1b[>4;2m\x1bc": 0,
}


@pytest.mark.parametrize(("data", "level"), MODIFIED.items())
def test_the_level_of_modified_keys_is_kept_and_told(data: bytes, level: int) -> None:
    emulator = Emulator(Size(2, 10))
    emulator.feed(data + b"\x1b[?4m\x1b[?1m")
    assert emulator.modes.modify_other_keys == level
    assert emulator.take_replies() == b"\x1b[>4;%dm" % level
