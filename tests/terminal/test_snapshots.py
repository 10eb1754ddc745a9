from hivemind.protocol.screen import Cursor, Size
from hivemind.terminal.emulator import Emulator


def fed(*data: bytes) -> Emulator:
    emulator = Emulator(Size(4, 10))
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
