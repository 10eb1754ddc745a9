"""The terminal's own cursor."""

from __future__ import annotations

from textual.geometry import Offset

from hivemind.protocol.screen import Cursor, Style
from hivemind.tui.outer_cursor import HIDE, SHOW, OuterCursor
from hivemind.verbs.rows import Rows, StyledRows
from tests.tui.terminal import shown
from tests.tui.test_direct import ONE, program


def test_only_what_differs_is_written_and_nothing_blinks() -> None:
    cursor = OuterCursor()
    written = [cursor.change(number) for number in (None, 0, 0, 5, 6, 1, None, None, 2, 4)]
    own, block, line, bar = (f"\x1b[{number} q" for number in (0, 2, 4, 6))
    assert written == ["", SHOW, "", bar, "", block, own + HIDE, "", block + SHOW, line]


def test_at_the_end_the_terminal_has_its_own_shape_and_is_not_told_to_hide() -> None:
    cursor = OuterCursor()
    cursor.change(4)
    assert (cursor.leave(), cursor.leave()) == ("\x1b[0 q", "")


async def test_the_terminal_shows_the_cursor_where_and_as_the_program_has_it() -> None:
    async with shown() as r:
        view = r.app.room.grid.view(ONE)
        assert view
        corner = view.region.offset + Offset(view.has_frame, 1)
        one = program(r)
        one.write("\x1b[3;5H\x1b[5 q")
        await r.until(lambda: r.emulator.snapshot().cursor == Cursor(corner.y + 2, corner.x + 4, visible=True, shape=6))
        one.write("\x1b[?25l")
        await r.until(lambda: not r.emulator.snapshot().cursor.visible)
        one.write("\x1b[?25h")
        await r.until(lambda: r.emulator.snapshot().cursor.visible)
        assert not view.paints_cursor


async def test_a_dialog_and_copy_mode_hide_it_and_leaving_gives_it_back() -> None:
    async with shown() as r:
        r.link.replies[Rows] = StyledRows(0, 0, 24, [], (Style(),), ())
        program(r).write("\x1b[3;5H\x1b[3 q")
        await r.until(lambda: r.emulator.snapshot().cursor.shape == 4)
        for opens, closes in (("help", r.app.pop_screen), ("scroll", lambda: r.app.copying.scroller.takes("q"))):
            r.app.call_later(r.app.act, opens)
            await r.until(lambda: not r.emulator.snapshot().cursor.visible)
            r.app.call_later(closes)
            r.app.call_later(r.app.changed)
            await r.until(lambda: r.emulator.snapshot().cursor.visible)
        r.app.exit(0)
        await r.until(lambda: r.emulator.snapshot().cursor.shape == 0)
