"""What comes from the daemon: each event to whoever it concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.base.errors import HiveError, UnavailableError
from hivemind.base.repository import place_of
from hivemind.protocol.events import (
    AnswerGiven,
    AskClosed,
    AskOpened,
    Copied,
    Event,
    Notice,
    PermitsChanged,
    ScreenChanged,
    Summons,
    TileChanged,
)
from hivemind.protocol.verb import AnyVerb
from hivemind.tui.keymap import spelled
from hivemind.tui.signs import called
from hivemind.verbs.subscribe import Subscribed

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp

DEMO = "demo"
DEMO_HINT = "this is the demo agent, a script; {spawn} shows how to get a real one, {help} all keys"
"""A hint at the start, when nothing else runs; another agent takes it back."""

FIRST_HINT = "keys go to this program now; for hive press {leader} first: {help} shows what there is"
"""A hint when the first agent comes into an empty room."""


class Incoming:
    """Hears the wire for an app."""

    def __init__(self, app: HiveApp) -> None:
        self._app = app
        self.is_loaded = False
        """Whether the hive has ever come."""

    def on_loaded(self, hive: Subscribed) -> None:
        """The whole hive came: at the start, and after each reconnection."""
        app = self._app
        if self.is_loaded:
            app.rewinding.leave_all()
            self._tell_again(hive)
        elif hive.tiles and all(tile.agent == DEMO for tile in hive.tiles) and not app.opens:
            app.says.hint(DEMO_HINT.format(spawn=app.look.keys.way("spawn"), help=app.look.keys.way("help")))
        self.is_loaded = True
        now, here = app.look.clock.monotonic(), place_of(app.cwd).folder
        app.board.load(hive.tiles, hive.asks, now, frames=hive.frames, here=here)
        app.room.matter.permits = tuple(hive.permits)
        for problem in hive.problems:
            app.say(problem, is_error=True)
        app.viewers.restart()
        app.outward.connected()
        app.views.looked.connected()
        app.changed()

    def _tell_again(self, hive: Subscribed) -> None:
        """The connection is back. What did not come back with it is said until somebody has read it."""
        here = {tile.tile_id for tile in hive.tiles}
        gone = [tile for tile in self._app.board.tiles.values() if tile.tile_id not in here]
        if not gone:
            self._app.say("connected again")
        elif len(gone) == 1:
            self._app.say(f"connected again: {called(gone[0])} is gone, its program has ended", is_error=True)
        else:
            self._app.say(f"connected again: {len(gone)} tiles are gone, their programs have ended", is_error=True)

    def on_hive_event(self, event: Event) -> None:
        """Something happened."""
        app = self._app
        if isinstance(event, ScreenChanged):
            app.viewers.apply(event)
            return
        if isinstance(event, Copied):
            app.copying.clipboard.pass_on(event.text)
            app.say("a program in a tile copied text to the clipboard")
            return
        if isinstance(event, Summons):
            app.outward.told(event)
        if isinstance(event, Notice):
            app.say(event.text, is_error=event.is_error)
        if isinstance(event, AskOpened):
            app.answers.tell_opened()
        if isinstance(event, AskClosed):
            app.answers.tell_closed(event)
        if isinstance(event, AnswerGiven):
            app.answers.tell_given(event)
        if isinstance(event, PermitsChanged):
            app.room.matter.permits = event.permits
        self._apply(event)

    def _apply(self, event: Event) -> None:
        """Show it."""
        app = self._app
        if isinstance(event, TileChanged) and not app.board.tiles:
            app.says.hint(FIRST_HINT.format(leader=spelled(app.look.keys.prefix), help=app.look.keys.way("help")))
        elif isinstance(event, TileChanged) and event.tile.tile_id not in app.board.tiles and event.tile.agent != DEMO:
            app.says.hint("")
        is_first = not app.board.tiles
        app.board.apply(event, app.look.clock.monotonic())
        if isinstance(event, TileChanged) and not is_first:
            app.repaints.soon()  # what programs do can come in any number
        else:
            app.changed()

    def on_lost(self) -> None:
        """The connection broke."""
        self._app.changed()

    def on_fault(self, verb: AnyVerb, error: HiveError) -> None:
        """Something that was sent did not work. That there is no connection any more the top line says."""
        if not isinstance(error, UnavailableError):
            self.tell_fault(verb, error)

    def tell_fault(self, verb: AnyVerb, error: HiveError) -> None:
        """Something that somebody waits for did not work."""
        hint = f" ({error.hint})" if error.hint else ""
        self._app.say(f"{verb.method}: {error.message}{hint}", is_error=True)

    async def attempt(self, verb: AnyVerb, done: str) -> None:
        """Ask the daemon, and say what came of it."""
        try:
            await self._app.wire.call(verb)
        except HiveError as error:
            self.tell_fault(verb, error)
        else:
            if done:
                self._app.say(done)
