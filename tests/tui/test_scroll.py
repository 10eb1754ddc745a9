"""A look back as state: lines keep their places whatever comes, and are fetched when they come to view."""

from __future__ import annotations

import pytest

from hivemind.protocol.screen import Size, Style
from hivemind.tui.copying.lines import Spot
from hivemind.tui.copying.motions import Window
from hivemind.tui.copying.selection import Selection
from hivemind.tui.scroll import MARGIN, Finds, Scroll
from hivemind.verbs.rows import StyledRows
from hivemind.verbs.search import Places

HEIGHT = 10


def reply(span: range, *, first: int = 0, screen: int = 1000, end: int = 1024, text: str = "line") -> StyledRows:
    """What a daemon with lines from `first` to `end` says."""
    numbers = [number for number in span if first <= number < end]
    return StyledRows(first, screen, end, [(n, f"{text} {n}", "") for n in numbers], (Style(),), ())


def top_row(scroll: Scroll, y: int = 0) -> str:
    return scroll.lines.peek(scroll.top + y).text


def opened(live: int | None = 1000, *, first: int = 0, screen: int = 1000, end: int = 1024) -> Scroll:
    scroll = Scroll(live, keeps_keys=True)
    while (span := scroll.missing(HEIGHT)) is not None:
        scroll.take(reply(span, first=first, screen=screen, end=end), span)
    return scroll


def test_it_begins_at_the_live_view_and_stops_at_the_oldest_line() -> None:
    scroll = opened(first=900)
    assert (scroll.back, top_row(scroll)) == (0, "line 1000")
    scroll.move(-30)
    assert (scroll.back, top_row(scroll, 1)) == (30, "line 971")
    scroll.move(-5000)
    assert (scroll.top, scroll.back) == (900, 100)
    scroll.move(5000)
    assert scroll.back == 0


def test_only_the_daemon_knows_where_the_main_screen_ends_under_the_alternate_one() -> None:
    scroll = Scroll(None, keeps_keys=False)
    scroll.move(-3)
    assert scroll.missing(HEIGHT) == range(0)
    scroll.take(reply(range(0)), range(0))
    assert (scroll.top, scroll.back) == (1000 - 3, 3)
    span = scroll.missing(HEIGHT)
    assert span is not None
    scroll.take(reply(span), span)
    assert (top_row(scroll), scroll.is_loaded) == ("line 997", True)


def test_new_output_moves_no_line() -> None:
    scroll = opened()
    scroll.move(-5)
    scroll.grow(1500, 1524)
    assert (top_row(scroll), scroll.back, scroll.news) == ("line 995", 505, 500)
    scroll.move(505)
    assert scroll.news == 0


def test_lines_are_fetched_with_those_around_them_and_once() -> None:
    scroll = opened()
    scroll.move(-MARGIN)
    assert scroll.missing(HEIGHT) is None
    scroll.move(-1)
    assert scroll.missing(HEIGHT) == range(1000 - 2 * MARGIN - 1, 1000 - 1 + HEIGHT)


def test_lines_that_there_are_not_are_blank_and_not_asked_for_again() -> None:
    scroll = opened(live=4, screen=0, end=6)
    assert scroll.missing(HEIGHT) is None
    assert [top_row(scroll, y) for y in (0, 1, 2)] == ["line 4", "line 5", ""]


def test_what_may_have_been_painted_over_is_fetched_again_on_the_way_down() -> None:
    scroll = opened()
    scroll.move(-50)
    assert scroll.missing(HEIGHT) is None
    scroll.move(50)
    span = scroll.missing(HEIGHT)
    assert span is not None
    scroll.take(reply(span, text="new"), span)
    assert top_row(scroll) == "new 1000"


def test_what_is_selected_is_not_fetched_again() -> None:
    scroll = opened()
    scroll.selection = Selection("chars", Spot(1000, 0))
    scroll.move(-5)
    scroll.move(5)
    assert scroll.missing(HEIGHT) is None


@pytest.mark.parametrize(
    ("line", "top"), [(1003, 1000), (999, 999), (1009, 1000), (990, 990), (500, 495), (2, 0), (1023, 1000)]
)
def test_the_cursor_comes_into_view_at_the_edge_or_in_the_middle(line: int, top: int) -> None:
    scroll = opened()
    scroll.go(Spot(line, 4), Window(scroll.top, HEIGHT), 80)
    assert (scroll.top, scroll.cursor) == (top, Spot(line, 4))


def test_a_narrow_view_moves_sideways_with_the_cursor() -> None:
    scroll, lefts = opened(), []
    for column in (9, 10, 30, 25, 3):
        scroll.show_column(column, 10)
        lefts.append(scroll.left)
    assert lefts == [0, 8, 24, 24, 0]


