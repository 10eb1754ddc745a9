import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.terminal.palette import PALETTE, nearest


@pytest.mark.parametrize(
    ("number", "colour"),
    [
        (1, 0xCD0000),
        (12, 0x5C5CFF),
        (16, 0x000000),
        (67, 0x5F87AF),
        (196, 0xFF0000),
        (231, 0xFFFFFF),
        (232, 0x080808),
        (255, 0xEEEEEE),
    ],
)
def test_the_palette_is_xterms(number: int, colour: int) -> None:
    assert len(PALETTE) == 256
    assert PALETTE[number] == colour


@given(st.integers(0, 0xFFFFFF))
def test_the_nearest_colour_is_no_farther_than_any_other(colour: int) -> None:
    def distance(number: int) -> int:
        return sum(((PALETTE[number] >> shift & 255) - (colour >> shift & 255)) ** 2 for shift in (0, 8, 16))

    assert distance(nearest(colour)) == min(distance(number) for number in range(16, 256))
