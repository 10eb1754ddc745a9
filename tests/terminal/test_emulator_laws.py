"""What holds for any bytes, any cutting of them and any sizes."""

import unicodedata
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from hivemind.protocol.screen import CLUSTER_BASE, STUB, STYLE_BASE, Size, Snapshot
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.width import cell_width, cluster_width

TEXT = st.sampled_from(
    ["a", "word ", "x" * 23, "漢字", "é", "e\u0301", "\u0301", "⚠\ufe0f", "⌚\ufe0e", "\u200d", "👩", "💻", "🇩", "क", "\u094d", "\u093e", "ᄒ", "ᅡ", "ᆫ", "│─┐", "\u200b", "\U00100001", "\xad"]
)  # fmt: skip
CONTROLS = st.sampled_from([*"\r\n\t\b\v\f\a\x0e\x0f\x18\x1a\x1b\x00\x7f", "\r\n", "\x84", "\x85", "\x88", "\x8d", "\x9b", "\x9c", "\x9d"])  # fmt: skip
NUMBERS = st.lists(st.sampled_from(["", "0", "1", "2", "3", "5", "6", "7", "9", "25", "38", "48", "4:3", "38:2::1:2:3", "99999", "1049", "47", "2026", "1006"]), max_size=4).map(";".join)  # fmt: skip
SEQUENCES = st.builds(
    "\x1b[{}{}{}{}".format,
    st.sampled_from(["", "", "", "?", ">", "=", "<"]),
    NUMBERS,
    st.sampled_from(["", "", "", " ", "!", "$", "\b", "é"]),
    st.sampled_from("@ABCDEFGHIJKLMPSTXZ`abcdefghlmnpqrstu"),
)
ESCAPES = st.sampled_from(["\x1b" + c for c in ("7", "8", "D", "E", "H", "M", "c", "#8", "=", ">", "(0", "(B", ")0", "*B", "%G", "\\", " F", "\b[A", "\x1b[1m")])  # fmt: skip
STRINGS = st.builds(
    "\x1b{}{}{}".format,
    st.sampled_from(["]0;", "]2;", "]10;?", "]4;1;?", "]8;;x", "]7501;?", "]", "P+q", "P$q", "P", "_G", "^", "X", "k"]),
    st.sampled_from(["", "text", "t\u00e9\u0301", "\x07", "x\x1bx", "y" * 70_000]),
    st.sampled_from(["\x07", "\x1b\\", "\x9c", "\x18", "\x1b", "", "\x1b[31m"]),
)
PARTS = st.one_of(TEXT, CONTROLS, SEQUENCES, SEQUENCES, ESCAPES, STRINGS).map(lambda text: text.encode())
BYTES = st.one_of(PARTS, PARTS, PARTS, st.binary(max_size=8))
STREAMS = st.lists(BYTES, max_size=40).map(b"".join)
SIZES = st.builds(Size, st.integers(1, 9), st.integers(1, 24))
ACTIONS = st.lists(st.one_of(STREAMS, SIZES), max_size=8)


def check(snapshot: Snapshot) -> None:
    """Every row is well formed and inside, and so is the cursor."""
    rows, columns = snapshot.size.rows, snapshot.size.columns
    assert len(snapshot.lines) == len(snapshot.changed) == rows
    assert 0 <= snapshot.cursor.row < rows
    assert 0 <= snapshot.cursor.column < columns
    assert max(snapshot.changed) <= snapshot.revision
    for row in snapshot.lines:
        assert len(row.text) <= columns
        assert len(row.styles) <= columns
        assert row.text == row.text.rstrip(" ")
        assert row.styles == row.styles.rstrip(chr(STYLE_BASE))
        for x, mark in enumerate(row.styles):
            number = ord(mark) - STYLE_BASE - (0x800 if ord(mark) >= 0xE000 else 0)
            assert number < len(snapshot.styles)
            assert row.text[x : x + 1] != STUB or row.styles[x - 1] == mark
        for x, cell in enumerate(row.text):
            following = row.text[x + 1 : x + 2]
            assert (following == STUB) in is_wide(cell, snapshot), (row.text, x)


def is_wide(cell: str, snapshot: Snapshot) -> set[bool]:
    """Whether the cell may, or may not, be followed by a second half."""
    if cell == STUB:
        return {False}
    if ord(cell) < CLUSTER_BASE:
        assert cell >= " "
        assert unicodedata.category(cell) != "Cc"
        return {cell_width(cell) == 2}
    # a cluster that became wide in the last column had to stay narrow
    return {False, cluster_width(snapshot.clusters[ord(cell) - CLUSTER_BASE]) == 2}


@given(SIZES, STREAMS, st.lists(st.integers(0, 2000), max_size=12))
@settings(max_examples=400, deadline=None)
def test_any_cutting_of_the_bytes_gives_the_same_snapshot(size: Size, stream: bytes, cuts: list[int]) -> None:
    whole, cut, single = Emulator(size), Emulator(size), Emulator(size)
    whole.feed(stream)
    edges = [0, *sorted(at for at in cuts if at < len(stream)), len(stream)]
    for start, end in pairwise(edges):
        cut.feed(stream[start:end])
    if len(stream) < 3000:
        for at in range(len(stream)):
            single.feed(stream[at : at + 1])
        assert single.snapshot() == whole.snapshot()
    assert cut.snapshot() == whole.snapshot()
    assert cut.take_replies() == whole.take_replies()
    assert cut.scrollback.rows(0, 10**9) == whole.scrollback.rows(0, 10**9)


@given(SIZES, ACTIONS)
@settings(max_examples=400, deadline=None)
def test_no_bytes_and_no_resize_break_the_screen(size: Size, actions: list[bytes | Size]) -> None:
    emulator = Emulator(size)
    for action in actions:
        if isinstance(action, bytes):
            emulator.feed(action)
        else:
            emulator.resize(action)
            assert emulator.size == action
        check(emulator.snapshot())


@given(SIZES, ACTIONS)
@settings(max_examples=200, deadline=None)
def test_revisions_tell_exactly_what_changed(size: Size, actions: list[bytes | Size]) -> None:
    """A consumer that keeps lines by number and takes those that changed since its revision has the whole picture."""
    emulator = Emulator(size)
    kept: dict[int, object] = {}
    seen = emulator.snapshot()
    kept.update(enumerate(seen.lines, seen.top))
    for action in actions:
        emulator.feed(action) if isinstance(action, bytes) else emulator.resize(action)
        now = emulator.snapshot()
        assert now.revision >= seen.revision
        assert (now.revision == seen.revision) == (now is seen)
        kept |= {now.top + y: row for y, row in enumerate(now.lines) if now.changed[y] > seen.revision}
        assert [kept[now.top + y] for y in range(now.size.rows)] == list(now.lines)
        seen = now