def test_the_cursor_stays_in_view_when_the_view_moves() -> None:
    scroll = opened()
    scroll.goal = 3
    scroll.move(-30)
    scroll.keep_cursor(HEIGHT)
    assert scroll.cursor == Spot(979, 3)
    scroll.top = 2000
    scroll.keep_cursor(HEIGHT)
    assert scroll.cursor == Spot(1023, 3)


FOUND = Places(4, [(995, 1, 995, 4), (1001, 0, 1002, 2), (1003, 7, 1003, 9)])


def found(scroll: Scroll) -> Finds:
    scroll.finds = Finds("it", FOUND, backwards=False, revision=1)
    return scroll.finds


def test_every_match_in_view_is_marked_and_the_one_one_is_at_apart() -> None:
    scroll = opened()
    finds = found(scroll)
    scroll.keeps_keys = False
    assert finds.step(Spot(1002, 0), backwards=False) is False
    assert [scroll.marks(y, 10) for y in range(5)] == [
        [],
        [(0, 10, "match")],
        [(0, 2, "match")],
        [(7, 9, "found")],
        [],
    ]


def test_places_are_gone_to_in_both_directions_and_over_the_ends() -> None:
    finds = found(opened())
    steps = []
    for cursor, backwards in [
        ((990, 0), False),
        ((995, 1), False),
        ((1003, 7), False),
        ((995, 1), True),
        ((999, 9), True),
    ]:
        went_over = finds.step(Spot(*cursor), backwards=backwards)
        steps.append((finds.number, finds.spot, went_over))
    assert steps == [
        (2, Spot(995, 1), False),
        (3, Spot(1001, 0), False),
        (2, Spot(995, 1), True),
        (4, Spot(1003, 7), True),
        (2, Spot(995, 1), False),
    ]
    nothing = Finds("it", Places(0, []), backwards=False, revision=1)
    assert (nothing.step(Spot(0, 0), backwards=True), nothing.spot, nothing.number) == (False, None, 0)


def test_the_cursor_and_what_is_selected_are_marked_as_far_as_they_are_in_view() -> None:
    scroll = opened()
    scroll.cursor, scroll.selection, scroll.left = Spot(1001, 12), Selection("chars", Spot(1000, 9)), 8
    assert scroll.marks(0, 10) == [(1, 10, "selected")]
    assert scroll.marks(1, 10) == [(0, 5, "selected"), (4, 5, "cursor")]
    assert scroll.marks(2, 10) == []


def resized(*, columns: int, rows: int = 24) -> Scroll:
    """Scrolled back to line 100, on a screen of 80x24 that has another size since."""
    scroll = opened()
    scroll.resize(Size(24, 80))
    scroll.move(-900)
    scroll.cursor = Spot(105, 3)
    scroll.resize(Size(rows, columns))
    return scroll


def test_lines_keep_their_places_on_a_screen_of_another_size_and_are_fetched_again() -> None:
    scroll = resized(columns=100)
    scroll.grow(990, 1014)
    assert (scroll.top, scroll.cursor, scroll.back, scroll.lines.end) == (100, Spot(105, 3), 890, 1014)
    assert scroll.missing(HEIGHT) is not None
    assert top_row(scroll) == ""  # it was never in view here, and is blank until it comes


def test_who_looked_at_the_live_screen_looks_at_it_when_it_has_another_size() -> None:
    scroll = opened()
    scroll.resize(Size(24, 80))
    scroll.cursor = Spot(1003, 0)
    scroll.resize(Size(14, 80))
    scroll.grow(1010, 1024)
    assert (scroll.top, scroll.cursor, scroll.back, scroll.news) == (1010, Spot(1013, 0), 0, 0)


def test_under_the_alternate_screen_the_daemon_says_where_it_begins_after_a_resize() -> None:
    scroll = resized(columns=100)
    scroll.take(reply(range(90, 120), screen=980, end=1004), range(90, 120))
    assert (scroll.top, scroll.live, scroll.back) == (100, 980, 880)


@pytest.mark.parametrize(("anchor", "columns", "stays"), [(100, 100, True), (1010, 100, False), (1010, 80, True)])
def test_a_selection_of_what_wraps_anew_is_over(anchor: int, columns: int, stays: bool) -> None:
    scroll = opened()
    scroll.resize(Size(24, 80))
    scroll.cursor, scroll.selection = Spot(105, 0), Selection("chars", Spot(anchor, 0))
    scroll.finds = Finds("x", Places(2, [(90, 0, 90, 1), (anchor, 0, anchor, 1)]), backwards=False, revision=1)
    scroll.resize(Size(30, columns))
    assert (scroll.selection is not None, scroll.finds.count == 2) == (stays, stays)
