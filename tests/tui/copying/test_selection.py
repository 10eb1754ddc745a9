"""What is selected, and what of it is copied."""

from __future__ import annotations

import pytest

from hivemind.tui.copying.lines import Lines, Spot, UnfetchedError
from hivemind.tui.copying.selection import Kind, Selection, word_at
from tests.tui.copying.text import lines, reply

TEXT = "  one two\n\n漢字 é end\nwrap  \\\nped line\nlast"


@pytest.mark.parametrize(
    ("kind", "anchor", "cursor", "text"),
    [
        ("chars", (0, 2), (0, 4), "one"),
        ("chars", (0, 4), (0, 2), "one"),
        ("chars", (0, 6), (2, 0), "two\n\n漢"),
        ("chars", (2, 3), (2, 5), "字 e\u0301"),
        ("chars", (3, 0), (5, 0), "wrap  ped line\nl"),
        ("chars", (3, 0), (3, 5), "wrap"),
        ("chars", (1, 0), (1, 0), ""),
        ("lines", (0, 5), (0, 5), "  one two"),
        ("lines", (4, 1), (4, 1), "wrap  ped line"),
        ("lines", (5, 0), (3, 3), "wrap  ped line\nlast"),
        ("block", (0, 2), (2, 4), "one\n\n字"),
        ("block", (3, 1), (5, 2), "ra\ned\nas"),
    ],
)
def test_a_selection_is_copied_as_people_read_it(
    kind: Kind, anchor: tuple[int, int], cursor: tuple[int, int], text: str
) -> None:
    assert Selection(kind, Spot(*anchor)).text(lines(TEXT), Spot(*cursor)) == text


@pytest.mark.parametrize(
    ("kind", "line", "want"),
    [
        ("chars", 0, (6, 20)),
        ("chars", 1, (0, 20)),
        ("chars", 2, (0, 2)),
        ("chars", 3, None),
        ("lines", 0, (0, 20)),
        ("block", 1, (0, 7)),
        ("block", 2, (0, 7)),
    ],
)
def test_the_columns_that_are_painted(kind: Kind, line: int, want: tuple[int, int] | None) -> None:
    assert Selection(kind, Spot(0, 6)).columns(lines(TEXT), Spot(2, 0), line, 20) == want


def test_a_line_that_was_not_fetched_is_not_left_out() -> None:
    made = Lines()
    made.take(reply("c\nd", start=2))
    with pytest.raises(UnfetchedError):
        Selection("chars", Spot(0, 0)).text(made, Spot(3, 0))


@pytest.mark.parametrize(
    ("text", "at", "word"),
    [
        ("see src/a_b.py:12, or", (0, 6), "src/a_b.py:12"),
        ("Error: no", (0, 2), "Error"),
        ("Error: no", (0, 5), "Error:"),
        ("(x)", (0, 0), "("),
        ("a long na\\\nme here", (1, 0), "name"),
        ("漢字 b", (0, 3), "漢字"),
        ("", (0, 0), ""),
    ],
)
def test_a_word_is_what_a_double_click_is_meant_for(text: str, at: tuple[int, int], word: str) -> None:
    start, end = word_at(lines(text), Spot(*at))
    assert Selection("chars", start).text(lines(text), end) == word
