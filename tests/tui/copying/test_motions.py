"""Where motions go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.tui.copying.keys import COPY_KEYS
from hivemind.tui.copying.lines import Lines, Spot, UnfetchedError
from hivemind.tui.copying.motions import MOTIONS, Find, Window
from tests.tui.copying.text import lines, reply

TEXT = "  let x = f(a_1);\n\n漢字 and é.\nwrapped wo\\\nrd here"

WINDOW = Window(1, 3)


@pytest.mark.parametrize(
    ("motion", "at", "want"),
    [
        ("left", (0, 3), (0, 2)),
        ("left", (0, 0), (0, 0)),
        ("left", (2, 2), (2, 0)),
        ("right", (2, 0), (2, 2)),
        ("right", (0, 16), (0, 16)),
        ("right", (1, 0), (1, 0)),
        ("line_start", (0, 5), (0, 0)),
        ("line_text", (0, 9), (0, 2)),
        ("line_end", (0, 0), (0, 16)),
        ("line_end", (1, 0), (1, 0)),
        ("top", (3, 1), (0, 0)),
        ("bottom", (0, 1), (4, 0)),
        ("view_top", (0, 0), (1, 0)),
        ("view_middle", (0, 0), (2, 0)),
        ("view_bottom", (0, 0), (3, 0)),
        ("paragraph_up", (3, 2), (1, 0)),
        ("paragraph_up", (1, 0), (0, 0)),
        ("paragraph_down", (0, 2), (1, 0)),
        ("paragraph_down", (1, 0), (4, 0)),
    ],
)
def test_a_motion_goes_where_vi_goes(motion: str, at: tuple[int, int], want: tuple[int, int]) -> None:
    assert MOTIONS[motion](lines(TEXT), Spot(*at), WINDOW) == want


def walked(motion: str, start: Spot, times: int) -> list[tuple[int, int]]:
    made, at, steps = lines(TEXT), start, []
    for _ in range(times):
        at = MOTIONS[motion](made, at, WINDOW)
        steps.append((at.line, at.column))
    return steps


@pytest.mark.parametrize(
    ("motion", "start", "steps"),
    [
        ("word", (0, 0), [(0, 2), (0, 6), (0, 8), (0, 10), (0, 11), (0, 12), (0, 15), (1, 0), (2, 0), (2, 5), (2, 9)]),
        ("word", (3, 0), [(3, 8), (4, 3), (4, 6), (4, 6)]),
        ("word_end", (0, 0), [(0, 4), (0, 6), (0, 8), (0, 10), (0, 11), (0, 14), (0, 16), (2, 2), (2, 7)]),
        ("word_end", (3, 0), [(3, 6), (4, 1), (4, 6), (4, 6)]),
        ("word_back", (4, 6), [(4, 3), (3, 8), (3, 0), (2, 10), (2, 9), (2, 5), (2, 0), (1, 0), (0, 15)]),
        ("word_back", (0, 4), [(0, 2), (0, 0), (0, 0)]),
        ("big_word", (0, 0), [(0, 2), (0, 6), (0, 8), (0, 10), (1, 0)]),
        ("big_word_end", (0, 8), [(0, 16), (2, 2)]),
        ("big_word_back", (2, 0), [(1, 0), (0, 10)]),
    ],
)
def test_words_follow_one_another_as_in_vi(motion: str, start: tuple[int, int], steps: list[tuple[int, int]]) -> None:
    assert walked(motion, Spot(*start), len(steps)) == steps


@pytest.mark.parametrize(
    ("start", "find", "columns"),
    [
        (0, Find("x", backwards=False, stops_before=False), [6, 6]),
        (0, Find("=", backwards=False, stops_before=True), [7, 7]),
        (16, Find("(", backwards=True, stops_before=False), [11, 11]),
        (16, Find("(", backwards=True, stops_before=True), [12, 12]),
        (0, Find("t", backwards=False, stops_before=False).turned(), [0]),
    ],
)
def test_a_character_of_the_row_is_found(start: int, find: Find, columns: list[int]) -> None:
    made, at, found = lines(TEXT), Spot(0, start), []
    for _ in columns:
        at = find.go(made, at)
        found.append(at.column)
    assert found == columns


def test_a_wide_character_and_a_cluster_are_found_whole() -> None:
    made = lines("a漢é漢")
    assert Find("漢", backwards=False, stops_before=False).go(made, Spot(0, 1)) == Spot(0, 4)
    assert Find("漢", backwards=False, stops_before=True).go(made, Spot(0, 1)) == Spot(0, 3)
    assert Find("e\u0301", backwards=True, stops_before=False).go(made, Spot(0, 4)) == Spot(0, 3)


CELLS = st.text("ab _.漢é /", max_size=12)


@given(
    st.lists(st.tuples(CELLS, st.booleans()), min_size=1, max_size=6),
    st.lists(st.sampled_from(sorted(MOTIONS)), max_size=25),
    st.tuples(st.integers(-1, 7), st.integers(-1, 30)),
)
def test_every_motion_ends_on_a_character(
    rows: list[tuple[str, bool]], motions: list[str], start: tuple[int, int]
) -> None:
    made = lines("\n".join(row + "\\" * goes_on for row, goes_on in rows))
    at = made.clamp(Spot(*start))
    for motion in motions:
        at = MOTIONS[motion](made, at, WINDOW)
        assert made.clamp(at) == at


@given(st.lists(st.tuples(CELLS, st.booleans()), min_size=1, max_size=6), st.sampled_from(["word", "big_word"]))
def test_words_lead_to_the_end_and_back_again(rows: list[tuple[str, bool]], motion: str) -> None:
    made = lines("\n".join(row + "\\" * goes_on for row, goes_on in rows))
    at = Spot(0, 0)
    for name, end in ((motion, made.clamp(Spot(made.end, 99))), (f"{motion}_back", Spot(0, 0))):
        for _ in range(99):
            at = MOTIONS[name](made, at, WINDOW)
        assert at == end


def test_a_motion_says_which_line_it_needs() -> None:
    made = Lines()
    made.take(reply("here\n", start=5))
    made.first = 0
    with pytest.raises(UnfetchedError) as caught:
        MOTIONS["word_back"](made, Spot(5, 0), WINDOW)
    assert caught.value.line == 4


def test_every_motion_has_a_key() -> None:
    assert MOTIONS.keys() <= {entry.name for entry in COPY_KEYS}
