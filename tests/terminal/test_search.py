import pytest

from hivemind.protocol.screen import Size
from hivemind.terminal.emulator import Emulator
from hivemind.terminal.search import LONGEST, Match, find_all

SIZE = Size(3, 10)


def fed(*data: str, size: Size = SIZE) -> Emulator:
    emulator = Emulator(size)
    for piece in data:
        emulator.feed(piece.encode())
    return emulator


LOG = "one\r\nTwo words\r\nthree\r\ntwo\r\nfive two"  # the first two lines have left the screen


@pytest.mark.parametrize(
    ("text", "start", "backwards", "want"),
    [
        ("one", 0, False, Match(0, 0, 0, 3)),
        ("words", 0, False, Match(1, 4, 1, 9)),
        ("two", 0, False, Match(3, 0, 3, 3)),
        ("two", 4, False, Match(4, 5, 4, 8)),
        ("two", 5, False, None),
        ("two", 99, False, None),
        ("two", 99, True, Match(4, 5, 4, 8)),
        ("two", 4, True, Match(3, 0, 3, 3)),
        ("two", 3, True, None),
        ("one", -5, False, Match(0, 0, 0, 3)),
        ("one", 0, True, None),
        ("e", 99, True, Match(4, 3, 4, 4)),
        ("e", 4, True, Match(2, 4, 2, 5)),
        ("nowhere", 0, False, None),
        ("", 0, False, None),
        ("one\ntwo", 0, False, None),
    ],
)
def test_a_text_is_found_in_scrollback_and_screen(text: str, start: int, backwards: bool, want: Match | None) -> None:
    assert fed(LOG).find(text, start=start, backwards=backwards) == want


def test_case_is_ignored_on_demand() -> None:
    assert fed(LOG).find("TWO W", start=0) is None
    assert fed(LOG).find("TWO W", start=0, ignores_case=True) == Match(1, 0, 1, 5)
    assert fed("Straße 1").find("STRASSE", start=0, ignores_case=True) == Match(0, 0, 0, 6)


def test_a_text_is_found_across_the_place_where_a_line_wrapped() -> None:
    emulator = fed("0123456789abcdef\r\nx\r\ny")
    assert emulator.find("89ab", start=0) == Match(0, 8, 1, 2)
    assert emulator.find("89ab", start=1) is None
    assert emulator.find("89ab", start=1, backwards=True) == Match(0, 8, 1, 2)
    assert emulator.find("cd", start=1) == Match(1, 2, 1, 4)
    assert emulator.find("cd", start=1, backwards=True) is None
    assert emulator.find("fx", start=0) is None


def test_a_wide_character_that_did_not_fit_leaves_no_gap() -> None:
    assert fed("012345678漢字").find("8漢", start=0) == Match(0, 8, 1, 2)


def test_clusters_are_found_as_people_read_them() -> None:
    emulator = fed("a 👩\u200d💻 e\u0301 ⚠\ufe0f xy")
    assert emulator.find("👩\u200d💻", start=0) == Match(0, 2, 0, 4)
    assert emulator.find("é", start=0) == Match(0, 5, 0, 6)
    assert emulator.find("⚠\ufe0f x", start=0) == Match(0, 7, 1, 1)


def test_the_main_screen_is_searched_while_the_other_one_is_shown() -> None:
    emulator = fed("main\x1b[?1049hother")
    assert emulator.find("main", start=0) == Match(0, 0, 0, 4)
    assert emulator.find("other", start=0) is None


def test_an_endless_line_is_searched_in_pieces() -> None:
    emulator = fed("x" * 30_000 + "needle")
    found = emulator.find("needle", start=0)
    assert found == emulator.find("needle", start=10**6, backwards=True) == Match(3000, 0, 3000, 6)
    assert LONGEST < 3000


def test_what_was_dropped_is_not_found() -> None:
    emulator = fed("first\r\n" + "x\r\n" * 10_010)
    assert emulator.find("first", start=0) is None
    assert emulator.find("x", start=0) == Match(9, 0, 9, 1)


@pytest.mark.parametrize("text", ["two", "e", "words", "89ab", "TWO", "漢", "8漢字x", "x\u0301", "nowhere", ""])
@pytest.mark.parametrize("ignores_case", [False, True])
@pytest.mark.parametrize(
    "data", [LOG, "0123456789abcdef\r\nx\r\ny", "012345678漢字x\r\nax\u0301b 8漢字x", "Two two  two"]
)
def test_all_places_are_those_that_one_finds_one_after_another(data: str, text: str, *, ignores_case: bool) -> None:
    emulator = fed(data)
    grid = emulator.screen
    rows = [*grid.past.texts, *grid.main_texts]
    found = find_all(rows, grid.clusters.clusters, text, ignores_case=ignores_case)
    lines = [emulator.find(text, start=n, ignores_case=ignores_case) for n in range(len(rows))]
    firsts: dict[int, Match] = {}
    for match in found:
        firsts.setdefault(match.line, match)
    assert list(dict.fromkeys(lines)) == [*firsts.values(), *([None] if None in lines else [])]
    assert found == sorted(found, key=lambda m: (m.line, m.column))


def test_all_places_of_a_line_do_not_overlap() -> None:
    assert find_all(["aaaa b", "aa"], [], "aa", ignores_case=False) == [
        Match(0, 0, 0, 2),
        Match(0, 2, 0, 4),
        Match(1, 0, 1, 2),
    ]
