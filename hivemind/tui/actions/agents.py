"""Starting, reading back, stopping and naming agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hivemind.protocol.status import Status
from hivemind.protocol.tile import TileSummary
from hivemind.tui.action import Action, Group
from hivemind.tui.framing import Call, folder_for_next, lay, spawning
from hivemind.tui.signs import called
from hivemind.tui.visible import visible
from hivemind.verbs.close import Close
from hivemind.verbs.interrupt import Interrupt
from hivemind.verbs.rename import Rename

if TYPE_CHECKING:
    from hivemind.tui.app import HiveApp


def spawn(app: HiveApp, _: str) -> None:
    """Open the dialog that starts an agent in the frame that is looked at."""
    folder = folder_for_next(app)
    open_spawn(app, spawning(app, folder), folder, app.room.grid.size_for_next())


def open_spawn(app: HiveApp, call: Call, folder: str, size: tuple[int, int]) -> None:
    """Open the dialog that starts an agent, and go to what it started."""
    from hivemind.tui.screens.spawn import SpawnAgent

    def opened(tile_id: str | None) -> None:
        if tile_id:
            app.board.open(tile_id)
            app.changed()

    app.push_screen(SpawnAgent(call, app.look, folder, app.shell, size), opened)


def interrupt(app: HiveApp, _: str) -> None:
    """Interrupt the focused tile's agent."""
    if tile := focused(app):
        app.attempt(Interrupt(tile=tile.tile_id), f"{visible(called(tile))}: interrupted")


def rename(app: HiveApp, _: str) -> None:
    """Ask for a new name of the focused tile."""
    from hivemind.tui.screens.rename import Renaming

    if tile := focused(app):

        def named(name: str | None) -> None:
            if name is not None:
                app.attempt(Rename(tile=tile.tile_id, name=name))

        app.push_screen(Renaming("Rename this tile", tile.name, app.look), named)


def close(app: HiveApp, _: str) -> None:
    """Close the focused tile, after a question when its program still runs."""
    from hivemind.tui.screens.confirm import Confirm

    tile = focused(app)
    if tile is None:
        return
    if tile.status is Status.EXITED:
        _close(app, tile)
        return

    def confirmed(yes: bool | None) -> None:  # noqa: FBT001 (a dialog's result)
        if yes:
            _close(app, tile)

    words = f"Close {visible(called(tile))}?"
    app.push_screen(Confirm(words, "Its program is ended. What it wrote stays.", "closes it", app.look), confirmed)


def _close(app: HiveApp, tile: TileSummary) -> None:
    app.attempt(Close(tile=tile.tile_id))
    if app.board.is_zoomed:
        lay(app)  # the zoom of what is gone would hide what is left


def focused(app: HiveApp) -> TileSummary | None:
    """The focused tile; without one it is said how to get one."""
    if app.board.focused is None:
        app.say(f"no tile is focused: {app.look.keys.way('spawn')} starts an agent", is_refusal=True)
    return app.board.focused


AGENTS = Group(
    "Agents",
    30,
    (
        Action("spawn", ("c",), "start an agent", spawn, "new"),
        Action("interrupt", ("i",), "interrupt this agent", interrupt),
        Action("rename", (",",), "rename this tile", rename),
        Action("close", ("&",), "close this tile (asks first)", close, "close"),
    ),
)
