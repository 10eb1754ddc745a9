import pytest

from hivemind.protocol.screen import Cursor, Modes, Row, Size
from hivemind.terminal.palette import PALETTE
from hivemind.terminal.emulator import Bell, Emulator
from hivemind.terminal.grid import REPLIES
from hivemind.terminal.rows import row_text, text_of
from hivemind.terminal.strings import STRING_LENGTH, TITLE_LENGTH

SIZE = Size(4, 10)


def fed(*data: bytes, size: Size = SIZE, modes: Modes | None = None) -> Emulator:
    emulator = Emulator(size, modes=modes)
    for piece in data:
        emulator.feed(piece)
    return emulator


def test_nothing_new_is_the_same_snapshot() -> None:
    emulator = fed(b"ab")
    first = emulator.snapshot()
    emulator.feed(b"\x1b[1;1Hab\x1b[m")
    assert emulator.snapshot() is first
    assert emulator.revision == first.revision


def test_only_touched_lines_are_made_anew() -> None:
    emulator = fed(b"one\r\ntwo\r\nthree")
    first = emulator.snapshot()
    emulator.feed(b"\x1b[2;1HTWO")
    second = emulator.snapshot()
    assert second.revision == first.revision + 1
    assert [new is old for new, old in zip(second.lines, first.lines, strict=True)] == [True, False, True, True]
    assert second.changed == (first.revision, second.revision, first.revision, first.revision)


def test_scrolling_is_one_new_line_and_a_new_top() -> None:
    emulator = fed(b"1\r\n2\r\n3\r\n4")
    first = emulator.snapshot()
    emulator.feed(b"\r\n5")
    second = emulator.snapshot()
    assert (first.top, second.top) == (0, 1)
    assert second.lines[:3] == first.lines[1:]
    assert [revision > first.revision for revision in second.changed] == [False, False, False, True]


def test_a_cursor_that_moves_changes_no_line() -> None:
    emulator = fed(b"ab")
    first = emulator.snapshot()
    emulator.feed(b"\x1b[3;3H\x1b[?25l\x1b[5 q")
    second = emulator.snapshot()
    assert second.cursor == Cursor(2, 2, visible=False, shape=5)
    assert second.lines == first.lines
    assert second.changed == first.changed


def test_another_screen_is_other_lines() -> None:
    emulator = fed(b"1\r\n2\r\n3\r\n4\r\n5")
    main = emulator.snapshot()
    emulator.feed(b"\x1b[?1049h")
    alternate = emulator.snapshot()
    assert (main.top, alternate.top) == (1, 0)
    assert set(alternate.changed) == {alternate.revision}
    emulator.feed(b"\x1b[?1049l")
    assert emulator.snapshot().lines == main.lines
    assert emulator.snapshot().top == 1


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


def test_a_long_control_string_is_dropped_whole() -> None:
    for pieces in ([b"\x1b]0;" + b"x" * STRING_LENGTH + b"\x07ok"], [b"\x1b]0;", *[b"x" * 1000] * 70, b"\x07ok"]):
        emulator = fed(*pieces)
        assert emulator.snapshot().title == ""
        assert emulator.snapshot().lines[0] == Row("ok", "")


def test_an_endless_control_string_takes_no_memory() -> None:
    emulator = fed(b"\x1bP", *[b"x" * 100_000] * 20)
    assert sum(map(len, emulator._parser._parts)) <= STRING_LENGTH
    emulator.feed(b"\x1b\\ok")
    assert text_of(emulator.snapshot())[0] == "ok"


def test_an_endless_sequence_takes_no_memory_and_ends() -> None:
    emulator = fed(b"\x1b[", *[b"1;" * 500] * 20)
    assert len(emulator._parser._held) < 2000
    emulator.feed(b"mok")
    assert text_of(emulator.snapshot())[0] == "ok"
    assert fed(b"\x1b[" + b"1;" * 5000 + b"mok").snapshot().lines[0] == Row("ok", "")


def test_a_title_is_cut() -> None:
    assert len(fed(b"\x1b]0;" + b"x" * 5000 + b"\a").snapshot().title) == TITLE_LENGTH


def test_row_text_is_what_people_read() -> None:
    snapshot = fed("漢⚠️e\u0301x".encode()).snapshot()
    assert row_text(snapshot.lines[0], snapshot.clusters) == "漢⚠️éx"
    assert text_of(snapshot) == ["漢⚠️éx", "", "", ""]


@pytest.mark.parametrize("size", [Size(0, 0), Size(-1, 5)])
def test_a_screen_has_at_least_one_cell(size: Size) -> None:
    emulator = Emulator(size)
    assert emulator.size.rows >= 1
    assert emulator.size.columns >= 1


def test_the_palette_is_xterms() -> None:
    assert len(PALETTE) == 256
    assert (PALETTE[1], PALETTE[16], PALETTE[196], PALETTE[231], PALETTE[232], PALETTE[255]) == (
        0xCD0000,
        0x000000,
        0xFF0000,
        0xFFFFFF,
        0x080808,
        0xEEEEEE,
    )
