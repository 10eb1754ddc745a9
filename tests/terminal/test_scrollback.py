import tracemalloc

from hivemind.protocol.screen import Row, Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.scrollback import SCROLLBACK_LINES, Scrollback


def texts(rows: list[tuple[int, Row]]) -> list[tuple[int, str]]:
    return [(number, row.text) for number, row in rows]


def test_lines_keep_their_numbers_when_old_ones_go() -> None:
    past = Scrollback(3)
    past.extend(["a", "b", "c", "d "], ["", "", "", ""])
    assert texts(past.rows(0, 10)) == [(1, "b"), (2, "c"), (3, "d")]
    assert texts(past.rows(2, 3)) == [(2, "c")]
    assert past.rows(3, 2) == []
    assert past.end == 4


def test_lines_taken_back_are_gone() -> None:
    past = Scrollback(3)
    past.extend(["a", "b"], ["", "x"])
    assert past.take_back(1) == (["b"], ["x"])
    assert past.take_back(5) == (["a"], [""])
    assert (past.end, len(past)) == (0, 0)


def test_an_emulator_keeps_as_many_lines_as_it_was_told() -> None:
    emulator = Emulator(Size(2, 10), scrollback=2)
    emulator.feed(b"a\r\nb\r\nc\r\nd\r\ne")
    assert texts(emulator.scrollback.rows(0, 9)) == [(1, "b"), (2, "c")]


def test_a_screen_scrolls_into_it() -> None:
    emulator = Emulator(Size(2, 10))
    emulator.feed(b"1\r\n2\r\n3\r\n\x1b[31m4\x1b[S")
    assert texts(emulator.scrollback.rows(0, 9)) == [(0, "1"), (1, "2"), (2, "3")]
    assert emulator.snapshot().top == 3


def test_a_region_from_the_first_line_scrolls_into_it_and_another_does_not() -> None:
    emulator = Emulator(Size(3, 10))
    emulator.feed(b"1\r\n2\r\n3\x1b[1;2r\x1b[2;1H\n\x1b[2;3r\x1b[3;1H\n")
    assert texts(emulator.scrollback.rows(0, 9)) == [(0, "1")]


def test_the_alternate_screen_leaves_nothing() -> None:
    emulator = Emulator(Size(2, 10))
    emulator.feed(b"\x1b[?1049h1\r\n2\r\n3\r\n4")
    assert len(emulator.scrollback) == 0
    assert emulator.snapshot().top == 2


def test_people_keep_what_a_program_clears() -> None:
    emulator = Emulator(Size(3, 10))
    emulator.feed(b"1\r\n2\r\n3\r\n4\x1b[2J\x1b[3J\x1b[Hnew\x1b[H\x1b[Jagain\x1bc")
    assert texts(emulator.scrollback.rows(0, 9)) == [*enumerate(["1", "2", "3", "4", "new", "again"])]


def test_a_program_on_the_alternate_screen_leaves_nothing_behind() -> None:
    emulator = Emulator(Size(3, 10))
    emulator.feed(b"main\x1b[?1049h\x1b[Hone\x1b[2J\x1b[Htwo\x1b[H\x1b[J\x1b[?1049l")
    assert len(emulator.scrollback) == 0


def test_it_is_bounded() -> None:
    emulator = Emulator(Size(2, 10))
    emulator.feed(b"x\r\n" * (SCROLLBACK_LINES + 500))
    assert len(emulator.scrollback) == SCROLLBACK_LINES
    assert emulator.snapshot().top == SCROLLBACK_LINES + 499


COLOURED = b"".join(
    b"\x1b[2m2026-10-%02d 12:00:%02d.%03d\x1b[0m \x1b[%dm%-5s\x1b[0m \x1b[36mserver.%s\x1b[0m request \x1b[1m%d\x1b[0m took"
    b" \x1b[33m%d\x1b[0m ms, \x1b[32m%d bytes\x1b[0m\r\n"
    % (n % 28 + 1, n % 60, n % 1000, 31 + n % 4, b"INFO", b"worker", n, n * 7 % 900, n * 131 % 100_000)
    for n in range(SCROLLBACK_LINES + 100)
)


def test_a_line_of_a_coloured_log_takes_450_bytes_at_most() -> None:
    emulator = Emulator(Size(24, 120))
    emulator.feed(COLOURED[: len(COLOURED) // 100])
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for start in range(0, len(COLOURED), 4096):
            emulator.feed(COLOURED[start : start + 4096])
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(emulator.scrollback) == SCROLLBACK_LINES
    assert (after - before) / SCROLLBACK_LINES < 450
