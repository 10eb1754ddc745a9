"""Looking at a tile as it was: keys and the mouse go along its time line. The program goes on and is not touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.base.errors import HiveError
from hivemind.tui.rewound import Rewound
from hivemind.tui.tile_view import TileView
from hivemind.verbs.moment import Moment, ShowMoment

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp

SECOND, MINUTE = 1000, 60_000

STEPS = {
    "left": -SECOND, "right": SECOND, "h": -SECOND, "l": SECOND,
    "shift+left": -10 * SECOND, "shift+right": 10 * SECOND,
    "up": -MINUTE, "down": MINUTE, "k": -MINUTE, "j": MINUTE,
    "pageup": -5 * MINUTE, "pagedown": 5 * MINUTE,
}  # fmt: skip
"""Milliseconds that a key goes."""

FIRST, LAST = frozenset({"home", "g", "0"}), frozenset({"end", "G", "$"})
CHANGES = frozenset({",", "."})
LEAVE = frozenset({"escape", "q"})

HINT = "← → by seconds   ↑ ↓ by minutes   , . by changes   Space plays   Esc live"

PLAY_SECONDS = 0.1
"""Seconds between two pictures while it plays."""

SILENCE = 2 * SECOND
"""Milliseconds. While it plays, what is longer without a change is left out."""

WHEELS = {"wheel_up": -SECOND, "wheel_down": SECOND}

BEFORE_ALL = 0


class Rewinding:
    """Takes keys and the mouse for tiles that are rewound."""

    def __init__(self, app: HiveApp) -> None:
        self._app = app
        self._wanted: dict[TileView, int] = {}
        """Moments that are to be shown, once those before have come."""
        self._players: set[Rewound] = set()
        """What is played, or was a moment ago: stopped and played on at once, it is not played twice as fast."""
        self._dragged: TileView | None = None

    def enter(self) -> None:
        """Rewind the focused tile, or show it live again."""
        app = self._app
        view = app.room.grid.view(app.board.focus or "")
        if view is None:
            app.say(f"no tile to rewind: {app.look.keys.way('spawn')} starts an agent", is_refusal=True)
        elif view.rewound is not None:
            view.show_live()
        else:
            view.show_live()
            view.rewound = Rewound(app.look)
            app.say(app.look.keys.said(HINT))
            self._seek(view, app.look.clock.epoch_ms())

    def leave_all(self) -> None:
        """Show everything live: the daemon was started anew, and knows nothing of what was."""
        for view in self._app.room.grid.query(TileView):
            if view.rewound is not None:
                view.show_live()

    # -- keys ----------------------------------------------------------------------------------------------------

    def takes(self, name: str) -> bool:
        """Take a key if the focused tile is rewound; none of them goes to its program."""
        view = self._focused()
        if view is None or view.rewound is None:
            return False
        if view.rewound.moment is None and name not in LEAVE:
            view.rewound.early.append(name)
        else:
            self._take(view, view.rewound, name)
        return True

    def _take(self, view: TileView, rewound: Rewound, name: str) -> None:
        if name in LEAVE:
            view.show_live()
        elif name == "space":
            self._toggle(view, rewound)
        elif rewound.moment and (at := self._target(view, rewound.moment, name)) is not None:
            rewound.is_playing = False
            self._seek(view, at)
        elif name not in CHANGES:
            self._app.say(self._app.look.keys.said(HINT))

    def takes_paste(self, text: str) -> bool:  # noqa: ARG002 (a taker's shape)
        """Nothing is pasted into what was."""
        view = self._focused()
        is_rewound = view is not None and view.rewound is not None
        if is_rewound:
            self._app.say("nothing was pasted: this tile is rewound, Esc shows it live", is_refusal=True)
        return is_rewound

    def _target(self, view: TileView, moment: Moment, name: str) -> int | None:
        """Where a key goes from the moment that is asked for, else from the one that is shown."""
        if name in FIRST:
            return BEFORE_ALL
        if name in LAST:
            return self._app.look.clock.epoch_ms()
        if name in CHANGES:
            return moment.before if name == "," else moment.after
        step = STEPS.get(name)
        return None if step is None else self._wanted.get(view, moment.at) + step

    # -- the mouse -----------------------------------------------------------------------------------------------

    def takes_mouse(self, event: TileView.Moused) -> bool:
        """Take what the mouse does to a rewound tile; its title but for the time line is left to others."""
        view = self._dragged or self._app.room.grid.view(event.tile_id)
        if view is None or view.rewound is None:
            self._dragged = None
            return False
        column = event.place.x - view.region.x
        if self._dragged is not None:
            self._drag(view, view.rewound, event, column)
            return True
        if event.button in WHEELS:
            if moment := view.rewound.moment:
                self._seek(view, self._wanted.get(view, moment.at) + WHEELS[event.button])
            return True
        if event.action == "press" and event.at[0] < 0:
            return self._press(view, view.rewound, event, column)
        if event.action == "press":
            self._app.act("focus", event.tile_id)
        return event.is_in_view

    def _press(self, view: TileView, rewound: Rewound, event: TileView.Moused, column: int) -> bool:
        if event.button == "left" and rewound.leaves_at(column, view.size.width):
            view.show_live()
            return True
        if event.button != "left" or not rewound.has_bar(column):
            return False
        self._app.act("focus", event.tile_id)
        rewound.is_playing = False
        self._dragged = view
        view.capture_mouse()
        self._seek(view, rewound.time_at(column))
        return True

    def _drag(self, view: TileView, rewound: Rewound, event: TileView.Moused, column: int) -> None:
        if event.action == "release" or (event.action == "move" and event.button == "none"):
            self._dragged = None
            view.release_mouse()
        elif event.action == "move":
            self._seek(view, rewound.time_at(column))

    # -- showing -------------------------------------------------------------------------------------------------

    def _focused(self) -> TileView | None:
        return self._app.room.grid.view(self._app.board.focus or "")

    def _seek(self, view: TileView, at: int) -> None:
        """Show that moment, after the one that is on its way; what was wanted in between is passed over."""
        is_on_its_way = view in self._wanted
        rewound = view.rewound
        moment = rewound.moment if rewound else None
        self._wanted[view] = max(BEFORE_ALL, at) if moment is None else min(max(at, moment.first), self._now)
        if not is_on_its_way:
            self._app.start(self._show(view))

    @property
    def _now(self) -> int:
        return self._app.look.clock.epoch_ms()

    async def _show(self, view: TileView) -> None:
        shown: tuple[Rewound, int] | None = None
        try:
            while (rewound := view.rewound) is not None and shown != (rewound, self._wanted[view]):
                shown = rewound, self._wanted[view]
                await self._fetch(view, *shown)
        finally:
            self._wanted.pop(view, None)

    async def _fetch(self, view: TileView, rewound: Rewound, at: int) -> None:
        page = rewound.page
        verb = ShowMoment(tile=view.tile.tile_id, at=at, styles=len(page.styles), clusters=len(page.clusters))
        try:
            moment = await self._app.wire.call(verb)
        except HiveError as error:
            if view.rewound is rewound:
                view.show_live()
                self._app.say(f"cannot be rewound: {error.message}", is_error=True)
            return
        if view.rewound is rewound:
            rewound.take(moment)
            view.retitle()
            view.refresh()
            early, rewound.early = rewound.early, []
            for name in early:
                self._take(view, rewound, name)

    def _toggle(self, view: TileView, rewound: Rewound) -> None:
        rewound.is_playing = not rewound.is_playing
        view.retitle()
        if rewound.is_playing and rewound not in self._players:
            self._players.add(rewound)
            self._app.start(self._play(view, rewound))

    async def _play(self, view: TileView, rewound: Rewound) -> None:
        try:
            await self._go_along(view, rewound)
        finally:
            self._players.discard(rewound)

    async def _go_along(self, view: TileView, rewound: Rewound) -> None:
        """Show one moment after the other until the last one, a key, or the end of the look."""
        clock = self._app.look.clock
        last = clock.monotonic()
        while view.rewound is rewound and rewound.is_playing and (moment := rewound.moment):
            if moment.after is None:
                rewound.is_playing = False
                view.retitle()
                return
            await clock.sleep(PLAY_SECONDS)
            since, last = last, clock.monotonic()
            is_silent = moment.after - moment.at > SILENCE
            at = moment.after if is_silent else moment.at + int((last - since) * 1000)
            if view not in self._wanted and rewound.is_playing and rewound.moment is moment:
                self._wanted[view] = at
                await self._show(view)
