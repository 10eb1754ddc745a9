"""What each key after the prefix does: one method per command of `keymap.COMMANDS`, found by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.tui.keymap import PREFIX, Command
from hivemind.tui.screens.confirm import Confirm
from hivemind.tui.screens.help import Help
from hivemind.tui.screens.rename import RenameTile
from hivemind.tui.screens.spawn import SpawnAgent
from hivemind.tui.signs import called
from hivemind.tui.visible import visible
from hivemind.verbs.close import Close
from hivemind.verbs.interrupt import Interrupt
from hivemind.verbs.rename import Rename

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


class Commands:
    """The person's commands, carried out on an app."""

    def __init__(self, app: HiveApp) -> None:
        self._app = app
        self._board = app.board

    def run(self, name: str, argument: str = "") -> None:
        """Carry out a command by name: a key's, or a click's."""
        if name in {"choose", "focus"}:
            with_argument: Callable[[str], None] = getattr(self, name)
            with_argument(argument)
        else:
            command: Callable[[], None] = getattr(self, name)
            command()
        self._app.changed()

    def run_for(self, command: Command, key: str) -> None:
        """Carry out the command of a key."""
        self.run(command.name, key)

    # -- answer --------------------------------------------------------------------------------------------------

    def allow(self) -> None:
        """Allow what the bar shows."""
        self._app.answers.decide("allow")

    def deny(self) -> None:
        """Deny what the bar shows."""
        self._app.answers.decide("deny")

    def choose(self, number: str) -> None:
        """Pick an option of what the bar shows."""
        self._app.answers.choose(int(number))

    def next_ask(self) -> None:
        """Bring the next waiting question into the bar."""
        if not self._board.next_ask():
            more = "no other question waits; ^B o opens this one" if self._board.ask else "nothing waits for an answer"
            self._app.say(more)

    def open_ask(self) -> None:
        """Go to the tile that asks; from there, to the next one that does."""
        board = self._board
        if board.ask and board.ask.tile_id == board.focus:
            board.next_ask()
        if board.ask:
            board.open(board.ask.tile_id)
        elif waiting := next((t for t in board.by_need() if board.needs(t)), None):
            board.open(waiting.tile_id)
        else:
            self._app.say("nothing waits for an answer")

    # -- move ----------------------------------------------------------------------------------------------------

    def focus(self, tile_id: str) -> None:
        """Go to a tile; if it asks, its ask comes into the bar."""
        self._board.open(tile_id)
        self._board.show_ask_of(tile_id)

    def next_tile(self) -> None:
        """Go to the next tile."""
        self._board.step(1)

    def previous_tile(self) -> None:
        """Go to the tile before."""
        self._board.step(-1)

    def left(self) -> None:
        """Go to the tile on the left."""
        self._move("left", -1)

    def right(self) -> None:
        """Go to the tile on the right."""
        self._move("right", 1)

    def up(self) -> None:
        """Go to the tile above."""
        self._move("up", -1)

    def down(self) -> None:
        """Go to the tile below."""
        self._move("down", 1)

    def _move(self, direction: str, by: int) -> None:
        """By place where tiles are side by side; when only one is shown, through their order."""
        if len(self._app.room.grid.sizes) < 2:
            self._board.step(by)
        elif tile_id := self._app.room.grid.beside(direction):
            self._board.open(tile_id)

    def zoom(self) -> None:
        """Show the focused tile alone, or all again."""
        self._board.is_zoomed = not self._board.is_zoomed and self._board.focus is not None

    def panel(self) -> None:
        """Show or hide the list of agents."""
        self._board.has_panel = not self._board.has_panel

    # -- agents --------------------------------------------------------------------------------------------------

    def spawn(self) -> None:
        """Open the dialog that starts an agent."""
        app = self._app

        def opened(tile_id: str | None) -> None:
            if tile_id:
                self._board.open(tile_id)
                app.changed()

        app.push_screen(SpawnAgent(app.wire.call, app.look, app.cwd, app.shell, app.room.grid.size_for_next()), opened)

    def scroll(self) -> None:
        """Read the focused tile back."""
        self._app.scroller.enter()

    def search(self) -> None:
        """Search the focused tile."""
        self._app.scroller.enter(searches=True)

    def interrupt(self) -> None:
        """Interrupt the focused tile's agent."""
        if tile := self._focused():
            self._app.attempt(Interrupt(tile=tile.tile_id), f"{visible(called(tile))}: interrupted")

    def rename(self) -> None:
        """Ask for a new name of the focused tile."""
        if tile := self._focused():
            app = self._app

            def named(name: str | None) -> None:
                if name is not None:
                    app.attempt(Rename(tile=tile.tile_id, name=name))

            app.push_screen(RenameTile(tile.name, app.look), named)

    def close(self) -> None:
        """Close the focused tile, after a question when its program still runs."""
        tile = self._focused()
        if tile is None:
            return
        if tile.status is Status.EXITED:
            self._app.attempt(Close(tile=tile.tile_id))
            return

        def confirmed(yes: bool | None) -> None:  # noqa: FBT001 (a dialog's result)
            if yes:
                self._app.attempt(Close(tile=tile.tile_id))

        words = f"Close {visible(called(tile))}?"
        self._app.push_screen(
            Confirm(words, "Its program is ended. What it wrote stays.", "closes it", self._app.look), confirmed
        )

    def _focused(self) -> TileSummary | None:
        if self._board.focused is None:
            self._app.say("no tile is focused: ^B c starts an agent")
        return self._board.focused

    # -- the rest ------------------------------------------------------------------------------------------------

    def send_prefix(self) -> None:
        """Send the prefix key itself."""
        self._app.keyboard.press(PREFIX)

    def leave(self) -> None:
        """Leave; agents go on."""
        self._app.exit(0)

    def help(self) -> None:
        """Show every key."""
        self._app.push_screen(Help(self._app.look))

    def dismiss(self) -> None:
        """Put away a message."""
        self._app.says.dismiss()
