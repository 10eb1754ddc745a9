import pytest

from hivemind.terminal import sequences as do
from hivemind.terminal.grid import Grid

KNOWN = {
    "\r\n": (do.LINE_FEED, True, None),
    "\n": (do.LINE_FEED, False, None),
    "\x1b[H": (do.POSITION, 0, 0),
    "\x1b[3;4H": (do.POSITION, 2, 3),
    "\x1b[;4f": (do.POSITION, 0, 3),
    "\x1b[A": (do.UP, 1, False),
    "\x1b[0A": (do.UP, 1, False),
    "\x1b[99999999F": (do.UP, do.LARGEST, True),
    "\x1b[K": (do.ERASE_LINE, False, None),
    "\x1b[2K": (do.ERASE_LINE, True, None),
    "\x1b[1K": (do.EDIT, Grid.erase_line, 1),
    "\x1b[3@": (do.EDIT, Grid.insert_blanks, 3),
    "\x1b[L": (do.SHIFT_LINES, Grid.insert_rows, 1),
    "\x1b[?25l": (do.QUIET, Grid.show_cursor, (False,)),
    "\x1b[?2004;2026h": (do.QUIET, Grid.add_modes, (frozenset((2004 << 5, 2026 << 5)),)),
    "\x1b[?1000h": (do.QUIET, Grid.change_private, ((1000,), True)),
    "\x1b[?1049h": (do.CALL, Grid.change_private, ((1049,), True)),
    "\x1b(0": (do.CALL, Grid.define_charset, ("0", "(")),
    "\x1b[5 q": (do.QUIET, Grid.set_cursor_shape, (5,)),
    "\x1b[>u": (do.QUIET, Grid.push_keyboard, (0,)),
    "\x1b[<u": (do.QUIET, Grid.pop_keyboard, (1,)),
    "\x1b[=5u": (do.QUIET, Grid.change_keyboard, (5, 1)),
    "\x1b[=5;3u": (do.QUIET, Grid.change_keyboard, (5, 3)),
    "\x1b[>4;2m": (do.QUIET, Grid.set_modify_other_keys, (2,)),
    "\x1b[>4m": (do.QUIET, Grid.set_modify_other_keys, (0,)),
    "\x1b[>m": (do.QUIET, Grid.set_modify_other_keys, (0,)),
    "\x1b[>4n": (do.QUIET, Grid.set_modify_other_keys, (0,)),
    "\x1b[2\b;3H": (do.AGAIN, "\b\x1b[2;3H", None),
}

UNKNOWN = ["\x1b[>4;2n", "\x1b[>1;2m", "\x1b[=1;1m", "\x1b[1;2u", "\x1b[1;5s", "\x1b[2:1H", "\x1b[1!q", "\x1b[y", "\x1b-B", "\x1b F", "\x1b%G", "\x1b\\", "\x00", "\x05", "\x1b[1<H"]  # fmt: skip


@pytest.mark.parametrize(("token", "want"), KNOWN.items())
def test_a_sequence_is_understood(token: str, want: do.Operation) -> None:
    assert do.operation(token, is_finished=True) == want
    assert do.operations[token] == want


@pytest.mark.parametrize("token", UNKNOWN)
def test_what_is_unknown_does_nothing(token: str) -> None:
    assert do.operation(token, is_finished=True) == do.NOTHING_AT_ALL


def test_a_sequence_that_was_broken_off_lets_its_control_characters_act() -> None:
    assert do.operation("\x1b[2\b\r", is_finished=False) == (do.AGAIN, "\b\r", None)


def test_the_memory_is_bounded() -> None:
    for number in range(do.REMEMBERED + 10):
        do.operation(f"\x1b[{number}z", is_finished=True)
    assert len(do.operations) <= do.REMEMBERED
    do.operation("\x1b[" + "1;" * 100 + "H", is_finished=True)
    assert max(map(len, do.operations)) <= do.LONGEST_REMEMBERED
