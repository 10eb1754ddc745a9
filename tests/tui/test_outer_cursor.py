"""The terminal's own cursor."""

from __future__ import annotations

from hivemind.tui.outer_cursor import HIDE, SHOW, OuterCursor


def test_only_what_differs_is_written_and_nothing_blinks() -> None:
    cursor = OuterCursor()
    written = [cursor.change(number) for number in (None, 0, 0, 5, 6, 1, None, None, 2, 4)]
    own, block, line, bar = (f"\x1b[{number} q" for number in (0, 2, 4, 6))
    assert written == ["", SHOW, "", bar, "", block, own + HIDE, "", block + SHOW, line]


def test_at_the_end_the_terminal_has_its_own_shape_and_is_not_told_to_hide() -> None:
    cursor = OuterCursor()
    cursor.change(4)
    assert (cursor.leave(), cursor.leave()) == ("\x1b[0 q", "")
