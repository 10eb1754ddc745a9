"""Lines as they were fetched."""

from __future__ import annotations

import pytest

from hivemind.client.mirror import EMPTY
from hivemind.protocol.screen import Style
from hivemind.tui.copying.lines import Lines, Spot, UnfetchedError
from tests.tui.copying.text import lines, reply


def test_nothing_is_there_before_the_first_lines_came() -> None:
    assert not Lines().has(range(3))


def test_lines_that_there_are_not_are_blank_and_need_no_fetching() -> None:
    made = lines("a\nb")
    assert (made.row(-1), made.row(2), made.peek(7)) == (EMPTY, EMPTY, EMPTY)
    assert made.has(range(-5, 9))


def test_a_line_that_was_not_fetched_is_asked_for() -> None:
    made = Lines()
    made.take(reply("c\nd", start=2))
    assert not made.has(range(1, 3))
    with pytest.raises(UnfetchedError) as caught:
        made.text(1, 0, 9)
    assert caught.value.line == 1


def test_what_stood_on_the_screen_is_fetched_again_on_demand_though_it_scrolled_off_since() -> None:
    made = Lines()
    made.take(reply("a\nb\\\nc", screen=1))
    made.take(reply("d", start=3, screen=3))
    made.refresh()
    assert [made.has(range(n, n + 1)) for n in range(4)] == [True, False, False, False]
    assert (made.cells(1), made.goes_on(1)) == ("b", True)
    made.take(reply("B\nc", start=1, screen=3))
    assert (made.cells(1), made.goes_on(1), made.has(range(1, 3))) == ("B", False, True)


def test_a_line_that_does_not_come_is_blank() -> None:
    made = Lines()
    made.take(reply("c", start=2), range(3))
    assert (made.has(range(3)), made.row(1)) == (True, EMPTY)


def test_a_line_that_went_on_keeps_the_blanks_at_its_end() -> None:
    made = lines("ab  \\\ncd")
    assert [made.cells(n) for n in (0, 1)] == ["ab  ", "cd"]
    assert [made.begin(1), made.finish(0)] == [0, 1]


def test_text_is_what_people_read() -> None:
    assert lines("a漢éb").text(0, 0, 9) == "a漢e\u0301b"
    assert list(lines("漢é\\\nx").whole(1)) == [(Spot(0, 0), "漢"), (Spot(0, 2), "e"), (Spot(1, 0), "x")]


def test_a_cell_has_its_style() -> None:
    made = Lines()
    made.take(reply("a\nb", styles={1: 1}))
    assert [made.style(Spot(0, 0)), made.style(Spot(1, 0)).link, made.style(Spot(1, 5))] == [
        Style(),
        "https://there.example/x",
        Style(),
    ]


@pytest.mark.parametrize(
    ("spot", "wanted"),
    [((0, 9), (0, 3)), ((0, 2), (0, 1)), ((-3, 1), (0, 1)), ((9, 4), (1, 0)), ((0, -1), (0, 0))],
)
def test_a_place_is_brought_to_the_nearest_character(spot: tuple[int, int], wanted: tuple[int, int]) -> None:
    assert lines("a漢b\n").clamp(Spot(*spot)) == wanted
