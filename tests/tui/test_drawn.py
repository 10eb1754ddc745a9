"""Lines of bits: always as wide as asked, and a click does what it hits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hivemind.tui.drawn import Bit, Line, bits_width

BITS = st.lists(st.text(alphabet="ab 漢[bold]", max_size=12), max_size=4).map(
    lambda parts: tuple(Bit(p, "#ffffff") for p in parts)
)


@given(BITS, BITS, st.integers(1, 60))
def test_a_line_is_exactly_as_wide_as_asked(left: tuple[Bit, ...], right: tuple[Bit, ...], width: int) -> None:
    assert bits_width(Line(left, right).laid(width)) == width


@given(BITS, BITS, st.integers(1, 60))
def test_the_right_end_stays_whatever_is_cut(left: tuple[Bit, ...], right: tuple[Bit, ...], width: int) -> None:
    laid = Line(left, right).laid(width)
    if right and bits_width(right) <= width:
        assert tuple(laid[-len(right) :]) == right


def test_what_was_cut_says_so() -> None:
    laid = Line((Bit("a long name", "#ffffff"),), (Bit("41s", "#ffffff"),)).laid(10)
    assert "".join(bit.text for bit in laid) == "a long…41s"
