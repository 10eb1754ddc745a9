import pytest
from hypothesis import given
from hypothesis import strategies as st

from hivemind.protocol.screen import (
    BLINK,
    BOLD,
    CONCEAL,
    DIM,
    ITALIC,
    OVERLINE,
    REVERSE,
    STRIKE,
    TRUE_COLOUR,
    UNDERLINE_SHIFT,
    Style,
)
from hivemind.terminal.sgr import change_of, pack, unpack

START = Style(5, 6, 7, BOLD)

CASES = {
    "": Style(),
    "0": Style(),
    "1;;3": Style(attributes=ITALIC),
    "2": Style(5, 6, 7, BOLD | DIM),
    "22": Style(5, 6, 7),
    "5;7;8;9;53": Style(5, 6, 7, BOLD | BLINK | REVERSE | CONCEAL | STRIKE | OVERLINE),
    "6": Style(5, 6, 7, BOLD | BLINK),
    "4": Style(5, 6, 7, BOLD | 1 << UNDERLINE_SHIFT),
    "21": Style(5, 6, 7, BOLD | 2 << UNDERLINE_SHIFT),
    "4:3": Style(5, 6, 7, BOLD | 3 << UNDERLINE_SHIFT),
    "4:5;24": START,
    "4:0": START,
    "4:9": START,
    "31;42": Style(1, 2, 7, BOLD),
    "91;102": Style(9, 10, 7, BOLD),
    "39;49;59": Style(attributes=BOLD),
    "38;5;200": Style(200, 6, 7, BOLD),
    "48;2;1;2;3": Style(5, TRUE_COLOUR | 0x010203, 7, BOLD),
    "58;2;1;2;3;3": Style(5, 6, TRUE_COLOUR | 0x010203, BOLD | ITALIC),
    "38:2::1:2:3": Style(TRUE_COLOUR | 0x010203, 6, 7, BOLD),
    "38:2:1:2:3": Style(TRUE_COLOUR | 0x010203, 6, 7, BOLD),
    "38:2:9:1:2:3:0:0": Style(TRUE_COLOUR | 0x010203, 6, 7, BOLD),
    "38:5:200;3": Style(200, 6, 7, BOLD | ITALIC),
    "38;2;1": Style(TRUE_COLOUR | 0x010000, 6, 7, BOLD),
    "38;5": Style(0, 6, 7, BOLD),
    "38": START,
    "38:2:1": START,
    "38;5;256;3": Style(5, 6, 7, BOLD | ITALIC),
    "38;2;1;2;256;3": Style(5, 6, 7, BOLD | ITALIC),
    "38;9;3": Style(5, 6, 7, BOLD | ITALIC),
    "99999999999;3": Style(5, 6, 7, BOLD | ITALIC),
    "1:2": START,
    ":": START,
}


@pytest.mark.parametrize(("parameters", "want"), CASES.items())
def test_a_sequence_changes_a_style_as_in_xterm(parameters: str, want: Style) -> None:
    assert unpack(change_of(parameters).apply(pack(START))) == want


PARTS = st.lists(
    st.sampled_from(["", "0", "1", "2", "4:3", "4", "22", "24", "31", "48;5;9", "38;2;1;2;3", "58:5:1", "39", "105"]),
    max_size=6,
)


@given(PARTS, PARTS)
def test_one_sequence_does_what_two_in_turn_do(first: list[str], second: list[str]) -> None:
    one, other = ";".join(first or ["0"]), ";".join(second or ["0"])
    start = pack(START)
    assert change_of(f"{one};{other}").apply(start) == change_of(other).apply(change_of(one).apply(start))
