"""A look back as state: lines keep their places whatever comes, and are fetched when they come to view."""

from __future__ import annotations

import pytest

from hivemind.protocol.screen import Row, Style
from hivemind.tui.scroll import MARGIN, Scroll
from hivemind.verbs.history import Place
from hivemind.verbs.rows import StyledRows

HEIGHT = 10


def reply(span: range, *, first: int = 0, screen: int = 1000, end: int = 1024, text: str = "line") -> StyledRows:
    """What a daemon with lines from `first` to `end` says."""
    numbers = [number for number in span if first <= number < end]
    return StyledRows(first, screen, end, [(n, f"{text} {n}", "") for n in numbers], (Style(),), ())


def opened(live: int | None = 1000, *, first: int = 0, screen: int = 1000, end: int = 1024) -> Scroll:
    scroll = Scroll(live, keeps_keys=True)
    while (span := scroll.missing(HEIGHT)) is not None:
        scroll.take(reply(span, first=first, screen=screen, end=end), span, HEIGHT)
    return scroll


def test_it_begins_at_the_live_view_and_stops_at_the_oldest_line() -> None:
    scroll = opened(first=900)
    assert (scroll.back, scroll.row(0)) == (0, Row("line 1000", ""))
    scroll.move(-30)
    assert (scroll.back, scroll.row(1)) == (30, Row("line 971", ""))
    scroll.move(-5000)
    assert (scroll.top, scroll.back) == (900, 100)
    scroll.move(5000)
    assert scroll.back == 0


def test_only_the_daemon_knows_where_the_main_screen_ends_under_the_alternate_one() -> None:
    scroll = Scroll(None, keeps_keys=False)
    scroll.move(-3)
    assert scroll.missing(HEIGHT) == range(0)
    scroll.take(reply(range(0)), range(0), HEIGHT)
    assert (scroll.top, scroll.back, scroll.is_loaded) == (1024 - HEIGHT - 3, 3, False)
    span = scroll.missing(HEIGHT)
    assert span is not None
    scroll.take(reply(span), span, HEIGHT)
    assert (scroll.row(0).text, scroll.is_loaded) == (f"line {1024 - HEIGHT - 3}", True)


def test_new_output_moves_no_line() -> None:
    scroll = opened()
    scroll.move(-5)
    scroll.live = 1500
    assert (scroll.row(0).text, scroll.back) == ("line 995", 505)


def test_lines_are_fetched_with_those_around_them_and_once() -> None:
    scroll = opened()
    scroll.move(-MARGIN)
    assert scroll.missing(HEIGHT) is None
    scroll.move(-1)
    assert scroll.missing(HEIGHT) == range(1000 - 2 * MARGIN - 1, 1000 - 1 + HEIGHT)


def test_lines_that_there_are_not_are_blank_and_not_asked_for_again() -> None:
    scroll = opened(live=4, screen=0, end=6)
    assert scroll.missing(HEIGHT) is None
    assert [scroll.row(y).text for y in (0, 1, 2)] == ["line 4", "line 5", ""]


def test_what_may_have_been_painted_over_is_fetched_again_on_the_way_down() -> None:
    scroll = opened()
    scroll.move(-50)
    assert scroll.missing(HEIGHT) is None
    scroll.move(50)
    span = scroll.missing(HEIGHT)
    assert span is not None
    scroll.take(reply(span, text="new"), span, HEIGHT)
    assert scroll.row(0).text == "new 1000"


@pytest.mark.parametrize(("line", "top"), [(500, 495), (1003, 1000), (2, 0)])
def test_a_match_comes_into_view_and_is_marked(line: int, top: int) -> None:
    scroll = opened()
    scroll.show(Place(line, 4, line + 1, 2), HEIGHT)
    assert scroll.top == top
    assert scroll.marked(line - top, 80) == (4, 80)
    assert scroll.marked(line - top + 1, 80) == (0, 2)
    assert scroll.marked(line - top + 2, 80) is None
