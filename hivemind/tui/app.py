"""The app: connects the wire, the board, the keyboard and the room. It lists and connects; others decide."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any

from textual import events, on
from textual.driver import Driver
from textual.screen import Screen

from hivemind.base.clock import Clock, SystemClock
from hivemind.base.problems import Problem
from hivemind.client.link import LinkLike
from hivemind.protocol.verb import AnyVerb
from hivemind.settings.file import SettingsFile
from hivemind.tui.actions.menus import MENUS
from hivemind.tui.answers import Answers
from hivemind.tui.board import Board
from hivemind.tui.broken import BreakingApp
from hivemind.tui.copying.kit import Kit
from hivemind.tui.direct import Direct
from hivemind.tui.drags import Drags
from hivemind.tui.drawn import Drawn
from hivemind.tui.incoming import Incoming
from hivemind.tui.keyboard import Keyboard
from hivemind.tui.keymap import Keymap, default_keymap
from hivemind.tui.look import Look
from hivemind.tui.outside import NOWHERE, Outside
from hivemind.tui.outward import Outward
from hivemind.tui.palette import DARK, Palette
from hivemind.tui.repaints import Repaints, counts_seconds
from hivemind.tui.rewinding import Rewinding
from hivemind.tui.room import Room
from hivemind.tui.says import Says, told
from hivemind.tui.signs import GLYPHS, Signs
from hivemind.tui.tile_grid import TileGrid
from hivemind.tui.tile_view import TileView
from hivemind.tui.underline import can_draw
from hivemind.tui.viewers import Viewers
from hivemind.tui.views import Views
from hivemind.tui.visible import short_folder
from hivemind.tui.wire import Reconnect, Wire
from hivemind.tui.writer import Writer


class HiveApp(BreakingApp, inherit_bindings=False):
    """`hive`: the room of tiles. Textual's own keys are off: every key belongs to a program or to the prefix."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = None
    TITLE = "hive"

    def __init__(  # noqa: PLR0913 (what a person or a test may choose, by keyword)
        self,
        link: LinkLike,
        *,
        cwd: str,
        shell: str = "",
        home: str = "",
        palette: Palette = DARK,
        signs: Signs = GLYPHS,
        keys: Keymap | None = None,
        problems: Sequence[Problem] = (),
        settings: SettingsFile | None = None,
        opens: str = "",
        clock: Clock | None = None,
        reconnect: Reconnect | None = None,
        driver: type[Driver] | None = None,
        outside: Outside = NOWHERE,
    ) -> None:
        super().__init__(driver_class=driver)
        self.cwd, self.shell, self.settings, self.opens = cwd, shell, settings, opens
        self.look = Look(clock or SystemClock(), palette, signs, keys or default_keymap(), can_draw(outside.env))
        self.board = Board()
        self.says = Says(self.look.clock)
        for problem in problems:
            self.says.say(told(problem), is_error=True)
        self.incoming = Incoming(self)
        self.wire = Wire(link, self.incoming, self.look.clock, reconnect)
        self.answers = Answers(self.board, self.wire, self.look, say=self.say, start=self.start)
        self.room = Room(self.board, self.says, self.look, short_folder(cwd, home))
        self._furnish(outside)
        self.register_theme(palette.theme())
        self.theme = palette.name

    def _furnish(self, outside: Outside) -> None:
        """Make who draws, types, copies, moves and tells in the room."""
        self.writer = self.room.writer = Writer(self.board, self.wire, self.answers, say=self.say, start=self.start)
        self.viewers = Viewers(self, Direct(self, self.room, outside.env))
        self.room.grid.on_placed = self._on_placed
        self.copying = Kit(self, outside, start=self.start)
        self.drags, self.rewinding = Drags(self), Rewinding(self)
        self.outward, self.views = Outward(self, outside.env), Views(self)
        taking = (self.writer, self.rewinding, self.copying.scroller, self.views)
        self.keyboard = Keyboard(
            self.board, self.wire, taking, look=self.look, run=self.act, say=self.say, changed=self.changed
        )
        self.repaints = Repaints(
            self,
            paint=self._relay,
            tick=self._repaint,
            counts=lambda: counts_seconds(self.board, self.room.matter, self.says, self.look),
        )

    def get_default_screen(self) -> Screen[Any]:
        """The room."""
        return self.room

    def on_mount(self) -> None:
        """Start listening and sending; both end with the app."""
        self.room.hold(lambda: self.incoming.is_loaded and (not self.board.order or self.room.grid.is_whole))
        self.start(self.wire.follow())
        self.start(self.wire.deliver())
        self.repaints.start()
        if self.opens:
            self.act("settings", self.opens)

    def on_unmount(self) -> None:
        """Nothing is painted any more."""
        self.repaints.stop()

    # -- from the person -----------------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Keys go to the focused tile's program before anything of Textual sees them, unless a dialog is open."""
        self.views.looked.stir(event)
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            if self.screen is self.room:
                self.keyboard.take(event)
                return
            from hivemind.tui.screens.dialog import Dialog  # noqa: PLC0415 (loaded with the first dialog)

            if isinstance(self.screen, Dialog):
                await self.screen.type(event)
                return
        await super().on_event(event)

    @on(Drawn.Acted)
    def _on_acted(self, message: Drawn.Acted) -> None:
        name, _, argument = message.action.partition(":")
        self.act(MENUS.get(name, name) if message.is_right else name, argument)

    @on(TileView.Moused)
    def _on_moused(self, message: TileView.Moused) -> None:
        if message.action == "press":
            self.keyboard.let_go()
        if not (self.rewinding.takes_mouse(message) or self.drags.take(message)):
            self.copying.pointer.take(message)

    # -- what others use -----------------------------------------------------------------------------------------

    def say(self, text: str, *, is_error: bool = False, is_refusal: bool = False) -> None:
        """Say a sentence; errors stay until they are put away."""
        self.says.say(text, is_error=is_error, is_refusal=is_refusal)
        self.changed()

    def act(self, name: str, argument: str = "") -> None:
        """Do what an action does: a key's, a click's, or one picked by name."""
        self.keyboard.let_go()
        if not self.views.does(name, argument):
            self.look.keys.actions[name].run(self, argument)
        self.viewers.here()
        self.changed()

    def attempt(self, verb: AnyVerb, done: str = "") -> None:
        """Ask the daemon, beside everything else; say what came of it."""
        self.start(self.incoming.attempt(verb, done))

    def changed(self) -> None:
        """Paint again what differs, once, when what is at hand is done."""
        self.repaints.at_once()

    def start(self, work: Awaitable[None]) -> None:
        """Run something beside everything else."""
        self.run_worker(work, exit_on_error=True)

    def _relay(self) -> None:
        self._repaint()
        self.room.grid.lay_out()

    def _repaint(self) -> None:
        self.views.settle()
        self.outward.changed()
        self.room.repaint(leader=self.keyboard.leader, is_lost=self.wire.is_lost, is_loaded=self.incoming.is_loaded)

    def on_resize(self) -> None:
        """The terminal has another size."""
        self.viewers.here()
        self.changed()

    def on_app_focus(self) -> None:
        """The person came to this terminal."""
        self.viewers.here()

    @on(TileGrid.Placed)
    def _on_placed(self) -> None:
        self.viewers.follow()
        self.changed()
