from hivemind.protocol.program import Progress, ProgressState
from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.events import Bell
from hivemind.terminal.grid import Grid
from hivemind.terminal.palette import Theme
from hivemind.terminal.talk import REPLIES, Talk


def test_answers_are_bounded_and_taken_once() -> None:
    talk = Talk()
    for _ in range(REPLIES):
        talk.answer("ab")
    assert len(talk.take_replies()) == REPLIES
    assert talk.take_replies() == b""


def test_a_full_reset_leaves_bells_and_what_was_not_taken_yet() -> None:
    talk = Talk()
    talk.ring()
    talk.answer("x")
    talk.modify_keys(2)
    talk.progress = Progress(ProgressState.UNKNOWN)
    talk.reset()
    assert (talk.bells, talk.events.take(), talk.take_replies()) == (1, [Bell()], b"x")
    assert talk.modify_other_keys == 0
    assert talk.program_status.records == ()


def test_an_unknown_level_of_modified_keys_changes_nothing() -> None:
    talk = Talk()
    talk.modify_keys(1)
    talk.modify_keys(4)
    assert talk.modify_other_keys == 1


def test_a_grid_has_few_enough_attributes_to_be_fast() -> None:
    """Past 30, CPython 3.11 keeps an instance's attributes in a table of its own, and the parser loses 5 %."""
    assert len(vars(Grid(80, 24))) <= 30


def test_a_program_that_asked_is_told_when_the_colours_change() -> None:
    light = Theme(background=0xFFFFFF)
    for mode, told in ((b"\x1b[?2031h", b"\x1b[?997;2n"), (b"", b"")):
        emulator = Emulator(Size(2, 10))
        emulator.feed(mode)
        emulator.theme = light
        assert emulator.theme is light
        assert emulator.take_replies() == told
        emulator.theme = Theme(background=0xEEEEEE)
        assert emulator.take_replies() == b""


def test_a_program_is_told_the_colours_of_the_theme() -> None:
    theme = Theme(foreground=0x010203, background=0xF0F1F2, cursor=0x00FF00, palette=(0xABCDEF,) * 256)
    emulator = Emulator(Size(2, 10), theme=theme)
    emulator.feed(b"\x1b]10;?;?;?\a\x1b]4;255;?\a\x1b[?996n")
    assert emulator.take_replies() == (
        b"\x1b]10;rgb:0101/0202/0303\a\x1b]11;rgb:f0f0/f1f1/f2f2\a\x1b]12;rgb:0000/ffff/0000\a"
        b"\x1b]4;255;rgb:abab/cdcd/efef\a\x1b[?997;2n"
    )
