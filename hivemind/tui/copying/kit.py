"""Everything that reads a tile back and copies from it, put together for an app."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hivemind.tui.clipboard import Clipboard
from hivemind.tui.copying.mode import CopyMode
from hivemind.tui.copying.searching import Searching
from hivemind.tui.following import Following
from hivemind.tui.opener import Opener
from hivemind.tui.outside import Outside
from hivemind.tui.pointer import Pointer
from hivemind.tui.reader import Reader, Start
from hivemind.tui.scroller import Scroller
from hivemind.tui.selecting import Selecting

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


class Kit:
    """The parts that others talk to."""

    def __init__(self, app: HiveApp, outside: Outside, *, start: Start) -> None:
        self._app = app
        board, grid, wire, look = app.board, app.room.grid, app.wire, app.look
        reader = Reader(board, grid, wire, say=app.say, start=start)
        grid.on_past = reader.fit
        self.clipboard = Clipboard(outside, write=self._write, say=app.say, start=start)
        opener = Opener(outside, self.clipboard, ask=self._ask, say=app.say, start=start)
        self.mode = CopyMode(
            reader, Searching(reader, wire), self.clipboard, opener, keys=look.keys.copying, show_help=self._show_help
        )
        self.scroller = Scroller(board, reader, self.mode, keys=look.keys, say=app.say)
        self.pointer = Pointer(
            board,
            grid,
            wire,
            scroller=self.scroller,
            selecting=Selecting(reader, self.clipboard, look.clock, start=start),
            following=Following(wire, opener, say=app.say, start=start),
            run=app.act,
        )

    def _show_help(self) -> None:
        from hivemind.tui.screens.copy_help import CopyHelp

        self._app.push_screen(CopyHelp(self._app.look))

    def _write(self, text: str) -> None:
        """To the person's terminal, in between what Textual draws."""
        driver = self._app._driver  # noqa: SLF001 (as `App.copy_to_clipboard` does it, but with any bytes)
        if driver is not None:
            driver.write(text)
            driver.flush()

    def _ask(self, question: str, detail: str, verb: str, do: Callable[[], None]) -> None:
        from hivemind.tui.screens.confirm import Confirm

        def answered(yes: bool | None) -> None:  # noqa: FBT001 (a dialog's result)
            if yes:
                do()

        self._app.push_screen(Confirm(question, detail, verb, self._app.look), answered)
