"""Between the room and what is around it: the terminal is told of the hive, and the hive where a person looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hivemind.protocol.events import Summons
from hivemind.tui.outer import Outer
from hivemind.tui.summons import sequences
from hivemind.verbs.looking import Looking

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


class Outward:
    """Both ways, for an app."""

    def __init__(self, app: HiveApp, env: Mapping[str, str]) -> None:
        self._app = app
        self._env = env
        self._outer = Outer(app.board, lambda: app._driver)  # noqa: SLF001 (as `App` itself)
        self._looking = ""
        """The tile that the daemon was told of."""
        self._is_watching = False

    def changed(self) -> None:
        """Something in the room, or about whoever sits before it, may have changed."""
        if not self._is_watching:
            self._is_watching = True
            self._app.watch(self._app, "app_focus", self._look, init=False)
        self._outer.changed()
        self._look()

    def connected(self) -> None:
        """There is a new connection, where nobody looks at anything yet."""
        self._looking = ""

    def told(self, summons: Summons) -> None:
        """Ring, or whatever the person wants of their terminal."""
        settings = self._app.settings
        if settings is not None:
            self._outer.write(sequences(summons, settings.current().settings.notify, self._env))

    def _look(self) -> None:
        """Tell the daemon which tile somebody looks at: the focused one, while it is shown and the terminal has focus.

        A terminal that does not tell is taken to have it: looking takes no key, and somebody may read for long. Not so
        tmux: as it comes it tells nobody (`focus-events`), and its windows are left all the time.
        """
        app, focus = self._app, self._app.board.focus or ""
        looked = app.views.looked
        is_here = app.app_focus and (looked.has_told or not self._env.get("TMUX") or looked.is_lively)
        tile = focus if is_here and app.room.grid.view(focus) is not None else ""
        if tile != self._looking and app.incoming.is_loaded and app.wire.send(Looking(tile=tile)):
            self._looking = tile
