import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hivemind.protocol.screen import Row, Size
from hivemind.terminal.cells import REPEATED_LINES
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import text_of
from hivemind.terminal.strings import STRING_LENGTH


def fed(*data: bytes) -> Emulator:
    emulator = Emulator(Size(4, 10))
    for piece in data:
        emulator.feed(piece)
    return emulator


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


def test_an_endless_escape_takes_no_memory_and_ends() -> None:
    emulator = fed(b"\x1b", *[b" " * 1000] * 20)
    assert len(emulator._parser._held) < 2000
    emulator.feed(b"Fok")
    assert text_of(emulator.snapshot())[0] == "ok"


@pytest.mark.parametrize(
    "stream",
    [
        "⚠\ufe0f".encode(),
        b"\x1b[31mx",
        b"\x1b]0;title\x1b\\x",
        b"\xc2\x9b1mx",
        b"\x1b(0q",
        b"\x1b\b[1mx",
        b"ab\x1b[1\bDx",
        b"\x1bPx\x1b\x1b]0;t\x07",
        b"a\r\nb" + b"\x1b[2K\x1b[1A" * 2 + b"\x1b[2K\x1b[Gc",
    ],
)
def test_a_sequence_cut_at_every_byte_is_the_same(stream: bytes) -> None:
    whole = fed(stream).snapshot()
    for cut in range(1, len(stream)):
        assert fed(stream[:cut], stream[cut:]).snapshot() == whole
    assert fed(*[stream[at : at + 1] for at in range(len(stream))]).snapshot() == whole


def test_an_unfinished_sequence_shows_nothing_yet() -> None:
    emulator = fed(b"ab\x1b[3")
    assert emulator.snapshot().lines[0] == Row("ab", "")
    emulator.feed(b"1mc")
    assert emulator.snapshot().lines[0].text == "abc"


def test_a_character_is_repeated_as_often_as_asked() -> None:
    emulator = fed(b"a\x1b[9999b")
    assert [row.text for _, row in emulator.scrollback.rows(0, 1000)] == ["a" * 10] * 996


def test_what_must_be_judged_is_not_repeated_over_many_lines() -> None:
    assert len(fed("🇩\x1b[9999b".encode()).scrollback) <= REPEATED_LINES


BEFORE = st.sampled_from([b"", b"\x1b[4;1H", b"\x1b[4;7Habc", b"\x1b[1m\x1b[4;1H", b"\x1b[4;1H\x1b[2;4r\x1b[4;1H", b"\x1b[?1049h\x1b[4;1H", b"\x1b[4h\x1b[4;1H", b"\x1b[4;1H\x1b["])  # fmt: skip
LOGS = st.lists(st.text("ab ", max_size=14), min_size=5, max_size=20).map("\r\n".join)


@given(BEFORE, LOGS)
@settings(deadline=None)
def test_lines_taken_at_once_are_the_same_as_one_by_one(before: bytes, log: str) -> None:
    at_once, one_by_one = fed(before, log.encode(), b"\x1b[2b"), fed(before)
    for at in range(len(log)):
        one_by_one.feed(log[at].encode())
    one_by_one.feed(b"\x1b[2b")
    assert at_once.snapshot() == one_by_one.snapshot()
    assert at_once.scrollback.rows(0, 99) == one_by_one.scrollback.rows(0, 99)


@pytest.mark.parametrize("count", [1, 3, 70])
@pytest.mark.parametrize("before", ["", "\x1b[3;1H", "\x1b[2;3r\x1b[3;1H", "\x1b[2;3r\x1b[1;4H", "\x1b[44m\x1b[4;10H#"])
def test_erasing_line_after_line_upwards_is_what_each_part_does(before: str, count: int) -> None:
    start = f"a\r\nb\r\nc\r\nd\r\ne{before}".encode()
    whole = fed(start, b"\x1b[2K\x1b[1A" * count + b"x").snapshot()
    assert whole == fed(start, *[b"\x1b[2K", b"\x1b[1A"] * count, b"x").snapshot()
