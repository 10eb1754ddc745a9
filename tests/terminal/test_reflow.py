"""What a resize does to lines, cursor and scrollback."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hivemind.protocol.screen import Cursor, Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.rows import row_text, text_of


def shown(emulator: Emulator) -> list[str]:
    return text_of(emulator.snapshot())


def past(emulator: Emulator) -> list[str]:
    clusters = emulator.snapshot().clusters
    return [row_text(row, clusters) for _, row in emulator.scrollback.rows(0, 10**9)]


def fed(size: Size, text: str) -> Emulator:
    emulator = Emulator(size)
    emulator.feed(text.encode())
    return emulator


def test_a_long_line_wraps_anew_and_comes_back() -> None:
    emulator = fed(Size(4, 10), "abcdefghijklmno\r\nend")
    emulator.resize(Size(4, 6))
    assert shown(emulator) == ["abcdef", "ghijkl", "mno", "end"]
    assert emulator.snapshot().cursor == Cursor(3, 3)
    emulator.resize(Size(4, 20))
    assert shown(emulator) == ["abcdefghijklmno", "end", "", ""]
    assert emulator.snapshot().cursor == Cursor(1, 3)


def test_lines_that_ended_stay_apart() -> None:
    emulator = fed(Size(3, 5), "abcde\r\nfg")
    emulator.resize(Size(3, 20))
    assert shown(emulator) == ["abcde", "fg", ""]


def test_styles_move_with_their_text() -> None:
    emulator = fed(Size(3, 4), "ab\x1b[31mcdef\x1b[m")
    emulator.resize(Size(3, 3))
    snapshot = emulator.snapshot()
    assert [row.text for row in snapshot.lines] == ["abc", "def", ""]
    assert [len(row.styles) for row in snapshot.lines] == [3, 3, 0]
    emulator.resize(Size(3, 10))
    assert emulator.snapshot().lines[0].styles.count(snapshot.lines[1].styles[0]) == 4


def test_a_wide_character_is_never_cut() -> None:
    emulator = fed(Size(4, 6), "a漢字中文")
    emulator.resize(Size(4, 4))
    assert shown(emulator) == ["a漢", "字中", "文", ""]
    emulator.resize(Size(4, 12))
    assert shown(emulator) == ["a漢字中文", "", "", ""]


def test_a_last_column_that_was_overwritten_is_not_left_out() -> None:
    """A wide character had no room in it; later something stood there."""
    emulator = fed(Size(4, 4), "abc漢\x1b[1;3H字")
    emulator.resize(Size(4, 12))
    assert shown(emulator) == ["ab字漢", "", "", ""]


def test_a_last_column_that_a_wide_character_had_no_room_in_keeps_what_stood_there() -> None:
    emulator = fed(Size(3, 2), "👩\x1b[A🇪")
    emulator.resize(Size(3, 9))
    assert shown(emulator) == ["👩🇪", "", ""]


def test_the_alternate_screen_forgets_how_its_lines_wrapped() -> None:
    emulator = fed(Size(2, 4), "\x1b[?47habcdef")
    emulator.resize(Size(2, 9))
    assert [row.text for row in emulator.snapshot().lines] == ["abcd", "ef"]
    emulator.feed(b"\x1b[1;7Hx")
    assert [row.text for row in emulator.snapshot().lines] == ["abcd  x", "ef"]


def test_fewer_lines_push_the_top_into_the_scrollback_and_more_bring_it_back() -> None:
    emulator = fed(Size(4, 10), "1\r\n2\r\n3\r\n4")
    emulator.resize(Size(2, 10))
    assert (past(emulator), shown(emulator)) == (["1", "2"], ["3", "4"])
    assert emulator.snapshot().top == 2
    emulator.resize(Size(3, 10))
    assert (past(emulator), shown(emulator)) == (["1"], ["2", "3", "4"])
    assert emulator.snapshot().top == 1


def test_fewer_lines_take_blank_ones_first() -> None:
    emulator = fed(Size(4, 10), "1\r\n2")
    emulator.resize(Size(2, 10))
    assert (past(emulator), shown(emulator)) == ([], ["1", "2"])


def test_a_screen_that_was_cleared_brings_nothing_back() -> None:
    emulator = fed(Size(2, 10), "1\r\n2\r\n3\x1b[H\x1b[2Jnew")
    emulator.resize(Size(4, 10))
    assert (past(emulator), shown(emulator)) == (["1", "2", "3"], ["new", "", "", ""])


def test_a_line_that_began_in_the_scrollback_is_joined() -> None:
    emulator = fed(Size(2, 4), "abcdefghij\r\nk")
    assert past(emulator) == ["abcd", "efgh"]
    emulator.resize(Size(2, 20))
    assert (past(emulator), shown(emulator)) == ([], ["abcdefghij", "k"])


def test_the_alternate_screen_is_clipped_and_the_main_one_wraps_behind_it() -> None:
    emulator = fed(Size(3, 8), "abcdefgh\x1b[?1049h\x1b[Hinside!\r\n漢字漢字")
    emulator.resize(Size(3, 5))
    assert shown(emulator) == ["insid", "漢字", ""]
    emulator.feed(b"\x1b[?1049l")
    assert shown(emulator) == ["abcde", "fgh", ""]
    assert emulator.snapshot().cursor == Cursor(1, 3)


def test_the_alternate_screen_keeps_the_cursors_line() -> None:
    emulator = fed(Size(4, 8), "\x1b[?1049h\x1b[H1\r\n2\r\n3\r\n4")
    emulator.resize(Size(2, 8))
    assert shown(emulator) == ["3", "4"]
    assert past(emulator) == []


def test_a_resize_ends_the_scroll_region() -> None:
    emulator = fed(Size(4, 8), "\x1b[2;3r")
    emulator.resize(Size(5, 8))
    assert emulator.screen.margins is None


def test_tab_stops_go_on_to_the_right() -> None:
    emulator = fed(Size(2, 10), "\x1b[5G\x1bH")
    emulator.resize(Size(2, 30))
    emulator.feed(b"\r\ta\tb\tc")
    assert shown(emulator)[0] == "    a   b       c"


LINES = st.lists(st.text("abc 漢字", max_size=30), min_size=1, max_size=6)
SIZES = st.lists(st.builds(Size, st.integers(2, 8), st.integers(2, 24)), min_size=1, max_size=6)


@given(LINES, SIZES)
@settings(max_examples=300, deadline=None)
def test_no_resize_loses_a_character(lines: list[str], sizes: list[Size]) -> None:
    """Text that ends at the cursor, as a shell's does, survives any run of sizes."""
    emulator = fed(Size(5, 12), "\r\n".join(lines) + "|")
    for size in sizes:
        emulator.resize(size)
    kept = "".join(past(emulator) + shown(emulator)).replace(" ", "")
    assert kept == "".join(lines).replace(" ", "") + "|"
    cursor = emulator.snapshot().cursor
    assert row_text(emulator.snapshot().lines[cursor.row], ()).rstrip()[-1:] == "|"


@given(LINES, st.builds(Size, st.integers(2, 8), st.integers(2, 24)))
@settings(max_examples=200, deadline=None)
def test_a_resize_there_and_back_shows_the_same(lines: list[str], size: Size) -> None:
    emulator = fed(Size(5, 12), "\r\n".join(line.strip() for line in lines) + "|")
    before = shown(emulator)
    emulator.resize(size)
    emulator.resize(Size(5, 12))
    assert shown(emulator) == before


TEN = "\r\n".join(f"line {number}" for number in range(10))


def test_lines_below_the_cursor_come_back_with_the_room_for_them() -> None:
    emulator = fed(Size(10, 10), TEN + "\x1b[3;1H")
    before = shown(emulator)
    for size in (Size(4, 10), Size(3, 20), Size(6, 10), Size(10, 10)):
        emulator.resize(size)
    assert (past(emulator), shown(emulator)) == ([], before)


def test_lines_below_the_cursor_do_not_come_back_under_what_was_painted_since() -> None:
    emulator = fed(Size(10, 10), TEN + "\x1b[3;1H")
    emulator.resize(Size(4, 10))
    emulator.feed(b"new\x1b[J")
    emulator.resize(Size(10, 10))
    assert shown(emulator) == ["new", *[""] * 9]
