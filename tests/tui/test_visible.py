"""Text from outside is shown as it is, and does nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from hivemind.tui.visible import clip, folded, prints, visible, wrap


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rm -rf dist", "rm -rf dist"),
        ("a\x1b[2Kb", "a␛[2Kb"),
        ("a\r\nb\x7f", "a␍␊b␡"),
        ("a\x9bb", "a⟨U+009B⟩b"),
        ("rm \u202egnp.exe", "rm ⟨U+202E⟩gnp.exe"),
        ("a\u200bb", "a⟨U+200B⟩b"),
        ("naïve 漢 🐝", "naïve 漢 🐝"),
    ],
)
def test_what_does_not_print_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text(max_size=60))
def test_nothing_invisible_is_left(text: str) -> None:
    assert all(c.isprintable() or c == "\u3000" or c.isspace() for c in visible(text))
    assert not any(c < " " or "\x7f" <= c < "\xa0" for c in visible(text))


@given(st.text(max_size=60), st.integers(0, 40))
def test_clipped_text_fits_and_says_that_it_was_clipped(text: str, cells: int) -> None:
    text = visible(text)
    short = clip(text, cells)
    assert cell_len(short) <= cells
    assert short == text or not cells or short.endswith("…")


@given(st.text(alphabet="ab 漢", max_size=60), st.integers(2, 20))
def test_wrapping_loses_nothing(text: str, cells: int) -> None:
    rows = wrap(text, cells)
    assert "".join(rows) == text
    assert all(cell_len(row) <= cells for row in rows)


@given(st.text(alphabet="ab 漢", max_size=60), st.integers(2, 20), st.integers(2, 20))
def test_folding_loses_no_letter_and_every_row_fits(text: str, cells: int, first: int) -> None:
    rows = folded(text, cells, first=first)
    assert "".join("".join(rows).split()) == "".join(text.split())
    assert all(cell_len(row) <= room for row, room in zip(rows, [first, *[cells] * len(rows)], strict=False))


def test_folding_breaks_between_words_and_a_long_word_where_it_must() -> None:
    assert folded("from any tile, press", 10) == ["from any", "tile,", "press"]
    assert folded("ab " + "c" * 12, 10) == ["ab", "c" * 10, "cc"]


@pytest.mark.parametrize("text", ["a b", "❯\u00a0", "\u3000", "\ue0a0", "é漢🐝", ""])
def test_letters_blanks_and_private_characters_print(text: str) -> None:
    assert prints(text)


@pytest.mark.parametrize("text", ["\x1b", "a\n", "\x9b", "\u202e", "\u200b", "\u2028", "\ud800", "\uffff"])
def test_controls_marks_and_unassigned_ones_do_not(text: str) -> None:
    assert not prints(text)
